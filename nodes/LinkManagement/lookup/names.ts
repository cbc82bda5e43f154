import type { IDataObject } from 'n8n-workflow';
import { bodyOf, type ServiceRequest } from '../client/http';
import { invalidInput, Problems } from '../errors';
import { quoted } from '../fields/convert';
import { noteNotGiven } from '../fields/cells';
import { type Named, NamedReference, withNamesAsText } from '../fields/reference';
import { hostOf, parsedUrl } from '../text/comparable';
import type { ReferenceCall } from './call';
import { knownDefaultDomain } from './defaultDomain';
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

/** What stands for a domain is a text of the service, which may contain the key. */
const severalError = (
	{ service }: ReferenceCall,
	{ named, text, field }: NamedReference,
	found: NamedRecord[],
) =>
	invalidInput(
		field,
		`${found.length} ${WORDS[named].many} are called ${quoted(text)}: ${service.plainText(shownIds(found))}`,
		named === 'domainTexts'
			? 'Enter one of these as it is shown, with its scheme.'
			: 'Use one of these IDs instead of the name.',
	);

/** What to do where the list of the names cannot be read. */
const INSTEAD_OF_NAME: Partial<Record<Named, string>> = {
	domainTexts: 'Enter the whole domain with https://.',
	redirectTypes:
		'Use direct, frame, splash, the ID of a splash page, or overlay-7 for the overlay with ID 7.',
};

const unreadableError = ({ named, field }: NamedReference, { refusal }: NameList) =>
	invalidInput(
		field,
		`names cannot be used, because the service does not show its ${WORDS[named].many}: ${refusal}`,
		INSTEAD_OF_NAME[named] ?? 'Use the ID instead of the name.',
	);

/** Of digits such as 301, which other tools export as a redirect type. */
const redirectStatusError = ({ text, field }: NamedReference, { refusal }: NameList) =>
	invalidInput(
		field,
		refusal === undefined
			? `no splash page has the ID ${text}, and the status of a redirect is no redirect type`
			: `whether a splash page has the ID ${text} is not known: ${refusal}`,
		'Use direct, frame, splash, the name or ID of a splash page, or the name of an overlay. A splash page with this ID can be chosen From List.',
	);

async function noneError(
	{ service }: ReferenceCall,
	{ named, text, field }: NamedReference,
	names: NameList,
	creatable: readonly Named[],
): Promise<Error> {
	const { one, many } = WORDS[named];
	if (names.isSharedDomain(text)) {
		return invalidInput(
			field,
			`${quoted(text)} cannot be changed or deleted, because all users of the service share this domain`,
			'Choose one of your own domains.',
		);
	}
	// A name of the service may contain the key
	const closest = service.plainText(await names.closestName(text));
	const what = `no ${one} is called`;
	const more = [
		closest === '' ? '' : `the closest is ${quoted(closest)}`,
		names.isCut ? `only the first ${MAX_RECORDS} ${many} were read` : '',
		names.refusal === undefined ? '' : `some are not shown: ${names.refusal}`,
	];
	const advice = [
		`Check the name, or choose the ${one} from the list.`,
		DIGITS.test(text) ? 'To use an ID, choose By ID.' : '',
		named === 'pixels' && /[|\n]/.test(text) ? 'Write commas between several names.' : '',
		named === 'redirectTypes' ? 'Or use direct, frame or splash.' : '',
		creatable.includes(named) ? 'Create Missing under Options creates it.' : '',
	];
	const unknown = { what, name: quoted(text), more: more.filter(Boolean).join('; ') };
	const problem = [`${what} ${quoted(text)}`, unknown.more].filter(Boolean).join('; ');
	return invalidInput(field, problem, advice.filter(Boolean).join(' '), unknown);
}

const isReference = (value: unknown): value is NamedReference => value instanceof NamedReference;

export interface Naming {
	/** What stands for a record that is not among the names: the reference itself to keep it for later. Default: an error. */
	orElse?: (
		reference: NamedReference,
		names: NameList,
	) => Promise<unknown> | NamedReference | undefined;
	/** What the operation can create: the option Create Missing. */
	creatable?: readonly Named[];
	/** What the option creates, so that digits are a name. */
	creates?: readonly string[];
	/** The record in the path is updated or deleted, so that digits are a name. */
	isTarget?: boolean;
	/** Is told which record was taken by its ID, because none has the name. */
	tookId?: (reference: NamedReference, record: NamedRecord, isInPath: boolean) => void;
}

const hasNames = (names: NameList, { text, parts }: NamedReference): boolean =>
	names.findByName(text).length === 1 ||
	(parts.length > 0 && parts.filter(isReference).every((part) => hasNames(names, part)));

/** The names in which a reference is looked up. The record of the path is the one that is changed, so that its name is read. */
async function namesFor(call: ReferenceCall, reference: NamedReference, isInPath: boolean) {
	const recent = isInPath ? undefined : await recentNames(call, reference.named);
	return recent && hasNames(recent, reference) ? recent : await namesOfRun(call, reference.named);
}

function recordOf(
	call: ReferenceCall,
	reference: NamedReference,
	names: NameList,
	{ creates = [], isTarget = false, tookId }: Naming,
	isInPath: boolean,
): NamedRecord | undefined {
	const { named, text, isNumber } = reference;
	const [first, ...others] = names.findByName(text);
	if (first && others.length > 0) throw severalError(call, reference, [first, ...others]);
	const isName = (isInPath && isTarget) || creates.includes(named);
	if (first || (!isNumber && isName)) return first;
	const [byId] = names.findById(text);
	if (byId) tookId?.(reference, byId, isInPath);
	return byId;
}

/** A domain in the form of services, if it is on one of these hosts. Few services list their own domain. */
function ownDomain({ named, text }: NamedReference, hosts: string[]): string | undefined {
	if (named !== 'domainTexts' || !hosts.includes(hostOf(text))) return undefined;
	const { host, pathname } = parsedUrl(`https://${text.replace(/^https?:\/\//i, '')}`) ?? {};
	return pathname === '/' ? `https://${host}` : undefined;
}

async function valueOf(
	call: ReferenceCall,
	reference: NamedReference,
	naming: Naming,
	isInPath: boolean,
): Promise<unknown> {
	const { text, parts } = reference;
	const known = knownDefaultDomain(call);
	const defaultDomain = known && ownDomain(reference, [hostOf(known.address)]);
	if (defaultDomain !== undefined) return defaultDomain;
	const names = await namesFor(call, reference, isInPath);
	if (parts.length > 0 && names.findByName(text).length !== 1) {
		const values = await valuesOf(call, [], parts.filter(isReference), naming);
		return parts.map((part) => (values.has(part) ? values.get(part) : part));
	}
	const record = recordOf(call, reference, names, naming, isInPath);
	return record ? record.value : await valueWithoutRecord(call, reference, names, naming);
}

/** What stands for a name that no record has. */
async function valueWithoutRecord(
	call: ReferenceCall,
	reference: NamedReference,
	names: NameList,
	naming: Naming,
): Promise<unknown> {
	const { named, text, field, mayBeNothing } = reference;
	if (mayBeNothing) {
		noteNotGiven(field, text);
		return undefined;
	}
	const domain = ownDomain(reference, [hostOf(call.service.baseUrl)]);
	if (domain !== undefined) return domain;
	// A service may take domains that its list does not show
	if (named === 'domainTexts' && text.includes('://')) return text;
	if (named === 'redirectTypes' && DIGITS.test(text)) throw redirectStatusError(reference, names);
	if (names.isUnreadable) throw unreadableError(reference, names);
	const instead = names.isCut ? undefined : await naming.orElse?.(reference, names);
	if (instead !== undefined) return instead;
	throw await noneError(call, reference, names, naming.creatable ?? []);
}

const isReferenceList = (value: unknown): value is unknown[] =>
	Array.isArray(value) && value.some(isReference);

const referencesIn = (fields: object): NamedReference[] =>
	Object.values(fields).flat().filter(isReference);

/** The error names all names which cannot be replaced. */
async function valuesOf(
	call: ReferenceCall,
	inPath: NamedReference[],
	inBody: NamedReference[],
	naming: Naming,
): Promise<Map<unknown, unknown>> {
	const values = new Map<unknown, unknown>();
	const [first] = [...inPath, ...inBody];
	if (!first) return values;
	const problems = new Problems(first.field.node, call.item);
	for (const reference of [...inPath, ...inBody])
		await problems.try(async () => {
			const isInPath = inPath.includes(reference);
			values.set(reference, await valueOf(call, reference, naming, isInPath));
		});
	problems.throwIfAny();
	return values;
}

/** With what stands for the references. A field whose value stands for nothing is left out. */
function withValues<Fields extends object>(fields: Fields, values: Map<unknown, unknown>): Fields {
	const replaced = (value: unknown) => (values.has(value) ? values.get(value) : value);
	const entries = Object.entries(fields).map(([name, value]) => [
		name,
		isReferenceList(value) ? [...new Set(value.flatMap(replaced))] : replaced(value),
	]);
	const isGiven = (value: unknown) =>
		value !== undefined && !(Array.isArray(value) && value.length === 1 && value[0] === undefined);
	return Object.fromEntries(entries.filter(([, value]) => isGiven(value))) as Fields;
}

/** @param resolved the same body with what stands for its names */
const namesOfBody = (body: IDataObject, resolved: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(body)
			.filter(([name, value]) => (isReference(value) || isReferenceList(value)) && name in resolved)
			.map(([name, value]) => [name, withNamesAsText(value)]),
	) as IDataObject;

interface NamedRequest extends ReferenceCall {
	request: ServiceRequest;
	path: Record<string, unknown>;
	/** What stood in the body before, by field. */
	names?: IDataObject;
}

/** Each list is read at most once in a run, and only if a name occurs that no list of the last minute has. */
export async function resolveNames<Call extends NamedRequest>(
	call: Call,
	naming: Naming = {},
): Promise<Call> {
	const { request, path } = call;
	const body = bodyOf(request);
	const [inPath, inBody] = [referencesIn(path), referencesIn(body)];
	if (inPath.length + inBody.length === 0) return call;
	const values = await valuesOf(call, inPath, inBody, naming);
	const resolved = withValues(body, values);
	return {
		...call,
		names: { ...call.names, ...namesOfBody(body, resolved) },
		path: withValues(path, values),
		request: { ...request, body: resolved },
	};
}
