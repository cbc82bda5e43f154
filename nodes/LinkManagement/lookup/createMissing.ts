import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { forgetOldest } from '../client/account';
import { settled } from '../client/wait';
import { type FailureKind, isFailure, messageWithoutItem, UnexpectedReply } from '../errors';
import { warnTool } from '../fields/convert';
import type { NamedReference } from '../fields/reference';
import { namesInReply } from '../recovery/createdRecords';
import { createRecord } from '../recovery/createRecord';
import { comparableName } from '../text/comparable';
import { textOf } from '../text/json';
import { valueWarning } from '../text/sentences';
import type { Creatable, LookupItem } from './item';
import { readNames } from './nameList';
import { referencesIn, withValues } from './names';

const keyOf = ({ named, text }: NamedReference): string => `${named} ${comparableName(text)}`;

const MAX_NAMES = 10_000;

const WAS_CREATED = valueWarning('was created, because no record was called so');

/** A creation since this try of the run began: the list shows earlier ones. Of an earlier try, only a success counts. */
function creationSince({ service, run }: LookupItem, key: string) {
	const known = service.account.createdByName.get(key);
	if (!known || known.endedAt > run.startedAt) return known;
	return known.run.deref() === run && !known.hasFailed ? known : undefined;
}

/** The failure of a creation that several items need, as that of one of them: its message may name the item that sent it. */
const failureFor = (item: LookupItem, error: unknown, before = ''): unknown =>
	error instanceof NodeApiError
		? item.error({
				kind: textOf(error.context.failureKind) as FailureKind,
				message: before + messageWithoutItem(error, Number(error.context.itemIndex)),
				advice: textOf(error.description),
				httpCode: error.httpCode ?? undefined,
			})
		: error;

/**
 * Creates a record by its name once for all runs of this process. One that failed is not tried again in the try.
 * @param create gets whether an earlier creation failed, so that the record may exist
 */
export async function createOnce(
	item: LookupItem,
	key: string,
	create: (mayExist: boolean) => Promise<IDataObject>,
): Promise<IDataObject> {
	const { service, run } = item;
	const { createdByName } = service.account;
	for (let known = creationSince(item, key); known; known = creationSince(item, key)) {
		if (known.run.deref() === run)
			return await known.record.catch((error: unknown) => {
				throw failureFor(item, error);
			});
		// Another run may fail, or be stopped
		const made = await settled(known.record, service.signal);
		if (made) return made;
		// One of the items that waited creates it
		if (createdByName.get(key) === known) break;
	}
	const mayExist = createdByName.get(key)?.hasFailed === true;
	const record = create(mayExist).finally(() => {
		creation.endedAt = performance.now();
	});
	const creation = { run: new WeakRef(run), record, endedAt: Infinity, hasFailed: false };
	record.catch(() => (creation.hasFailed = true));
	createdByName.delete(key);
	createdByName.set(key, creation);
	forgetOldest(createdByName, MAX_NAMES);
	return await record;
}

/** Another process or run may have created the record. */
async function findMeanwhile(
	item: LookupItem,
	{ named, text }: NamedReference,
): Promise<IDataObject | undefined> {
	const [found, ...others] = (await readNames(item, named)).findByName(text);
	return found && others.length === 0 ? { id: Number(found.value) } : undefined;
}

/** With the care of every creation. A service may refuse a name that exists. */
async function createByName(
	item: LookupItem,
	reference: NamedReference,
	{ url, recovery }: Creatable,
): Promise<IDataObject> {
	const { service, run, requestOptions } = item;
	const { named, text } = reference;
	const body = { name: text };
	service.log.debug(`creates the ${recovery.what} "${text}", which a field names`);
	// After a lost reply: the list was without the name, so one that has it is not older, whatever its ID
	const findOlder = async () => await findMeanwhile(item, reference);
	const { abandoned } = requestOptions;
	const request = { method: 'POST', url, body } as const;
	let existing: IDataObject | undefined;
	const creation = createRecord({ service, request, abandoned }, { ...recovery, findOlder });
	const record = await creation.catch(async (error: unknown) => {
		const mayExist = isFailure(error, 'refused', 'outcomeUnknown');
		existing = mayExist ? await findMeanwhile(item, reference) : undefined;
		if (!existing) throw error;
		return existing;
	});
	if (existing) return existing;
	(run.summary.createdMissing[named] ??= []).push(service.plainText(text));
	warnTool(reference.field, WAS_CREATED, text);
	const id = Number(namesInReply(record, body).find((name) => /^[1-9]\d*$/.test(name)));
	if (!Number.isSafeInteger(id)) throw new UnexpectedReply('the ID of the new record');
	return { id };
}

/** The ID of a record that did not exist when the list was read. It is created by the first item that needs it. */
async function idOfMissing(item: LookupItem, reference: NamedReference): Promise<number> {
	// A name without a record stays a reference only where one can be created
	const creatable = item.operation.creatable![reference.named]!;
	try {
		const { id } = await createOnce(item, keyOf(reference), async (mayExist) => {
			const found = mayExist ? await findMeanwhile(item, reference) : undefined;
			return found ?? (await createByName(item, reference, creatable));
		});
		return Number(id);
	} catch (error) {
		throw failureFor(
			item,
			error,
			`The ${creatable.recovery.what} "${reference.text}" was not created: `,
		);
	}
}

/** The records that a body names and that are still to be created, to wait for one another. */
export const missingIn = (item: LookupItem, body: IDataObject): string[] =>
	referencesIn(body)
		.map(keyOf)
		.filter((key) => !creationSince(item, key));

/** The body with the IDs of the missing records that it names. To be called when it is about to be sent, as they are created. */
export async function createMissing(item: LookupItem, body: IDataObject): Promise<IDataObject> {
	const ids = new Map<unknown, number>();
	for (const reference of referencesIn(body))
		ids.set(reference, await idOfMissing(item, reference));
	return withValues(body, ids);
}
