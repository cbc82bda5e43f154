import type { IExecuteFunctions } from 'n8n-workflow';

import type { LimitWaits } from '../client/rateLimit/limitWaits';
import type { Result } from '../operations/results';
import { OTHER_ALIAS, OTHER_DOMAIN } from '../operations/warnings';
import { durationInWords } from '../values/durations';
import { textOf } from '../values/json';

/** Shorter waits of a run, in ms, are not mentioned. */
const MIN_WAIT = 10_000;

const counted = (count: number, one: string, many: string) =>
	`${count} ${count === 1 ? one : many}`;

/** How long a run waited for which limit; empty when it was not long. */
export const waitSentence = ({ total, limitInWords }: LimitWaits): string =>
	total < MIN_WAIT
		? ''
		: `The run waited ${durationInWords(total)} for the service's ${limitInWords}.`;

/** The outcome of a run that did not end with an error. */
interface RunOutcome {
	/** The results of the items that did not fail. */
	done: ReadonlyMap<number, Result[]>;
	/** Number of all items. */
	items: number;
	/** What else happened, as sentences. */
	notes?: string[];
	/** How long it waited for the limit, from {@link waitSentence}. */
	waited?: string;
}

function sentencesOf({ done, items, notes = [], waited }: RunOutcome): string[] {
	const failed = items - done.size;
	let [records, otherAlias, otherDomain] = [0, 0, 0];
	for (const results of done.values()) {
		records += results.length;
		for (const { json } of results) {
			const warning = textOf(json.warning);
			if (warning.includes(OTHER_ALIAS)) otherAlias++;
			else if (warning.includes(OTHER_DOMAIN)) otherDomain++;
		}
	}
	const sentence = (count: number, all: string, happened: string) =>
		count > 0 ? `${count} of ${all} ${happened}.` : '';
	const links = counted(records, 'link', 'links');
	return [
		sentence(failed, counted(items, 'item', 'items'), 'failed'),
		sentence(otherAlias, links, 'got another alias than requested: see "warning"'),
		sentence(otherDomain, links, 'got another domain than requested: see "warning"'),
		...notes,
		waited ?? '',
	].filter(Boolean);
}

/**
 * Adds a hint to the output pane if items failed, records have a warning, the run left notes, or it waited;
 * otherwise nothing.
 * Versions of n8n without `addExecutionHints` show none.
 */
export function addRunHint(context: IExecuteFunctions, outcome: RunOutcome): void {
	const sentences = sentencesOf(outcome);
	if (sentences.length === 0 || typeof context.addExecutionHints !== 'function') return;
	context.addExecutionHints({ message: sentences.join(' '), location: 'outputPane' });
}
