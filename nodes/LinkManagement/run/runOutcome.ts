import type {
	IDataObject,
	IExecuteFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { LimitWaits } from '../client/rateLimit/limitWaits';
import type { Operation } from '../operations/operation';
import type { Result } from '../operations/results';
import { OTHER_ALIAS, OTHER_DOMAIN } from '../operations/warnings';
import { durationInWords } from '../values/durations';
import { isObject, textOf } from '../values/json';
import type { PlainText } from '../values/plainText';

/** Shorter waits of a run, in ms, are not mentioned. */
const MIN_WAIT = 10_000;
/** Longest name, in characters. A longer one is not used, because a shortened address would not work. */
const MAX_NAME_LENGTH = 200;
/** The most records that the text names, and its maximum length in characters. */
const MAX_NAMED = 100;
const MAX_TEXT_LENGTH = 4_000;
/** The maximum length of all names in the error's context, which n8n stores with the execution. */
const MAX_CONTEXT_LENGTH = 100_000;

/** What came of a run, as far as it got. */
export interface RunOutcome {
	operation: Operation;
	/** The results of the items that did not fail. */
	done: ReadonlyMap<number, Result[]>;
	/** Number of all items. */
	items: number;
	/** The waits for the limit, of each try of Retry On Fail. */
	waits?: LimitWaits[];
	/** Sentences about what its items noted. */
	notes?: string[];
}

const counted = (count: number, one: string, many: string) =>
	`${count} ${count === 1 ? one : many}`;

/** How long a run waited for which limit; empty when it was not long. */
function waitSentence(waits: LimitWaits[] = []): string {
	const total = waits.reduce((sum, one) => sum + one.total, 0);
	const last = waits.filter((one) => one.total > 0).at(-1);
	return last === undefined || total < MIN_WAIT
		? ''
		: `The run waited ${durationInWords(total)} for the service's ${last.limitInWords}.`;
}

function warningSentences({ done }: RunOutcome): string[] {
	let [records, otherAlias, otherDomain] = [0, 0, 0];
	for (const results of done.values()) {
		records += results.length;
		for (const { json } of results) {
			const warning = textOf(json.warning);
			if (warning.includes(OTHER_ALIAS)) otherAlias++;
			else if (warning.includes(OTHER_DOMAIN)) otherDomain++;
		}
	}
	const links = counted(records, 'link', 'links');
	const sentence = (count: number, what: string) =>
		count > 0 ? `${count} of ${links} got another ${what} than requested: see "warning".` : '';
	return [sentence(otherAlias, 'alias'), sentence(otherDomain, 'domain')];
}

/**
 * Adds a hint to the output pane if items failed, records have a warning, or the run waited; otherwise nothing.
 * Versions of n8n without `addExecutionHints` show none.
 */
export function addRunHint(context: IExecuteFunctions, outcome: RunOutcome): void {
	const { done, items, waits, notes = [] } = outcome;
	const failed = items - done.size;
	const sentences = [
		failed > 0 ? `${failed} of ${counted(items, 'item', 'items')} failed.` : '',
		...warningSentences(outcome),
		...notes,
		waitSentence(waits),
	].filter(Boolean);
	if (sentences.length === 0 || typeof context.addExecutionHints !== 'function') return;
	context.addExecutionHints({ message: sentences.join(' '), location: 'outputPane' });
}

/** The name of a new record, or otherwise of its item, because api.md does not show the replies to creations. */
function nameOf(json: IDataObject, item: number, plainText: PlainText): string {
	const { shorturl, short, link, id } = isObject(json.data) ? { ...json.data, ...json } : json;
	const names = [shorturl, short, link, id].map((value) => plainText(value, MAX_NAME_LENGTH + 1));
	return names.find((name) => name !== '' && name.length <= MAX_NAME_LENGTH) ?? `item ${item}`;
}

/** As many of the first names as fit into a number of characters. */
function namesWithin(names: string[], maxLength: number): string[] {
	let length = 0;
	const tooMany = names.findIndex((name) => (length += name.length) > maxLength);
	return tooMany < 0 ? names : names.slice(0, tooMany);
}

/** Whether a record was made by this run. People remove these after a failed run, so no other may be named. */
const isMadeHere = ({ behavior: { kind } }: Operation, { created, action }: IDataObject): boolean =>
	kind === 'creates' ||
	(kind === 'createsOrGets' && created === true) ||
	(kind === 'upserts' && action === 'created');

/** The names of the records that this run made, in the order of their items. */
const namesOfCreated = ({ operation, done }: RunOutcome, plainText: PlainText): string[] =>
	[...done]
		.sort(([a], [b]) => a - b)
		.flatMap(([item, results]) =>
			results
				.filter(({ json }) => isMadeHere(operation, json))
				.map(({ json }) => nameOf(json, item, plainText)),
		);

/**
 * Adds to the error that ended a run how many items were completed, and which records were created. The names of the
 * records are also in the error's context, under `created`.
 */
export function addRunReport(
	error: NodeApiError | NodeOperationError,
	outcome: RunOutcome,
	plainText: PlainText,
): void {
	const { done, items, waits } = outcome;
	if (items === 1) return;
	const sentences = [`${done.size} of ${items} items completed; nothing further was sent.`];
	const created = namesOfCreated(outcome, plainText);
	if (created.length > 0) {
		const named = namesWithin(created.slice(0, MAX_NAMED), MAX_TEXT_LENGTH);
		const others = created.length - named.length;
		const more = others > 0 ? ` and ${others} more` : '';
		sentences.push(`Already created: ${named.join(', ')}${more}.`);
		error.context.created = namesWithin(created, MAX_CONTEXT_LENGTH);
	}
	error.description = [error.description, ...sentences, waitSentence(waits)]
		.filter(Boolean)
		.join(' ');
}
