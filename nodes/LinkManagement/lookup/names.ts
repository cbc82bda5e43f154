import type { IDataObject } from 'n8n-workflow';

import { invalidInput, isTool, Problems } from '../errors';
import { noteNotGiven } from '../fields/cells';
import { quoted, warnAbout } from '../fields/convert';
import { ID, type Named, NamedReference, withNamesAsText } from '../fields/reference';
import { comparableName, hostOf, parsedUrl } from '../text/comparable';
import { mapValues, textOf } from '../text/json';
import { valueWarning } from '../text/sentences';
import { knownDefaultDomain } from './defaultDomain';
import type { LookupItem } from './item';
import { MAX_RECORDS, type NamedRecord, type NameList, namesOfRun, recentNames } from './nameList';

const WORDS: Record<Named, { one: string; many: string }> = {
	campaigns: { one: 'campaign', many: 'campaigns' },
	channels: { one: 'channel', many: 'channels' },
	domains: { one: 'domain', many: 'domains' },
	domainTexts: { one: 'domain', many: 'domains' },
	pixels: { one: 'pixel', many: 'pixels' },
	qrCodes: { one: 'QR code', many: 'QR codes' },
	redirectTypes: { one: 'splash page or overlay', many: 'splash pages and overlays' },
};

const TAKEN_BY_ID = valueWarning('was taken as an ID, because no record is called so');
const TAKEN_WITHOUT_LIST = valueWarning(
	'was taken as an ID, because the service does not show the names',
);

const MAX_SHOWN_IDS = 20;
const DIGITS = /^\d+$/;

/** In order, as a message shows them. */
export function shownIds(found: NamedRecord[]): string {
	const values = found.map(({ value }) => `${value}`);
	const inOrder = values.sort(new Intl.Collator('en', { numeric: true }).compare);
	const ids = inOrder.slice(0, MAX_SHOWN_IDS);
	const more = found.length > ids.length ? ` and ${found.length - ids.length} more` : '';
	return `${ids.join(', ')}${more}`;
}

/** What to do where the list of the names cannot be read. */
const INSTEAD_OF_NAME: Partial<Record<Named, string>> = {
	domainTexts: 'Enter the whole domain with https://.',
	redirectTypes:
		'Use direct, frame, splash, the ID of a splash page, or overlay-7 for the overlay with ID 7.',
};

async function noneError(
	item: LookupItem,
	reference: NamedReference,
	names: NameList,
): Promise<Error> {
	const { named, text, field } = reference;
	const { one, many } = WORDS[named];
	const name = quoted(text);
	if (names.isSharedDomain(text)) {
		return invalidInput(
			field,
			`${name} cannot be changed or deleted, because all users of the service share this domain`,
			'Choose one of your own domains.',
		);
	}
	// A name of the service may contain the key
	const closest = item.service.plainText(await names.closestName(text));
	const what = `no ${one} is called`;
	const details = [
		closest === '' ? '' : `the closest is ${quoted(closest)}`,
		names.isCut ? `only the first ${MAX_RECORDS} ${many} were read` : '',
		names.refusal === undefined ? '' : `some are not shown: ${names.refusal}`,
	];
	const more = details.filter(Boolean).join('; ');
	const problem = `${what} ${name}${more === '' ? '' : `; ${more}`}`;
	return invalidInput(field, problem, adviceForNone(item, reference), { what, name, more });
}

function adviceForNone({ operation, unsent }: LookupItem, { named, text }: NamedReference): string {
	// A column has neither a list nor modes, and pixels and redirect types have no such mode
	const isColumn = unsent.columns !== undefined;
	const hasModeById = !['pixels', 'redirectTypes'].includes(named) && !isColumn;
	const advice = [
		`Check the name${isColumn ? '' : `, or choose the ${WORDS[named].one} from the list`}.`,
		hasModeById && DIGITS.test(text) ? 'To use an ID, choose By ID.' : '',
		named === 'pixels' && /[|\n]/.test(text) ? 'Write commas between several names.' : '',
		named === 'redirectTypes' ? 'Or use direct, frame or splash.' : '',
		operation.creatable?.[named] ? 'Create Missing under Options creates it.' : '',
	];
	return advice.filter(Boolean).join(' ');
}

const isReference = (value: unknown): value is NamedReference => value instanceof NamedReference;

const isCreated = ({ operation, unsent }: LookupItem, named: Named): boolean =>
	operation.creatable?.[named] !== undefined && unsent.createMissing?.includes(named) === true;

/** Whether a list that was read before shows what a reference stands for. */
function isKnownIn(names: NameList, item: LookupItem, reference: NamedReference): boolean {
	const { named, text, parts, isNumber, mayBeNothing } = reference;
	const found = names.findByName(text).length;
	if (found === 1) return true;
	if (parts.length > 0)
		return parts.filter(isReference).every((part) => isKnownIn(names, item, part));
	const isId = names.findById(text) !== undefined && (isNumber || !isCreated(item, named));
	return found === 0 && (mayBeNothing || isId);
}

/** The record whose ID stands in place of its name. */
function recordById(
	item: LookupItem,
	reference: NamedReference,
	names: NameList,
	isInPath: boolean,
): NamedRecord | undefined {
	const { named, text, field, isNumber } = reference;
	const { node, run, service } = item;
	const { method } = item.request;
	const isTarget = isInPath && ['DELETE', 'PUT'].includes(textOf(method));
	if (!isNumber && (isTarget || isCreated(item, named))) return undefined;
	const byId = names.findById(text);
	// A domain that was chosen by its ID stands here, too
	if (!byId || (isNumber && named === 'domainTexts')) return byId;
	// The output has room for a warning only in a tool, or where it is that of an assignment
	const isReadOrChanged = isInPath && method !== 'POST';
	if (isReadOrChanged) run.summary.takenById.push(service.plainText(`${text} (${byId.name})`));
	if (!isReadOrChanged || isTool(node)) warnAbout(field, TAKEN_BY_ID, text);
	return byId;
}

/** The default domain or that of the base URL in the form of services, without a look-up: few services list their own domain. */
function ownDomain(item: LookupItem, { named, text }: NamedReference): string | undefined {
	const hosts = [knownDefaultDomain(item)?.address, item.service.baseUrl].map(hostOf);
	if (named !== 'domainTexts' || !hosts.includes(hostOf(text))) return undefined;
	// Not as a parser writes it, which has another form of letters such as ü
	const [, own = ''] = /^(?:https?:\/\/)?([^\s/?#]+)\/?$/i.exec(text) ?? [];
	return parsedUrl(`https://${own}`) ? `https://${own.toLowerCase()}` : undefined;
}

function adviceForSeveral(item: LookupItem, named: Named): string {
	if (named === 'domainTexts') return 'Enter one of these as it is shown, with its scheme.';
	return isCreated(item, named)
		? 'Rename all but one of them, or turn off Create Missing and use one of these IDs.'
		: 'Use one of these IDs instead of the name.';
}

async function valueInList(
	item: LookupItem,
	reference: NamedReference,
	isInPath: boolean,
): Promise<unknown> {
	const { named, text, field, parts } = reference;
	// The record of the path is the one that is changed, so that its name is read
	const recent = isInPath ? undefined : await recentNames(item, named);
	const names =
		recent && isKnownIn(recent, item, reference) ? recent : await namesOfRun(item, named);
	const found = names.findByName(text);
	if (parts.length > 0 && found.length !== 1) {
		const values = await valuesOf(item, [], parts.filter(isReference));
		return withValues({ parts }, values).parts;
	}
	if (found.length > 1) {
		// What stands for a domain is a text of the service, which may contain the key
		const ids = item.service.plainText(shownIds(found));
		throw invalidInput(
			field,
			`${found.length} ${WORDS[named].many} are called ${quoted(text)}: ${ids}`,
			adviceForSeveral(item, named),
		);
	}
	const record = found[0] ?? recordById(item, reference, names, isInPath);
	if (record) return record.value;
	if (names.isUnreadable && !isInPath && mayBeId(item, reference)) {
		warnAbout(field, TAKEN_WITHOUT_LIST, text);
		return Number(text);
	}
	return await valueWithoutRecord(item, reference, names);
}

/** In a column of a table, an ID stands where a name does. */
const mayBeId = (item: LookupItem, { named, text }: NamedReference): boolean =>
	['campaigns', 'channels', 'pixels'].includes(named) &&
	ID.test(text) &&
	Number.isSafeInteger(Number(text)) &&
	!isCreated(item, named);

const COMPLETE_DOMAIN = /^https?:\/\/(?!https?:)([^\s/?#]+)(\/[^\s?#]*)?$/i;

/** In the form of services, which take another one for none (services.md section 2). @throws {NodeOperationError} for no web address */
function completeDomain({ text, field }: NamedReference): string {
	const [, host, path = ''] = COMPLETE_DOMAIN.exec(text) ?? [];
	if (host === undefined || !parsedUrl(text))
		throw invalidInput(
			field,
			`${quoted(text)} is not a domain`,
			'Enter it like https://go.example.com.',
		);
	return `https://${host.toLowerCase()}${path.replace(/(?<!\/)\/+$/, '')}`;
}

/** What stands for a name that no record has: the name itself, if Create Missing creates a record for it. */
async function valueWithoutRecord(
	item: LookupItem,
	reference: NamedReference,
	names: NameList,
): Promise<unknown> {
	const { named, text, field, mayBeNothing } = reference;
	if (mayBeNothing) {
		noteNotGiven(field, text);
		return undefined;
	}
	// A service may take domains that its list does not show
	if (named === 'domainTexts' && text.includes('://')) return completeDomain(reference);
	if (names.isUnreadable)
		throw invalidInput(
			field,
			`names cannot be used, because the service does not show its ${WORDS[named].many}: ${names.refusal}`,
			INSTEAD_OF_NAME[named] ?? 'Use the ID instead of the name.',
		);
	if (names.isCut || !isCreated(item, named)) throw await noneError(item, reference, names);
	return reference;
}

const isReferenceList = (value: unknown): value is unknown[] =>
	Array.isArray(value) && value.some(isReference);

export const referencesIn = (fields: object): NamedReference[] =>
	Object.values(fields).flat().filter(isReference);

/** The error names all names which cannot be replaced. */
async function valuesOf(
	item: LookupItem,
	inPath: NamedReference[],
	inBody: NamedReference[],
): Promise<Map<unknown, unknown>> {
	const values = new Map<unknown, unknown>();
	const problems = new Problems(item.node, item.index);
	for (const reference of [...inPath, ...inBody]) {
		const isInPath = inPath.includes(reference);
		await problems.try(async () => {
			const own = ownDomain(item, reference);
			values.set(reference, own ?? (await valueInList(item, reference, isInPath)));
		});
	}
	problems.throwIfAny();
	return values;
}

/** With what stands for the references. A field whose value stands for nothing is left out. */
export function withValues<Fields extends object>(
	fields: Fields,
	values: Map<unknown, unknown>,
): Fields {
	const replaced = (value: unknown): unknown => {
		if (!isReferenceList(value)) return values.has(value) ? values.get(value) : value;
		const list = value.flatMap(replaced).filter((one) => one !== undefined);
		return list.length > 0 ? [...new Set(list)] : undefined;
	};
	const entries = Object.entries(fields).map(([name, value]) => [name, replaced(value)]);
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Fields;
}

/** The names in a body as texts, by field, but for those that stand for nothing. @param resolved the body without names */
export const namesInBody = (body: IDataObject, resolved: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(body)
			.filter(([name, value]) => (isReference(value) || isReferenceList(value)) && name in resolved)
			.map(([name, value]) => [name, withNamesAsText(value)]),
	) as IDataObject;

/** A list is read only if a name occurs that none of the last minute has. Names for Create Missing stay: see `createMissing`. */
export async function resolveNames(
	item: LookupItem,
	{ path, body }: { path: Record<string, unknown>; body: IDataObject },
) {
	const inPath = referencesIn(path);
	const inBody = referencesIn(body);
	if (inPath.length + inBody.length === 0) return { path, body };
	const values = await valuesOf(item, inPath, inBody);
	return { path: withValues(path, values), body: withValues(body, values) };
}

/** A body in which names that are not resolved yet are texts without case, to be compared. */
export const comparableBody = (body: IDataObject): IDataObject =>
	mapValues(body, (value) => withNamesAsText(value, comparableName)) as IDataObject;
