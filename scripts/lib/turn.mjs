/**
 * A lock for one process at a time. A process that holds it leaves an empty file with its process ID as the name. The file is
 * created in one step, and it is ignored once its process has ended, so it never has to be taken over.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {ReturnType<typeof turnAt>} Turn */

/** @param {string} folder the folder for the files of one piece of work */
export function turnAt(folder) {
	/** @type {Set<string>} */
	const own = new Set();

	/** The ID of another process that holds the lock. @returns {number | undefined} */
	function holder() {
		mkdirSync(folder, { recursive: true });
		for (const name of readdirSync(folder).filter((other) => !own.has(other))) {
			if (isRunning(name)) return Number.parseInt(name, 10);
			rmSync(join(folder, name), { force: true });
		}
		return undefined;
	}

	/** Lets a process that we started hold the lock, too, because it may outlive us. @param {number} pid */
	function include(pid) {
		const name = nameOf(pid);
		own.add(name);
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, name), '');
	}

	/** Takes the lock unless another process holds it. @returns {boolean} whether we hold it now */
	function take() {
		if (holder()) return false;
		include(process.pid);
		// When two processes come at the same time, each sees the other now; both leave and try again
		if (!holder()) return true;
		leave();
		return false;
	}

	function leave() {
		for (const name of own) rmSync(join(folder, name), { force: true });
		own.clear();
	}

	return { holder, include, take, leave };
}

/** Process IDs are reused, so the name includes the start time of the process where the system reports it. @param {number} pid */
const nameOf = (pid) => `${pid}-${startOf(pid)}`;

/** @param {number} pid */
function startOf(pid) {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The fields after the program's name, which may contain anything: the first is the state, the 20th the start time
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return fields[0] === 'Z' ? 'ended' : fields[19];
	} catch {
		return 'unknown';
	}
}

/** @param {string} name */
function isRunning(name) {
	const pid = Number.parseInt(name, 10);
	try {
		process.kill(pid, 0);
	} catch (error) {
		// EPERM means that the process exists but belongs to another user
		if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return false;
	}
	return nameOf(pid) === name;
}
