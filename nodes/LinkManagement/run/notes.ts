import type { IDataObject } from 'n8n-workflow';
import { perRun } from '../client/account';
import type { ShownLink } from '../lookup/askForLink';
import { hostOf } from '../text/comparable';
import { textOf } from '../text/json';
import { counted, type Sentence } from '../text/sentences';
import type { ItemCall, Operation, Run } from './operation';

/** `creates` follows the counts: the records that a plan would create beside its links. */
type NoteKind = 'counts' | 'creates' | 'needsEye' | 'rest';

/** What a plan would do with a row. `again` is an update only because of fields that no reading shows. */
export type PlannedKind = 'again' | 'create' | 'none' | 'update';

class RunNotes {
	/** What a plan would do, by item. A run that changes something has none. */
	plan?: Map<number, PlannedKind>;
	private readonly notes = new Map<Sentence, { kind: NoteKind; details: string[] }>();

	/**
	 * @param sentence a function declared once in a file: details with the same function come into one sentence
	 * @param detail of one item, e.g. the name of a campaign
	 */
	add(sentence: Sentence, detail: string, kind: NoteKind = 'rest'): void {
		const note = this.notes.get(sentence) ?? { kind, details: [] };
		this.notes.set(sentence, note);
		note.details.push(detail);
	}

	/** In the order in which the first detail of each came. @param kind default: all kinds */
	sentences(kind?: NoteKind): string[] {
		return [...this.notes]
			.filter(([, note]) => kind === undefined || note.kind === kind)
			.map(([sentence, { details }]) => sentence(details));
	}
}

/** The notes that the items of a run share, in all its tries. At most a few for each item. */
const notesOfRun = perRun(() => new RunNotes());

export const runNotesOf = (run: Partial<Run>): RunNotes => notesOfRun(run.tries?.[0] ?? run);

/** The details name the records, because several rows may have one in common. @param unchanged the rest of the sentence */
export const existedAlready =
	(what: string, unchanged: { one: string; several: string }): Sentence =>
	(records) => {
		const { size } = new Set(records);
		const rest = size === 1 ? unchanged.one : unchanged.several;
		return `${counted(size, what)} existed already${rest}`;
	};

export function addWarning(record: IDataObject, sentence: string | undefined): IDataObject {
	if (sentence === undefined) return record;
	const warning = record.warning === undefined ? sentence : `${textOf(record.warning)} ${sentence}`;
	return { ...record, warning };
}

/**
 * Records that items of a run made and do not report, by item: something failed or was stopped after the creation. The error
 * that ends the run names them, because it shows only the failure of one item. At most one for each item.
 */
export const madeByFailedOf = perRun(() => new Map<number, IDataObject>());

/**
 * Items that got a link with quite another alias than they asked for. It may be the one that the long URL had before the run, so
 * that nobody may delete it as made by the run. At most one entry for each item.
 */
export const madeOrFoundOf = perRun(() => new Set<number>());

export const madeByEarlierTry = ({ run, item }: ItemCall): IDataObject | undefined =>
	run.tries?.map((each) => madeByFailedOf(each).get(item)).find((record) => record !== undefined);

/** Whether a record was made by this run. People remove these after a failed run, so no other may be named. */
export const isMadeHere = (
	{ behavior: { kind } }: Operation,
	{ created, action }: IDataObject,
): boolean =>
	kind === 'creates' ||
	(kind === 'createsOrGets' && created === true) ||
	(kind === 'upserts' && action === 'created');

const allThere: Sentence = ([host]) =>
	`${host} was taken for the default domain, because all links that were read are there. Set Default Domain in the credential if it is another one.`;
const notOwn: Sentence = ([host]) =>
	`${host} was taken for the default domain, because it is the only host of links that is no domain of the account. Set Default Domain in the credential if it is another one.`;

/** Of a link that is changed: says on which domain it was looked for, where this is only assumed. */
export function noteAssumedDomain({ run, service }: ItemCall, { foundOn }: ShownLink): void {
	if (foundOn?.basis !== 'assumed') return;
	const sentence = foundOn.hasAllLinks ? allThere : notOwn;
	runNotesOf(run).add(sentence, service.plainText(hostOf(foundOn.address)));
}
