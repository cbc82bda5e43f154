import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { KeyedMutex } from '../client/keyedMutex';
import { perKey, perRun } from '../client/memory';
import { type FailureKind, isFailure, UnexpectedReply } from '../errors';
import { asSeveralOf } from '../fields/convert';
import type { Named, NamedReference } from '../fields/reference';
import { createRecord } from '../recovery/creation';
import { namesInReply } from '../recovery/recordNames';
import { type NameList, readNames } from '../references/nameList';
import type { Naming } from '../references/names';
import { comparableName } from '../values/comparable';
import { textOf } from '../values/json';
import type { Creatable, ItemCall } from './operation';
import { isDryRun } from './parameters';
import { listed, runNotesOf, type Sentence } from './runNotes';

/** A record that was created because a field named it. */
interface Created {
	id: number;
	/** When its creation was complete, ms since epoch. */
	at: number;
}

/** Most names that are remembered for a key. */
const MAX_REMEMBERED = 10_000;

/** Drops the first entry of a list of names that became too long. */
function dropOldest(names: Map<string, unknown> | Set<string>): void {
	const [oldest] = names.keys();
	if (names.size > MAX_REMEMBERED && oldest !== undefined) names.delete(oldest);
}

/** The records that runs of this process created because they were missing, so that runs at the same time share them. */
class MissingRecords {
	private readonly created = new Map<string, Created>();
	/** Names whose creation did not end well, for example because its run was stopped, so that the record may exist. */
	private readonly inDoubt = new Set<string>();
	private readonly mutex = new KeyedMutex();

	/**
	 * @param since when the run began to read the list, in which the record is missing. What was created before that and is
	 *   not in the list has been deleted
	 * @throws {Canceled} on Stop, and what `find` and `create` throw
	 */
	async getOrCreate(
		name: string,
		since: number,
		signal: AbortSignal | undefined,
		{ find, create }: { find: () => Promise<number | undefined>; create: () => Promise<number> },
	): Promise<Created> {
		return await this.mutex.run(name, signal, async () => {
			const known = this.created.get(name);
			if (known && known.at >= since) return known;
			const found = this.inDoubt.has(name) ? await find() : undefined;
			this.inDoubt.add(name);
			dropOldest(this.inDoubt);
			const record = { id: found ?? (await create()), at: Date.now() };
			this.inDoubt.delete(name);
			this.created.delete(name);
			this.created.set(name, record);
			dropOldest(this.created);
			return record;
		});
	}
}

const missingRecordsOf = perKey(() => new MissingRecords());

/** What became of each missing record of a run, by list and name: once created or refused, it is not tried again. */
const outcomesOf = perRun(() => new Map<string, Promise<Created>>());

/** "2 campaigns were created: Spring, Summer." */
const createdSentence =
	(one: string): Sentence =>
	(names) => {
		const what = names.length === 1 ? `1 ${one} was` : `${names.length} ${one}s were`;
		return `${what} created: ${listed(names)}.`;
	};
const SENTENCES: Partial<Record<Named, Sentence>> = {
	campaigns: createdSentence('campaign'),
	channels: createdSentence('channel'),
};

/** @throws {UnexpectedReply} when the reply does not contain the ID of the new record */
function createdId(record: IDataObject, body: IDataObject): number {
	const id = Number(namesInReply(record, body).find((name) => /^[1-9]\d*$/.test(name)));
	if (Number.isSafeInteger(id)) return id;
	throw new UnexpectedReply('the ID of the new record');
}

/** The ID of the record with this name, if there is one meanwhile: another process or run may have created it. */
async function idMeanwhile(call: ItemCall, { named, text }: NamedReference) {
	const [found, ...others] = (await readNames(call, named)).find(text);
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
	service.log.debug(`creates the ${recovery.what} "${text}", which a field names`);
	const created = createRecord(service, { method: 'POST', url, body }, recovery, { abandoned });
	return await created.then(
		(record) => {
			const sentence = SENTENCES[named];
			if (sentence) runNotesOf(call.run).add(sentence, service.plainText(text));
			return createdId(record, body);
		},
		async (error: unknown) => {
			const mayExist = isFailure(error, 'refused') || isFailure(error, 'outcomeUnknown');
			const id = mayExist ? await idMeanwhile(call, reference) : undefined;
			if (id === undefined) throw error;
			return id;
		},
	);
}

/** The failure of a creation that several items need, for one of them. */
function errorFor(
	{ service, item }: ItemCall,
	what: string,
	text: string,
	error: unknown,
): unknown {
	if (error instanceof UnexpectedReply || !(error instanceof NodeApiError)) return error;
	return service.errorFor(
		{
			kind: textOf(error.context.failureKind) as FailureKind,
			retry: 'never',
			message: `The ${what} "${text}" was not created: ${error.message}`,
			advice: textOf(error.description),
			httpCode: error.httpCode ?? undefined,
		},
		item,
	);
}

/** The ID of a record that did not exist when the list was read. It is created by the first item of the run that needs it. */
async function idOfMissing(
	call: ItemCall,
	reference: NamedReference,
	{ readAt }: NameList,
	creatable: Creatable,
): Promise<number> {
	const { named, text } = reference;
	const name = `${named} ${comparableName(text).normalize('NFC')}`;
	const { service } = call;
	const outcomes = outcomesOf(call.run);
	const outcome =
		outcomes.get(name) ??
		missingRecordsOf(service).getOrCreate(name, readAt, service.signal, {
			find: async () => await idMeanwhile(call, reference),
			create: async () => await createMissing(call, reference, creatable),
		});
	outcomes.set(name, outcome);
	const { id } = await outcome.catch((error: unknown) => {
		throw errorFor(call, creatable.recovery.what, text, error);
	});
	return id;
}

/** What the option Create Missing allows to create. @throws {NodeOperationError} for another value */
function chosenBy(call: ItemCall): string[] {
	const { operation, node, item } = call;
	if (!operation.creatable) return [];
	const { createMissing } = call.parameter<IDataObject>('options', {});
	const known = Object.keys(operation.creatable);
	return asSeveralOf(...known)(createMissing, { label: 'Create Missing', node, item });
}

/**
 * What happens with names that no record has: if Create Missing allows it, they are kept in the check, and created when they
 * are first needed, unless nothing is to be changed. All others are errors.
 */
export function namingOf(call: ItemCall, inCheck: boolean): Naming {
	const { creatable = {} } = call.operation;
	return {
		creatable: Object.keys(creatable) as Named[],
		orElse(reference, names) {
			const how = creatable[reference.named];
			if (!how || !chosenBy(call).includes(reference.named)) return undefined;
			return inCheck || isDryRun(call) ? reference : idOfMissing(call, reference, names, how);
		},
	};
}
