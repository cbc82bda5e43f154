import { setTimeout as sleep } from 'node:timers/promises';

import { turnAt } from '../../scripts/lib/turn.mjs';

/** Takes a lock that one process at a time can have; a lock whose holder is gone is free. */
export async function takeLock(folder: string): Promise<void> {
	const turn = turnAt(folder);
	while (!turn.take()) {
		const holder = turn.holder();
		if (holder) {
			const next = `Next: end that one first. If process ${holder} is something else, delete ${folder}`;
			throw new Error(
				`"npm start" is running in this folder already (process ${holder})\n\n${next}`,
			);
		}
		// Two came at the same moment
		await sleep(100 * Math.random());
	}
	process.once('exit', turn.leave);
}
