import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Takes a lock that one process at a time can have; a lock whose holder is gone is free. */
export function takeLock(file: string): void {
	mkdirSync(dirname(file), { recursive: true });
	const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
	if (holder && isRunning(holder)) {
		throw new Error(`"npm start" runs already in this folder (process ${holder}); end that one first. Is it none of yours, delete ${file}`);
	}
	writeFileSync(file, String(process.pid));
	process.once('exit', () => rmSync(file, { force: true }));
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
