import type { IDataObject, IExecuteFunctions, NodeExecutionHint, NodeHint } from 'n8n-workflow';
import { isFailure, type ItemError } from '../errors';
import type { Operation } from './operation';
import { isMadeHere, madeByFailedOf, madeOrFoundOf, runNotesOf } from './notes';
import { textOf } from '../text/json';
import { counted, countedThat, durationInWords } from '../text/sentences';
import type { PlainText } from '../text/plainText';
import type { CompletedItems } from './completedItems';
import { textsWithin } from './reasons';

/** n8n's editor counts the items only after the node before has run. Otherwise the condition fails, and no hint is shown. */
const IS_LONG = '$input.all().length > 30';

const beforeRun = (message: string, condition: string): NodeHint => ({
	message,
	displayCondition: `={{ ${condition} }}`,
	whenToDisplay: 'beforeExecution',
	location: 'outputPane',
});

export const hints: NodeHint[] = [
	beforeRun(
		"Each input item deletes a record permanently. With 'Maximum Deletions', under 'Options', a run with more items than you expect deletes nothing.",
		'$parameter["operation"] === "delete"',
	),
	beforeRun(
		'At 30 requests a minute and one request an item, every 30 items take a minute. The node follows the rate limit of your plan and waits when necessary.',
		`$parameter["operation"] !== "getAll" && $parameter["addQrCode"] !== true && ${IS_LONG}`,
	),
	beforeRun(
		"At 30 requests a minute and, with 'Add QR Code', two requests a link, every 15 links take a minute. The node follows the rate limit of your plan and waits when necessary.",
		`$parameter["addQrCode"] === true && ${IS_LONG}`,
	),
	beforeRun(
		'A long list is read in pages of up to 1,000 records within the rate limit of your plan. At 30 requests a minute, 100,000 records take about 3 minutes, or 33 minutes if the service returns only 100 per page.',
		'$parameter["returnAll"] === true',
	),
];

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

interface RunOutcome {
	operation: Operation;
	completed: CompletedItems;
	items: number;
}

function waitSentence({ completed: { waits } }: RunOutcome): string {
	const total = waits.reduce((sum, one) => sum + one.total, 0);
	const last = waits.filter((one) => one.total > 0).at(-1);
	return last === undefined || total < MIN_WAIT
		? ''
		: `The run waited ${durationInWords(total)} for the service's ${last.limitInWords}.`;
}

/** What was done, a warning with what needs an eye, and the rest. */
export function addRunHints(context: IExecuteFunctions, outcome: RunOutcome): void {
	// Old versions of n8n
	if (typeof context.addExecutionHints !== 'function') return;
	const { completed, items } = outcome;
	const { reasons, blank } = completed;
	const notes = runNotesOf(completed);
	const howFailed = notes.plan ? 'cannot be sent' : 'failed';
	const failed =
		reasons.count === 0 ? [] : [`${reasons.count} of ${counted(items, 'item')} ${howFailed}.`];
	const blankRows = `${countedThat(blank.size, 'row', 'has', 'have')} no value, and came out unchanged.`;
	const rest = [...notes.sentences('rest'), blank.size > 0 && blankRows, waitSentence(outcome)];
	const hints: NodeExecutionHint[] = [
		{
			message: [...notes.sentences('counts'), ...notes.sentences('creates'), ...failed].join(' '),
		},
		{
			message: [
				...reasons.lines(MAX_REASONS_LENGTH, items - blank.size),
				...notes.sentences('needsEye'),
			].join('<br>'),
			type: 'warning',
		},
		{ message: rest.filter(Boolean).join(' ') },
	];
	const shown = hints.filter(({ message }) => message !== '');
	context.addExecutionHints(...shown.map((hint) => ({ ...hint, location: 'outputPane' as const })));
}

/** A record with the item that got it. */
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

/** By item, in their order, each record once. An item makes one record at most. */
function createdRecords({ operation, completed: { done, tries } }: RunOutcome) {
	const made = new Map(tries.flatMap((run) => [...madeByFailedOf(run)]));
	for (const [item, [result]] of done)
		if (result && isMadeHere(operation, result.json)) made.set(item, result.json);
	const perhapsFound = new Set(tries.flatMap((run) => [...madeOrFoundOf(run)]));
	const known = new Set<string>();
	const namedOnce = (areMade: boolean): OfItem[] =>
		[...made]
			.sort(([a], [b]) => a - b)
			.filter(([item, { id, shorturl }]) => {
				const identity = textOf(id ?? shorturl) || `item ${item}`;
				if (perhapsFound.has(item) === areMade || known.has(identity)) return false;
				known.add(identity);
				return true;
			});
	return { created: namedOnce(true), madeOrFound: namedOnce(false) };
}

function namedRecords(records: OfItem[], plainText: PlainText) {
	const names = records.slice(0, MAX_IN_CONTEXT).map((record) => recordName(record, plainText));
	const named = textsWithin(names.slice(0, MAX_NAMED), MAX_TEXT_LENGTH);
	const others = records.length - named.length;
	const more = others > 0 ? ` and ${others} more` : '';
	return { names, inWords: `${named.join(', ')}${more}` };
}

/** The other items that may have made a record, because the error shows only the failure of one. */
function doubtSentence(
	{ completed: { unknown, inDoubt }, items: all }: RunOutcome,
	shown: ItemError,
): string {
	const others = [...unknown]
		.filter(([, { error }]) => error !== shown && isFailure(error, 'outcomeUnknown'))
		.map(([item]) => item);
	const items = [...others, ...inDoubt].sort((a, b) => a - b);
	if (items.length === 0) return '';
	const where = all === 1 ? '' : ` for item ${items.join(', item ')}, too`;
	return `Check the service${where}: whether a record was created is not known.`;
}

/** How a plan that shows only a failure shows the other rows, too. */
export const TO_SEE_PLAN = 'To see the plan of the others, set On Error to Continue.';

/** Adds to the error that ended a run how many of several items were completed, and which records were created. */
export function addRunReport(error: ItemError, outcome: RunOutcome, plainText: PlainText): void {
	const { completed, items } = outcome;
	const isPlan = runNotesOf(completed).plan !== undefined;
	const sentences =
		items === 1
			? []
			: [
					`${completed.done.size} of ${items} items completed; ${isPlan ? 'nothing was changed' : 'nothing further was sent'}.`,
				];
	const { created, madeOrFound } = createdRecords(outcome);
	if (created.length > 0) {
		const { names, inWords } = namedRecords(created, plainText);
		sentences.push(`Already created: ${inWords}.`);
		error.context.created = names;
	}
	if (madeOrFound.length > 0) {
		const { inWords } = namedRecords(madeOrFound, plainText);
		sentences.push(`Made or found, perhaps before this run: ${inWords}.`);
	}
	sentences.push(
		doubtSentence(outcome, error),
		...(isPlan ? [] : runNotesOf(completed).sentences()),
		waitSentence(outcome),
	);
	error.description = [error.description, ...sentences].filter(Boolean).join(' ');
}
