/** Records whether a piece of work is done, by the content of the files that it reads and makes, not by their time. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { root, stateFolder } from './workspace.mjs';

const begun = 'begun';
/** Of larger files (the Node binary, n8n's native parts), only the size is compared. */
const largestRead = 4 * 1024 * 1024;

/**
 * A record in `.sandbox/stamps` of one piece of work.
 *
 * @param {string} name
 * @param {string[]} paths files and folders it reads and makes, relative to the root
 */
export function stamp(name, paths) {
	const file = join(stateFolder, 'stamps', name);
	const note = () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
	/** @param {string} text */
	const write = (text) => {
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, text);
	};
	return {
		/** Nothing has changed since the work was done. */
		isFresh: () => note() === fingerprint(paths),
		/** The work began and did not finish, so its result cannot be trusted. */
		wasInterrupted: () => note() === begun,
		begin: () => write(begun),
		finish: () => write(fingerprint(paths)),
	};
}

/** @param {string[]} paths */
function fingerprint(paths) {
	const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
	for (const path of paths.flatMap(filesUnder).sort())
		hash
			.update(`${path} `)
			.update(digest(join(root, path)))
			.update('\n');
	return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
	const stat = statSync(join(root, path), { throwIfNoEntry: false });
	if (!stat?.isDirectory()) return [path];
	return readdirSync(join(root, path)).flatMap((name) => filesUnder(join(path, name)));
}

/** @param {string} file */
function digest(file) {
	const size = statSync(file, { throwIfNoEntry: false })?.size;
	if (size === undefined) return 'missing';
	return size > largestRead
		? `${size} bytes`
		: createHash('sha256').update(readFileSync(file)).digest('hex');
}
