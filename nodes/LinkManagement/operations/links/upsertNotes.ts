import { perRun } from '../../client/memory';
import { listed, type Sentence } from '../../values/sentences';
import type { ItemCall } from '../operation';
import { runNotesOf } from '../output/runNotes';

/** What the hint after a run of Create or Update says. */

const occurrences = (details: string[], detail: string): number =>
	details.filter((one) => one === detail).length;

/** "12 created, 5 updated, 983 unchanged." */
const done: Sentence = (actions) =>
	`${['created', 'updated', 'unchanged']
		.map((action) => `${occurrences(actions, action)} ${action}`)
		.join(', ')}.`;

const planned: Sentence = (actions) =>
	`Nothing was changed. The run would create ${occurrences(actions, 'create')} and update ${occurrences(actions, 'update')}, and leave ${occurrences(actions, 'none')} as they are.`;

const ignored: Sentence = (headings) => `Not columns of a link, and ignored: ${listed(headings)}.`;

/** Notes what happened with a row, or what would happen. */
export const noteAction = ({ run }: ItemCall, action: string, isDryRun: boolean): void =>
	runNotesOf(run).add(isDryRun ? planned : done, action);

/** The headings that were noted as ignored. At most those of the table. */
const ignoredOf = perRun(() => new Set<string>());

export function noteIgnored({ run, service }: ItemCall, headings: string[]): void {
	const known = ignoredOf(run);
	for (const heading of headings) {
		if (known.has(heading)) continue;
		known.add(heading);
		runNotesOf(run).add(ignored, service.plainText(heading, 80));
	}
}
