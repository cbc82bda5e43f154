/** Which runs are over, so that what they left can be removed. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { turnAt } from '../../scripts/lib/turn.mjs';
import { startOf } from './names.ts';

/** Runs on other machines, or in other checkouts, are over by then. */
const LONGEST_RUN = 3_600_000;

/** When a run that is not of this checkout counts as over, in ms since epoch. */
export const overAt = (run: string): number => startOf(run) + LONGEST_RUN;

/** The runs of this checkout. Each has a folder with the name of the run, in which its process holds a lock. */
export class Runs {
	private readonly folder: string;
	private own: string | undefined;

	constructor(folder: string) {
		this.folder = folder;
	}

	begin(run: string): void {
		mkdirSync(this.folder, { recursive: true });
		// Notes that are no longer needed
		for (const other of readdirSync(this.folder))
			if (Date.now() > overAt(other) && this.isOver(other)) this.forget(other);
		turnAt(join(this.folder, run)).take();
		this.own = run;
	}

	isOver(run: string): boolean {
		if (run === this.own) return true;
		const folder = join(this.folder, run);
		return existsSync(folder) ? turnAt(folder).holder() === undefined : Date.now() > overAt(run);
	}

	/** The account holds nothing more of the run. */
	forget(run: string): void {
		rmSync(join(this.folder, run), { recursive: true, force: true });
	}
}
