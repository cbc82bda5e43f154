import { setTimeout as sleep } from 'node:timers/promises';

import { turnAt } from '../../scripts/lib/turn.mjs';

/** Takes a lock that only one process at a time can hold. A lock whose process has ended is free. */
export async function takeLock(folder: string): Promise<void> {
	const turn = turnAt(folder);
	while (!turn.take()) {
		const holder = turn.holder();
		if (holder) {
			const next = `Next: end that process first. If process ${holder} is unrelated, delete ${folder}`;
			throw new Error(
				`"npm start" is already running in this folder (process ${holder})\n\n${next}`,
			);
		}
		// Two processes tried at the same moment
		await sleep(100 * Math.random());
	}
	process.once('exit', turn.leave);
}
