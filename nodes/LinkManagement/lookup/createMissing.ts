import { type IDataObject, NodeApiError } from 'n8n-workflow';
import { filledPath } from '../client/endpoints';
import { perKey, perRun, forgetOldest } from '../client/account';
import { type FailureKind, type FinalFailure, isFailure, UnexpectedReply } from '../errors';
import { warnAbout } from '../fields/convert';
import { LinkReference, type Named, NamedReference } from '../fields/reference';
import { createRecord } from '../recovery/createRecord';
import { namesInReply } from '../recovery/createdRecords';
import { validRecordId } from './call';
import { findReferred } from './linkReference';
import { type NameList, readNames } from './nameList';
import { type Naming, resolveNames } from './names';
import { comparableName } from '../text/comparable';
import { textOf } from '../text/json';
import { counted, countedThat, listed, type Sentence, valueWarning } from '../text/sentences';
import type { Creatable, ItemCall } from '../run/operation';
import { noteAssumedDomain, runNotesOf } from '../run/notes';
import { KeyedMutex } from '../client/wait';

const keyOf = ({ named, text }: NamedReference): string => `${named} ${comparableName(text)}`;

/** The IDs of records that runs of this process created because they were missing, or may have. At most 10,000 names. */
const createdOf = perKey(() => new CreatedByName<number>());

/** What became of each missing record of a run, by list and name: once created or refused, it is not tried again. At most one for each name in the rows. */
const outcomesOf = perRun(() => new Map<string, Promise<number>>());

/** "2 campaigns were created: Spring, Summer."; in a plan "It would create 2 campaigns: Spring (200 rows), …". */
const sentencesAbout = (one: string): Record<'created' | 'planned', Sentence> => ({
	created: (names) => `${countedThat(names.length, one, 'was', 'were')} created: ${listed(names)}.`,
	planned(texts) {
		const names = new Map<string, { text: string; rows: number }>();
		for (const text of texts) {
			// The first row that needs it decides how its name is written
			const name = names.get(comparableName(text)) ?? { text, rows: 0 };
			name.rows++;
			names.set(comparableName(text), name);
		}
		const inOrder = [...names.values()].sort((a, b) => b.rows - a.rows);
		const shown = inOrder.map(({ text, rows }) => `${text} (${counted(rows, 'row')})`);
		return `It would create ${counted(names.size, one)}: ${listed(shown)}.`;
	},
});
const SENTENCES: Partial<Record<Named, ReturnType<typeof sentencesAbout>>> = {
	campaigns: sentencesAbout('campaign'),
	channels: sentencesAbout('channel'),
};

/** For a plan: the records among the values of a request that the run would create. */
export function notePlanned({ run, service }: ItemCall, values: unknown[]): void {
	for (const value of values) {
		if (!(value instanceof NamedReference)) continue;
		const sentence = SENTENCES[value.named]?.planned;
		if (sentence) runNotesOf(run).add(sentence, service.plainText(value.text), 'creates');
	}
}

const TAKEN_BY_ID = valueWarning('was taken as an ID, because no record is called so');
const TARGETS_BY_ID: Sentence = (records) =>
	`No record has a name that was given, so the one with this ID was taken: ${listed(records)}.`;

function createdId(record: IDataObject, body: IDataObject): number {
	const id = Number(namesInReply(record, body).find((name) => /^[1-9]\d*$/.test(name)));
	if (Number.isSafeInteger(id)) return id;
	throw new UnexpectedReply('the ID of the new record');
}

/** Another process or run may have created the record. */
async function idMeanwhile(call: ItemCall, { named, text }: NamedReference) {
	const [found, ...others] = (await readNames(call, named)).findByName(text);
	return found && others.length === 0 ? Number(found.value) : undefined;
}

/** Creates a record with a name, with the care of every creation. A service may refuse a name that exists. */
async function createMissing(
	call: ItemCall,
	reference: NamedReference,
	{ url, recovery }: Creatable,
): Promise<number> {
	const { service, abandoned } = call;
	const { named, text } = reference;
	const body = { name: text };
	const request = { method: 'POST', url, body } as const;
	service.log.debug(`creates the ${recovery.what} "${text}", which a field names`);
	// After a lost reply: the list was without the name, so one that has it is not older, whatever its ID
	const orElse = async () => {
		const id = await idMeanwhile(call, reference);
		return id === undefined ? undefined : { id };
	};
	const created = createRecord({ service, request, abandoned }, { ...recovery, orElse });
	return await created.then(
		(record) => {
			const sentence = SENTENCES[named]?.created;
			if (sentence) runNotesOf(call.run).add(sentence, service.plainText(text));
			return createdId(record, body);
		},
		async (error: unknown) => {
			const mayExist = isFailure(error, 'refused', 'outcomeUnknown');
			const id = mayExist ? await idMeanwhile(call, reference) : undefined;
			if (id === undefined) throw error;
			return id;
		},
	);
}

/** The ID of a record that did not exist when the list was read. It is created by the first item of the run that needs it. */
async function idOfMissing(
	call: ItemCall,
	reference: NamedReference,
	{ readAt }: NameList,
	creatable: Creatable,
): Promise<number> {
	const name = keyOf(reference);
	const { service, run, item } = call;
	const outcomes = outcomesOf(run);
	const create = async (mayExist: boolean) =>
		(mayExist ? await idMeanwhile(call, reference) : undefined) ??
		(await createMissing(call, reference, creatable));
	const outcome =
		outcomes.get(name) ?? createdOf(service).getOrCreate(name, readAt, service.signal, create);
	outcomes.set(name, outcome);
	return await outcome.catch((error: unknown) => {
		if (!(error instanceof NodeApiError)) throw error;
		const failure: FinalFailure = {
			kind: textOf(error.context.failureKind) as FailureKind,
			message: `The ${creatable.recovery.what} "${reference.text}" was not created: ${error.message}`,
			advice: textOf(error.description),
			httpCode: error.httpCode ?? undefined,
		};
		throw service.errorFor(item, failure);
	});
}

/** Names that no record has are kept until they are to be created, if Create Missing allows it. */
export function namingOf(call: ItemCall, mayCreate = false): Naming {
	const { creatable = {} } = call.operation;
	const { method = '' } = call.request;
	const { createMissing: chosen = [] } = call.given;
	return {
		creatable: Object.keys(creatable) as Named[],
		creates: chosen,
		isTarget: ['DELETE', 'PUT'].includes(method),
		tookId({ named, text, field, isNumber }, { name }, isInPath) {
			// A domain that was chosen by its ID stands here, too
			if (isNumber && named === 'domainTexts') return;
			// The reply to an assignment has room for a warning
			if (isInPath && method !== 'POST')
				runNotesOf(call.run).add(
					TARGETS_BY_ID,
					call.service.plainText(`${text} (${name})`),
					'needsEye',
				);
			else warnAbout(field, TAKEN_BY_ID, text);
		},
		orElse(reference, names) {
			const how = creatable[reference.named];
			if (!how || !chosen.includes(reference.named)) return undefined;
			return mayCreate ? idOfMissing(call, reference, names, how) : reference;
		},
	};
}

/** Whether a body names records that are still to be created. */
export const lacksRecords = ({ run }: ItemCall, body: IDataObject): boolean =>
	Object.values(body)
		.flat()
		.some((value) => value instanceof NamedReference && !outcomesOf(run).has(keyOf(value)));

/** With the IDs of records that were missing. To be called when the request is about to be sent, as it creates them. */
export const withMissingRecords = async (call: ItemCall): Promise<ItemCall> =>
	await resolveNames(call, namingOf(call, true));

/** The call with the ID of a link that its path gives by short URL or alias, and the reply if a search returned the link. */
async function withLinkId(call: ItemCall): Promise<ItemCall> {
	for (const [name, reference] of Object.entries(call.path)) {
		if (!(reference instanceof LinkReference)) continue;
		const isListEnough = call.operation.behavior.isListEnough?.(call.given);
		const found = await findReferred({ ...call, isListEnough }, reference);
		if (call.request.method !== 'GET') noteAssumedDomain(call, found);
		const { link, reply } = found;
		return { ...call, path: { ...call.path, [name]: validRecordId(link.id) }, linkReply: reply };
	}
	return call;
}

/**
 * Replaces names, short URLs and aliases by IDs, and fills in the path. In the check of all items, only names are replaced,
 * which takes one request for each list of the run: a link may take a request of its own. Names of records that Create
 * Missing will create stay: see `withMissingRecords`.
 */
export async function resolveReferences(
	call: ItemCall,
	when: 'inCheck' | 'whenSent' = 'inCheck',
): Promise<ItemCall> {
	const named = await resolveNames(call, namingOf(call));
	if (when === 'inCheck') return named;
	const resolved = await withLinkId(named);
	const { request, path } = resolved;
	return { ...resolved, request: { ...request, url: filledPath(request.url, path) } };
}

const MAX_NAMES = 10_000;

/** What this process created by name, so that equal rows, and runs at the same time, get the same record. */
export class CreatedByName<T> {
	private readonly known = new Map<string, { record?: T; at: number; mayExist: boolean }>();
	private readonly mutex = new KeyedMutex();

	/**
	 * @param since when the run began to read the list, in which the record is missing, ms since epoch. What was created
	 *   before that and is not in the list has been deleted
	 * @param create gets whether an earlier creation did not end well, for example because its run was stopped, so that the
	 *   record may exist
	 */
	async getOrCreate(
		name: string,
		since: number,
		signal: AbortSignal | undefined,
		create: (mayExist: boolean) => Promise<T>,
	): Promise<T> {
		return await this.mutex.run(name, signal, async () => {
			const { record: made, at = 0, mayExist = false } = this.known.get(name) ?? {};
			if (made !== undefined && at >= since) return made;
			this.note(name, { record: made, at, mayExist: true });
			const record = await create(mayExist);
			this.note(name, { record, at: Date.now(), mayExist: false });
			return record;
		});
	}

	private note(name: string, known: { record?: T; at: number; mayExist: boolean }): void {
		this.known.delete(name);
		this.known.set(name, known);
		forgetOldest(this.known, MAX_NAMES);
	}
}
