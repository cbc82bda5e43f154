/** Every field of the node, taken from its description, so that new fields are included. */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { LinkManagement } from '../../../nodes/LinkManagement/LinkManagement.node';
import type { Json } from '../engine';
import { byLinkId, OPERATIONS, QR_CODE_CREATE_OR_GET } from '../operationCases';
import { UPSERT_CASE } from '../upsert';

const { description } = new LinkManagement();

/** The long URL of every link that the service shows. */
export const LONG_URL = 'https://example.com/landing';

/** One operation of the description. */
export interface Declared {
	name: string;
	method: string;
	/** With placeholders: `/api/url/:linkId` */
	path: string;
	/** Valid parameters, resource and operation included */
	parameters: Json;
	/** Those of this operation, whatever else they depend on */
	fields: INodeProperties[];
}

/** One field of an operation, or one of the values inside it. */
export interface Target {
	declared: Declared;
	/** E.g. `link:create additionalFields.geotarget.rows[0].link` */
	name: string;
	property: INodeProperties;
	/** Labels one of which must stand in the message of a refusal */
	labels: string[];
	/**
	 * Where the value goes: the part of the request and the path in it, a name for the row with this name. Undefined: it is not
	 * sent as it is
	 */
	lands?: { part: 'body' | 'query' | 'path'; at: Array<string | number> };
	/** The node's parameters with this value */
	holding(value: unknown): Json;
}

const CASES = [
	...OPERATIONS,
	// Codes of one name are one code, so that each item has a name of its own
	{
		...QR_CODE_CREATE_OR_GET,
		parameters: { ...QR_CODE_CREATE_OR_GET.parameters, name: '=Entrance {{ $itemIndex }}' },
	},
	{ resource: 'link', operation: 'createOrGet', parameters: { url: LONG_URL } },
	UPSERT_CASE,
];

const shownFor = ({ displayOptions }: INodeProperties, values: Json): boolean =>
	['resource', 'operation'].every((key) =>
		(displayOptions?.show?.[key] ?? [values[key]]).includes(values[key] as string),
	);

function declare(resource: string, { value, routing }: INodePropertyOptions): Declared {
	const name = `${resource}:${String(value)}`;
	const known = CASES.find((entry) => `${entry.resource}:${entry.operation}` === name);
	if (!known || !routing?.request?.url) throw new Error(`Add ${name} to the table of operations`);
	const chosen = { resource, operation: String(value) };
	const fields = description.properties.filter(
		(field) =>
			field.type !== 'notice' &&
			!['resource', 'operation'].includes(field.name) &&
			shownFor(field, chosen),
	);
	const { method = 'GET', url } = routing.request;
	return { name, method, path: url, parameters: { ...chosen, ...known.parameters }, fields };
}

export const DECLARED: Declared[] = description.properties
	.filter((property) => property.name === 'operation')
	.flatMap(({ displayOptions, options }) =>
		(options as INodePropertyOptions[]).map((option) =>
			declare(String(displayOptions?.show?.resource?.[0]), option),
		),
	);

/** A value for the other fields of a row, without which it would not be sent. */
const filler = ({ name, type }: INodeProperties): unknown => {
	if (type === 'boolean') return false;
	const value = ['link', 'apple', 'google'].includes(name)
		? 'https://example.com/beside'
		: 'beside';
	return type === 'resourceLocator' ? { __rl: true, mode: 'id', value } : value;
};

/** Content for each type of QR code, which n8n asks for before it runs the node. */
const QR_CONTENT: Json = {
	data: 'https://example.com/beside',
	email: 'beside@example.com',
	phone: '+15550100',
	ssid: 'beside',
};
/** What a message about missing content of a QR code begins with. */
const QR_LABELS = ['URL', 'Phone Number', 'Text', 'To', 'Network Name (SSID)', 'vCard'];

/** A value with which n8n shows a field that depends on it. */
function choiceFor(field: string, condition: unknown): unknown {
	const { not, startsWith } = (condition as { _cnd?: Record<string, unknown> })._cnd ?? {};
	if (startsWith === '=') return field === 'ssid' ? '={{ "wifi" }}' : '={{ "text" }}';
	return not ?? condition;
}

/** Choices that this field depends on, e.g. the type of a QR code; the first that shows it. */
const dependencies = ({
	name: field,
	displayOptions: { show, hide } = {},
}: INodeProperties): Json =>
	Object.fromEntries(
		Object.entries({ ...hide, ...show })
			.filter(([name]) => !['resource', 'operation'].includes(name) && !name.startsWith('/'))
			.map(([name, conditions]) => [name, choiceFor(field, conditions?.[0])]),
	);

type Inner = Omit<Target, 'declared' | 'holding'> & { holding(value: unknown): unknown };

function within(
	property: INodeProperties,
	lands: Target['lands'],
	labels: string[],
	beside: Json = {},
): Inner[] {
	const own: Inner = { name: property.name, property, labels, lands, holding: (value) => value };
	const targetsIn = (
		parts: INodeProperties[],
		at: (part: INodeProperties) => Target['lands'],
		wrap: (part: INodeProperties, value: unknown) => unknown,
	) =>
		parts.flatMap((part) =>
			within(part, at(part), [...labels, part.displayName]).map((inner) => ({
				...inner,
				name: `${property.name}.${inner.name}`,
				holding: (value: unknown) => wrap(part, inner.holding(value)),
			})),
		);
	if (property.type === 'collection') {
		const inner = targetsIn(
			property.options as INodeProperties[],
			(part) => landing(part) ?? below(lands, part.name),
			({ name }, value) => ({ ...beside, [name]: value }),
		);
		return [own, ...inner];
	}
	if (property.type === 'fixedCollection') {
		const [{ name: group, values: parts }] = property.options as [INodePropertyCollection];
		const isList = property.typeOptions?.multipleValues === true;
		const inner = targetsIn(
			parts,
			({ name }) => below(lands, ...(isList ? [0] : []), name),
			({ name }, value) => {
				const fillers = parts.map((part) => [part.name, filler(part)]);
				const row = { ...Object.fromEntries(fillers), [name]: value };
				return { [group]: isList ? [row] : row };
			},
		);
		return [own, ...inner];
	}
	if (property.type !== 'resourceLocator') return [own];
	const modes = (property.modes ?? []).map(({ name: mode }) => ({
		...own,
		name: `${property.name} (${mode})`,
		holding: (value: unknown) => ({ __rl: true, mode, value }),
	}));
	return [own, ...modes];
}

const below = (lands: Target['lands'], ...way: Array<string | number>): Target['lands'] =>
	lands && { ...lands, at: [...lands.at, ...way] };

/** The field whose value is added to the body. */
export const ADDITIONAL = 'additionalBodyFields';

/** The fields that fill the placeholder of their name. */
const IN_PATH = /^(?:campaign|channel|domain|item|link|pixel|qrCode)Id$|^itemType$/;

/** Where a field goes, by the description and by what n8n does not know: the path, and what becomes the content of a QR code. */
function landing({ name, routing }: INodeProperties): Target['lands'] {
	const { type, property } = routing?.send ?? {};
	if (IN_PATH.test(name)) return { part: 'path', at: [`:${name}`] };
	if (name === ADDITIONAL) return { part: 'body', at: [] };
	if (name.startsWith('utm_')) return { part: 'body', at: ['parameters', name] };
	if (['data', 'dataJson'].includes(name)) return { part: 'body', at: ['data'] };
	return type === undefined || property === undefined
		? undefined
		: { part: type, at: property.split('.') };
}

const ADDED_CODE: Target['lands'] = { part: 'body', at: [] };

/** Codes that Create or Get adds to one link are one code, so that the values of most items are not sent. */
const isOfAddedCode = ({ name }: Declared, field: INodeProperties): boolean =>
	name === 'link:create' && field.name === 'qrCodeFields';

/** The collection of a case without the fields to clear, which must not be given a value, too. */
function besides(given: unknown): Json {
	const fields = Object.entries((typeof given === 'object' ? given : {}) as Json);
	return Object.fromEntries(fields.filter(([name]) => name !== 'fieldsToClear'));
}

function targetsOf(declared: Declared): Target[] {
	return declared.fields.flatMap((field) => {
		const beside = besides(declared.parameters[field.name]);
		const lands = isOfAddedCode(declared, field) ? ADDED_CODE : landing(field);
		const inner = within(field, lands, [field.displayName], beside);
		return inner.map(({ name, holding, ...rest }) => ({
			...rest,
			declared,
			labels: [
				...rest.labels,
				...(rest.lands?.at[0] === 'data' ? QR_LABELS : []),
				// n8n takes some values for columns without the one to match on, as 1.85 does with dates
				...(rest.property.type === 'resourceMapper' ? ['Alias'] : []),
			],
			name: `${declared.name} ${name}`,
			holding: (value: unknown) => ({
				...(declared.name.startsWith('qrCode:') && QR_CONTENT),
				...declared.parameters,
				...dependencies(field),
				[field.name]: holding(value),
			}),
		}));
	});
}

export const TARGETS: Target[] = DECLARED.flatMap(targetsOf);

const UNIQUE = '{{ Math.random().toString(36).slice(2) }}';
const OWN: Record<string, string> = {
	[LONG_URL]: `=${LONG_URL}?${UNIQUE}`,
	landing: `=landing-${UNIQUE}`,
};

/**
 * The node's parameters with a value, and a link of its own for each item: items for one link must not contradict each other, and
 * a link that this process made is looked for before it is created again.
 */
export function withOwnLinks({ declared, name, holding }: Target, value: unknown): Json {
	const parameters = holding(value);
	if (declared.name === 'link:update' && !name.includes('linkId'))
		return { ...parameters, linkId: byLinkId('={{ $itemIndex + 1 }}') };
	if (!/^link:(create|createOrGet|upsert)$/.test(declared.name)) return parameters;
	// The link that a search finds for a row of Create or Update leads where the row says, so that it needs no update
	const isOwn = (text: string) => declared.name !== 'link:upsert' || text !== LONG_URL;
	return JSON.parse(JSON.stringify(parameters), (_, inner: unknown) =>
		typeof inner === 'string' && isOwn(inner) ? (OWN[inner] ?? inner) : inner,
	) as Json;
}

/** Names that may stand in the query or the body of an operation's request. */
export function keysOf({ fields }: Declared, part: 'body' | 'query'): string[] {
	const all = fields.flatMap((field) => [
		field,
		...(field.type === 'collection' ? (field.options as INodeProperties[]) : []),
	]);
	return all
		.map(landing)
		.flatMap((lands) =>
			lands?.part === part && lands.at[0] !== undefined ? [String(lands.at[0])] : [],
		);
}
