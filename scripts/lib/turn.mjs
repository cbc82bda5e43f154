/**
 * One process at a time. Whoever is at a piece of work leaves an empty file named after itself: it is there in one go,
 * counts for nothing once its process is gone, and never has to be taken over.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {ReturnType<typeof turnAt>} Turn */

/** @param {string} folder where the files of one piece of work lie */
export function turnAt(folder) {
	/** @type {Set<string>} */
	const own = new Set();

	/** The number of another process that is at it. @returns {number | undefined} */
	function holder() {
		mkdirSync(folder, { recursive: true });
		for (const name of readdirSync(folder).filter((other) => !own.has(other))) {
			if (isRunning(name)) return Number.parseInt(name, 10);
			rmSync(join(folder, name), { force: true });
		}
		return undefined;
	}

	/** Has a process that we started stand for the work, too: it may outlive us. @param {number} pid */
	function include(pid) {
		const name = nameOf(pid);
		own.add(name);
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, name), '');
	}

	/** Begins, unless another one is at it. @returns {boolean} whether the work is ours */
	function take() {
		if (holder()) return false;
		include(process.pid);
		// Of two who come at once, each sees the other now; both leave and come again
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

/** Numbers are given again: where the system tells when a process was started, that belongs to its name. @param {number} pid */
const nameOf = (pid) => `${pid}-${startOf(pid)}`;

/** @param {number} pid */
function startOf(pid) {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// What follows the program's name, which may hold anything: the state first, the start as the 20th
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
		// Another user's process may be looked at, not signalled
		if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return false;
	}
	return nameOf(pid) === name;
}
