import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Takes a lock that one process at a time can have; a lock whose holder is gone is free. */
export function takeLock(file: string): void {
	mkdirSync(dirname(file), { recursive: true });
	const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
	if (holder && isRunning(holder)) {
		const next = `Next: end that one first. If process ${holder} is something else, delete ${file}`;
		throw new Error(`"npm start" is running in this folder already (process ${holder})\n\n${next}`);
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
