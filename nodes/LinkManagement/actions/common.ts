import type { IDataObject } from 'n8n-workflow';

import { linkPath, type NamedList } from '../client/endpoints';
import { asPositiveInteger } from '../fields/convert';
import type { Collection, ValueField } from '../fields/field';
import { countField, listFields, optionsCollection, switchField, textField } from '../fields/kinds';
import { type ListRequest, readList } from '../lists/readList';
import {
	deleteRecord,
	showsNewValues,
	type UpdateCheck,
	updateRecord,
} from '../recovery/changeRecord';
import { findRecord, type RecordTarget, sourceOf } from '../recovery/findRecord';
import { type CreationRecovery, DIFFERENT, NAMED } from '../recovery/lookUp';
import type { Item, Operation } from '../run/item';
import { comparableName } from '../text/comparable';
import { grouped } from '../text/sentences';
import { deleted } from './reply';

export const nameField = (what: string, example: string) =>
	textField({
		displayName: 'Name',
		name: 'name',
		placeholder: `e.g. ${example}`,
		description: `The name under which the ${what} is listed`,
		routing: { send: { type: 'body', property: 'name' } },
	});

const includeInputFields = switchField({
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	// Who adds an option wants to turn something on. Without it, the operation decides
	default: true,
	description:
		"Whether to include the fields of the input item, before those of the record. If both have a field of the same name, you get the record's value. A Webhook's headers and body come out only if this option is added and on.",
});

/** The options of an operation that does not return a list, with Include Input Fields. */
export const itemOptions = (options: ValueField[]): Collection =>
	optionsCollection([...options, includeInputFields]);

const deletionOptions = itemOptions([
	countField({
		displayName: 'Maximum Deletions',
		name: 'maximumDeletions',
		default: 100,
		description:
			'The most records to delete in one run. If there are more input items, the node deletes nothing.',
		convert: asPositiveInteger,
	}),
]);

/** One object, so that the node declares it once for all operations of a resource that have no other options. */
const commonOptions = itemOptions([]);

type Option = Operation['option'];
type Request = Option['routing']['request'];
type Texts = Pick<Option, 'action' | 'description'>;

/** An operation with its request, which n8n reads from the option in the editor. */
export const operation = (
	method: Request['method'],
	url: Request['url'],
	{ name, action, description, ...rest }: Omit<Operation, 'option'> & Omit<Option, 'routing'>,
): Operation => {
	const hasOptions = rest.fields.some((field) => field.name === 'options');
	return {
		...rest,
		option: { name, action, description, routing: { request: { method, url } } },
		fields: hasOptions ? rest.fields : [...rest.fields, commonOptions],
	};
};

/** Most pages of a list that the user asked for: two days at 30 a minute. */
const MAX_PAGES = 100_000;
/** Where n8n hides the field Limit, because Return All is neither a switch nor an expression. */
const DEFAULT_LIMIT = 50;

/** The list that an item asks for with Return All, Limit and the options. The path may hold the ID of a record. */
export function listRequestOf(
	{ request, unsent, maxRecords }: Item,
	arrayName: string,
): ListRequest {
	const { url, qs = {}, endpoint } = request;
	const { returnAll, limit = DEFAULT_LIMIT, pageSize, startPage, createdAfter } = unsent;
	// Unless another order is set, the newest come first, so that reading can stop at the first older record
	const isSortedByDate = (qs.order ?? 'date') === 'date';
	return {
		list: { path: url as `/api/${string}`, arrayName, endpoint },
		query: createdAfter !== undefined && isSortedByDate ? { ...qs, order: 'date' } : qs,
		limit: Math.min(returnAll === true ? Infinity : limit, maxRecords + 1),
		pageSize,
		startPage,
		...(createdAfter !== undefined && { createdAfter: { date: createdAfter, isSortedByDate } }),
		maxPages: MAX_PAGES,
	};
}

export async function readItemList(item: Item, arrayName: string): Promise<IDataObject[]> {
	const { service, maxRecords, requestOptions } = item;
	const records = await readList(service, listRequestOf(item, arrayName), requestOptions);
	if (records.length <= maxRecords) return records;
	throw item.error({
		kind: 'listTooLong',
		message: `The list contains more than ${grouped(maxRecords)} records, which is more than n8n accepts from one item here`,
		advice:
			'Read it in parts: turn off Return All and use Limit with Start Page (under Options), or for links Created After (under Filters).',
	});
}

export const listOperation = (
	{ path, arrayName, what }: NamedList,
	texts: Pick<Operation, 'reply'> & Texts,
): Operation =>
	operation('GET', path, {
		name: 'Get Many',
		...texts,
		endpoint: `list ${what}`,
		fields: listFields(),
		kind: 'getAll',
		execute: async (item) => await readItemList(item, arrayName),
	});

/** A wrong table or filter must not empty an account. */
function refuseTooManyDeletions(item: Item): void {
	const { maximumDeletions: most = Infinity } = item.unsent;
	if (item.run.items <= most) return;
	throw item.invalid(
		'Maximum Deletions',
		`the run would delete ${item.run.items} records, more than ${most}`,
		'Check where the items come from, or set a higher maximum.',
	);
}

export const deleteOperation = (
	url: Request['url'],
	record: (purpose: string) => ValueField,
	target: RecordTarget,
	texts: Pick<Operation, 'endpoint'> & Texts,
): Operation =>
	operation('DELETE', url, {
		name: 'Delete',
		...texts,
		fields: [record('to delete'), deletionOptions],
		kind: 'delete',
		target,
		check: refuseTooManyDeletions,
		execute: async (item) => [await deleteRecord(item.call(), sourceOf(target, item.path))],
		reply: deleted,
	});

/** How a record is found again by its name when the reply to its creation was lost. @param nameOf a body, or a record of the list */
export const recoveryByName = (
	named: Pick<CreationRecovery, 'what' | 'list'>,
	nameOf = ({ name }: IDataObject): unknown => name,
): CreationRecovery => ({
	...named,
	identities: (body) => [comparableName(nameOf(body))].filter(Boolean),
	likeness: (body) => {
		const requested = comparableName(nameOf(body));
		return (record) => (comparableName(nameOf(record)) === requested ? NAMED : DIFFERENT);
	},
});

/** Changes a record. After an empty reply, the record is read to see whether the update was done. */
export async function updateItem(
	item: Item,
	target: RecordTarget,
	{ hasNewValues = showsNewValues, repliesWithRecord = false }: Partial<UpdateCheck> = {},
): Promise<IDataObject> {
	let found: IDataObject | undefined;
	const find = async () =>
		(found = await findRecord(item.service, sourceOf(target, item.path), {}));
	const body = await updateRecord(item.call(), { find, hasNewValues, repliesWithRecord });
	return body === found && !repliesWithRecord ? {} : body;
}

/** Changes nothing, so a failed request is sent again a few times. */
export const readItem = async ({ service, request, requestOptions }: Item): Promise<IDataObject> =>
	await service.send(request, requestOptions);

/** The link of a path with `:linkId`. */
export const LINK_TARGET: RecordTarget = { recordPath: linkPath, idParameter: 'linkId' };
