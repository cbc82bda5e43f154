import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type NodeExecutionHint,
	NodeOperationError,
} from 'n8n-workflow';

import type { Service } from '../client/service';
import { isFailure, isTool, type ItemError } from '../errors';
import { textOf } from '../text/json';
import type { PlainText } from '../text/plainText';
import { counted, countedThat, durationInWords, namesInWords } from '../text/sentences';
import { type Reasons, textsWithin } from './reasons';
import type { Results, Run } from './run';

/** Shorter waits of a run, in ms, are not mentioned. */
const MIN_WAIT = 10_000;
const MAX_REASONS_LENGTH = 1_000;
/** Longest name, in characters. A longer one is not used, because a shortened address would not work. */
const MAX_NAME_LENGTH = 200;
/** The most records that the text names, and its maximum length in characters. */
const MAX_NAMED = 100;
const MAX_TEXT_LENGTH = 4_000;
/** The most records that the error's context names, because n8n stores it, and more names would block other work. */
const MAX_IN_CONTEXT = 1_000;

/** How a plan that shows only a failure shows the other rows, too. */
const TO_SEE_PLAN = 'To see the plan of the others, set On Error to Continue.';

export function addPlanAdvice(
	error: ItemError,
	{ items, summary }: Run,
	{ signal }: Service,
): void {
	if (summary.plan && items > 1 && signal?.aborted !== true)
		error.description = `${error.description} ${TO_SEE_PLAN}`;
}

function waitSentence({ results: { waits } }: Run): string {
	const total = waits.reduce((sum, one) => sum + one.total, 0);
	const last = waits.filter((one) => one.total > 0).at(-1);
	return last === undefined || total < MIN_WAIT
		? ''
		: `The run waited ${durationInWords(total)} for the service's ${last.limitInWords}.`;
}

/** What was done, a warning with what needs an eye, and the rest. */
export function addHints(context: IExecuteFunctions, run: Run): void {
	// Old versions of n8n
	if (typeof context.addExecutionHints !== 'function') return;
	const { items, summary } = run;
	const { reasons, blank } = run.results;
	const howFailed = summary.plan ? 'cannot be sent' : 'failed';
	const failed = `${reasons.count} of ${counted(items, 'item')} ${howFailed}.`;
	const blankRows = `${countedThat(blank.size, 'row', 'has', 'have')} no value, and came out unchanged.`;
	const counts = [...summary.counts(), reasons.count > 0 && failed];
	const toSee = [...reasons.lines(MAX_REASONS_LENGTH, items - blank.size), ...summary.toSee()];
	const rest = [...summary.rest(), blank.size > 0 && blankRows, waitSentence(run)];
	const hints: NodeExecutionHint[] = [
		{ message: counts.filter(Boolean).join(' ') },
		{ message: toSee.join('<br>'), type: 'warning' },
		{ message: rest.filter(Boolean).join(' ') },
	];
	const shown = hints.filter(({ message }) => message !== '');
	context.addExecutionHints(...shown.map((hint) => ({ ...hint, location: 'outputPane' as const })));
}

type OfItem = [item: number, record: IDataObject];

/** The name of a new record, or otherwise of its item, because api.md does not show the replies to creations. */
function recordName([item, record]: OfItem, plainText: PlainText): string {
	const { shorturl, short, link, id } = record;
	for (const text of [shorturl, short, link, id].map(textOf)) {
		const name = text.length > MAX_NAME_LENGTH ? '' : plainText(text);
		if (name !== '') return name;
	}
	return `item ${item}`;
}

/** By item, in their order, each record once. */
function madeRecords({ made, perhapsFound }: Results) {
	const known = new Set<string>();
	const inOrder = [...made].sort(([a], [b]) => a - b);
	const namedOnce = (arePerhapsFound: boolean): OfItem[] =>
		inOrder.filter(([item, { id, shorturl }]) => {
			const identity = textOf(id ?? shorturl) || `item ${item}`;
			if (perhapsFound.has(item) !== arePerhapsFound || known.has(identity)) return false;
			known.add(identity);
			return true;
		});
	return { created: namedOnce(false), madeOrFound: namedOnce(true) };
}

function namedRecords(records: OfItem[], plainText: PlainText) {
	const names = records.slice(0, MAX_IN_CONTEXT).map((record) => recordName(record, plainText));
	const named = textsWithin(names.slice(0, MAX_NAMED), MAX_TEXT_LENGTH);
	const others = records.length - named.length;
	const more = others > 0 ? ` and ${others} more` : '';
	return { names, inWords: `${named.join(', ')}${more}` };
}

/** The other items that may have made a record, because the error shows only the failure of one. */
function doubtSentence({ results, items: all }: Run, shown: ItemError): string {
	const others = [...results.unknown.values()]
		.filter(({ error }) => error !== shown && isFailure(error, 'outcomeUnknown'))
		.map(({ name }) => name);
	const items = [...others, ...results.inDoubt.values()];
	if (items.length === 0) return '';
	const names = items.sort((a, b) => a.item - b.item).map((name) => namesInWords([name]));
	const where = all === 1 ? '' : ` for ${names.join(', ')}, too`;
	return `Check the service${where}: whether a record was created is not known.`;
}

/** Adds to the error that ended a run how many of several items were completed, and which records were created. */
export function addReport(error: ItemError, run: Run, plainText: PlainText): void {
	const { items, results, summary } = run;
	const isPlan = summary.isOnlyPlan;
	const sentences: string[] = [];
	if (items > 1)
		sentences.push(
			`${results.done.size} of ${items} items completed; ${isPlan ? 'nothing was changed' : 'nothing further was sent'}.`,
		);
	const { created, madeOrFound } = madeRecords(results);
	if (created.length > 0) {
		const { names, inWords } = namedRecords(created, plainText);
		sentences.push(`Already created: ${inWords}.`);
		error.context.created = names;
	}
	if (madeOrFound.length > 0) {
		const { inWords } = namedRecords(madeOrFound, plainText);
		sentences.push(`Made or found, perhaps before this run: ${inWords}.`);
	}
	sentences.push(doubtSentence(run, error));
	if (!isPlan) sentences.push(...summary.toSee(), ...summary.rest(), ...summary.counts());
	sentences.push(waitSentence(run));
	error.description = [error.description, ...sentences].filter(Boolean).join(' ');
}

/** @returns the error that ended the try, with a report: that of the first item, which n8n shows */
export function reportEnding(run: Run, plainText: PlainText): ItemError | undefined {
	const [first] = [...run.results.ending].sort(([a], [b]) => a - b);
	if (first) addReport(first[1], run, plainText);
	return first?.[1];
}

/** Of the reasons of a check, in characters. */
const MAX_DESCRIPTION_LENGTH = 3_000;

/** Why items of a run can't be sent, grouped; a single item has its own error. @returns undefined if all can be sent */
export function checkError(run: Run, reasons: Reasons, node: INode): ItemError | undefined {
	const { items, results, summary, tries } = run;
	const { count, first } = reasons;
	if (!first || items === 1) return first?.error;
	// An earlier try of Retry On Fail may have changed something
	const unchanged = tries > 1 ? '' : ' Nothing was changed.';
	const message = `${count} of ${items} items cannot be sent.${unchanged}`;
	const rows = items - results.blank.size;
	const lines = reasons.lines(MAX_DESCRIPTION_LENGTH, rows);
	if (summary.plan && count < rows) lines.push(TO_SEE_PLAN);
	return new NodeOperationError(node, message, {
		// n8n's editor adds [item …] to the message, as if only that one were meant
		itemIndex: count === 1 ? first.item : undefined,
		// It shows HTML, where a line feed is a blank
		description: lines.join(isTool(node) ? ' ' : '<br>'),
	});
}
