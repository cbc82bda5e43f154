/** Checks of a request: whether the operation may send it, and whether it holds a value as it was given. */
import { isDeepStrictEqual } from 'node:util';

import { cellValue } from '../../../nodes/LinkManagement/fields/cells';
import { knownCountry } from '../../../nodes/LinkManagement/fields/data/countries';
import { knownLanguage } from '../../../nodes/LinkManagement/fields/data/languages';
import { knownDevice, type KnownName } from '../../../nodes/LinkManagement/fields/knownNames';
import { aliasInUrl, comparableAlias } from '../../../nodes/LinkManagement/text/aliases';
import { standsForNothing } from '../../../nodes/LinkManagement/text/comparable';
import type { Json } from '../engine';
import { BASE, KEY } from '../engine/scriptedEngine';
import type { ScriptedReply, ScriptedRequest } from '../engine/scriptedService';
import { ADDITIONAL, type Declared, keysOf, LONG_URL, type Target } from './fieldTargets';
import { type Hostile } from './hostileValues';

const HEADERS = [
	...['accept', 'accept-encoding', 'authorization', 'connection', 'content-length'],
	...['content-type', 'host', 'proxy-connection', 'user-agent'],
];
/** The names of the arrays in the API's lists. */
export const LISTS = [
	...['urls', 'campaigns', 'channels', 'cta', 'domains', 'items', 'pixels', 'qrs', 'splash'],
];
/** As much of an image as its type promises. */
export const PNG = Buffer.from('iVBORw0KGgo=', 'base64');

/** The ID of the link that was created last. */
let created = 1_000;

/** A successful reply to any request. A search finds what it asks for. */
export function goodReply({ path, query }: ScriptedRequest): ScriptedReply {
	if (!path.startsWith('/api/')) return { headers: { 'content-type': 'image/png' }, content: PNG };
	const record = {
		id: 7,
		shorturl: query.short ?? `${BASE}/s7`,
		link: `${BASE}${IMAGE}`,
		longurl: LONG_URL,
		// No value turns into it, as 𝕏 turns into the domain x
		name: 'the only record',
	};
	// The reply to a creation names no short URL, because that would have to be the one that was asked for
	if (path === '/api/url/add') return { error: 0, id: ++created };
	const lists = Object.fromEntries(LISTS.map((key) => [key, [record]]));
	const data = { ...lists, id: 7, result: 1, perpage: 1, currentpage: 1, maxpage: 1 };
	return { error: 0, message: 'Done.', ...record, details: record, data };
}

/** The placeholders of a path, filled as the API describes them. */
const inPlace = (name: string) => (name === ':itemType' ? '(links|bio|qr)' : '([1-9]\\d*)');
const templateOf = ({ path }: Declared): RegExp =>
	new RegExp(`^${path.replace(/:\w+/g, inPlace)}$`);

/** A code's image; it needs no key, so it gets none. */
const IMAGE = '/qr/7.png';
/** Reads that an operation may need besides its own request: a link by its short URL or alias, a record by its name. */
const READS = [
	/^\/api\/urls$/,
	/^\/api\/url\/[1-9]\d*$/,
	/^\/api\/account$/,
	/^\/api\/(campaigns|channels|domains|overlay|pixels|qr|splash)$/,
];
const isRead = (path: string) => path === IMAGE || READS.some((read) => read.test(path));

/** As it stood in the request line. */
const pathOf = ({ url }: ScriptedRequest) => url.slice(BASE.length).split('?')[0] ?? '';

/** Whether this is the operation's own request, not one of those that it needs besides. */
export const isMain = (declared: Declared, request: ScriptedRequest): boolean =>
	request.method === declared.method && templateOf(declared).test(pathOf(request));

/** The fields of a code that is added to a link. */
const CODE_FIELDS = ['type', 'data', 'name', 'background', 'foreground', 'logo'];

/** Whether this is the request for the code that Add QR Code adds to a link. */
export const isAddedCode = ({ name }: Declared, { method, url }: ScriptedRequest): boolean =>
	/^link:create(OrGet)?$/.test(name) && method === 'POST' && url === `${BASE}/api/qr/add`;

/** What is wrong with a request, in words; empty when nothing is. @param additional names that its body may have, too */
export function violations(
	declared: Declared,
	request: ScriptedRequest,
	additional: string[] = [],
): string[] {
	const main = isMain(declared, request);
	const code = isAddedCode(declared, request);
	const names = request.rawHeaders.filter((_, n) => n % 2 === 0).map((name) => name.toLowerCase());
	const { authorization, host } = request.headers;
	const known = (part: 'body' | 'query') => [
		...(code ? CODE_FIELDS : keysOf(declared, part)),
		...(part === 'query'
			? ['limit', 'page', 'order', 'short', 'q']
			: // The body of Create or Update comes from its columns
				['custom', ...(declared.name === 'link:upsert' ? ['url'] : []), ...additional]),
	];
	const unexpected = (part: 'body' | 'query') =>
		Object.keys(request[part] ?? {}).filter((key) => !known(part).includes(key));
	return [
		!request.url.startsWith(`${BASE}/`) && `goes to ${request.url}`,
		!/^[\x21-\x7e]+$/.test(request.url) && 'has a bad request line',
		!main &&
			!code &&
			!(request.method === 'GET' && isRead(pathOf(request))) &&
			`is ${request.method} ${pathOf(request)}`,
		names.find((name) => !HEADERS.includes(name)) && `has the headers ${names.join(', ')}`,
		new Set(names).size < names.length && `has a header twice: ${names.join(', ')}`,
		host !== new URL(BASE).host && `has the host ${host}`,
		authorization !== (pathOf(request) === IMAGE ? undefined : `Bearer ${KEY}`) &&
			'has another key',
		...(['query', 'body'] as const).map(
			(part) =>
				unexpected(part).length > 0 &&
				`has the ${part} ${JSON.stringify(request[part]).slice(0, 300)}`,
		),
	].filter((violation): violation is string => typeof violation === 'string');
}

/** The value in the request's place for this target. */
export function receivedValue({ declared, lands }: Target, request: ScriptedRequest): unknown {
	if (!lands) return undefined;
	if (lands.part === 'path') {
		const index = declared.path.match(/:\w+/g)?.indexOf(String(lands.at[0])) ?? -1;
		return templateOf(declared).exec(pathOf(request))?.[index + 1];
	}
	const whole = request[lands.part] ?? {};
	if (lands.at.length === 0) return withoutOwn(declared, whole as Json);
	return lands.at.reduce<unknown>((at, key) => {
		if (Array.isArray(at) && typeof key === 'string')
			return (at as Json[]).find(({ name }) => name === key)?.value;
		return Object.hasOwn(Object(at), key) ? (at as Record<string, unknown>)[key] : undefined;
	}, whole);
}

/** What a body has beside the fields of its operation, and beside the alias that Create or Get derives. */
function withoutOwn(declared: Declared, body: Json): Json {
	const own = [
		...keysOf(declared, 'body'),
		...(declared.name === 'link:createOrGet' ? ['custom'] : []),
		// The body of Create or Update comes from its columns
		...(declared.name === 'link:upsert' ? ['url', 'custom'] : []),
	];
	return Object.fromEntries(Object.entries(body).filter(([name]) => !own.includes(name)));
}

/** What the sources of expressions make, as JSON. */
const MADE: Record<string, unknown> = {
	'new Date(0)': '1970-01-01T00:00:00.000Z',
	NaN: NaN,
	Infinity: Infinity,
};

const valueOf = (given: Hostile): unknown => ('source' in given ? MADE[given.source] : given.value);

/** The names that a value adds to the body. */
export function additionalNames({ property }: Target, given: Hostile): string[] {
	return property.name === ADDITIONAL ? Object.keys(Object(parsed(valueOf(given)))) : [];
}

/** White space and characters that nobody sees. */
const BLANK = '[\\s\\u00ad\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060\\u2066-\\u2069\\ufeff]*';
const AROUND = new RegExp(`^${BLANK}|${BLANK}$`, 'g');
const trimmed = (text: string): string => text.replace(AROUND, '');

/** Nothing, white space, or characters that nobody sees. */
const isNothing = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && trimmed(value) === '') ||
	(Array.isArray(value) && value.every(isNothing));
const textOf = (value: unknown) =>
	typeof value === 'object' ? JSON.stringify(value) : String(value);
const parsed = (value: unknown): unknown => {
	try {
		return typeof value === 'string' ? JSON.parse(value) : value;
	} catch {
		return value;
	}
};

/** n8n's expressions, and its copies of values, drop these keys on the way. */
const DROPPED = ['__proto__', 'constructor', 'prototype'];

const carried = (value: unknown): unknown =>
	JSON.parse(JSON.stringify(value ?? null), (key, inner: unknown) =>
		DROPPED.includes(key) ? undefined : inner,
	);

/** Forms that some kinds of fields are converted to; what they look like is all that is known here. */
const CONVERTED: Record<string, RegExp> = {
	color: /^(#[0-9a-f]{6}|rgb\(\d{1,3},\d{1,3},\d{1,3}\))$/,
	dateTime: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
};

/** What turns names that people write into those that services match; its own tests say into which. */
const KNOWN_NAMES: Record<string, KnownName> = {
	location: knownCountry,
	device: knownDevice,
	language: knownLanguage,
};

/** Fields that take the address or alias of a link. */
const LINKS = ['linkId', 'itemId'];

/** Whether a refusal says that no link has the alias that such a field gives. */
export const isUnknownAlias = ({ property }: Target, reason: string): boolean =>
	LINKS.includes(property.name) && reason.startsWith('No link has the alias');

/** The forms in which a short URL is searched: as a URL parser writes it, without query and fragment, by both schemes. */
function searchedForms(text: string): string[] {
	const given = trimmed(text);
	const address = given.includes('://') ? given : `https://${given}`;
	if (!URL.canParse(address)) return [];
	const { protocol, host, pathname } = new URL(address);
	const schemes = /^https?:$/.test(protocol) ? ['https:', 'http:'] : [protocol];
	return schemes.map((scheme) => `${scheme}//${host}${pathname.replace(/\/$/, '')}`);
}

/** Whether an alias is the given text without its outer slashes. */
function isWithoutOuterSlashes(found: string, text: string): boolean {
	const [before = '', ...after] = trimmed(text).split(found);
	return found !== '' && /^\/*$/.test(before + after.join(found));
}

/** What stands in a place that was left empty. */
const INSTEAD: Record<string, RegExp> = { custom: /^[a-z0-9]{10}$/, encryption: /^nopass$/ };

/** Whether a place that was left empty holds what it should: an alias that was derived, or the URL that a link had before. */
const standsIn = ({ declared, property }: Target, found: unknown): boolean =>
	INSTEAD[property.name]?.test(textOf(found)) ||
	(declared.name === 'link:update' && property.name === 'url' && found === LONG_URL);

/** A chosen value is what a locator stands for, also one that an expression made up. */
const chosen = (value: unknown): unknown =>
	typeof value === 'object' && value !== null && '__rl' in value
		? (value as { value?: unknown }).value
		: value;

/** Fields in which a word for nothing counts as not given. */
const MAY_BE_NOTHING = [
	...['campaign', 'channel', 'domain', 'email', 'expiry', 'link', 'password', 'phone', 'pixels'],
	...['site', 'status', 'type'],
];
const isNotGiven = ({ property: { name } }: Target, value: unknown): boolean =>
	MAY_BE_NOTHING.includes(name) &&
	(standsForNothing(value) ||
		(name === 'password' && /^(?:false|no)$/i.test(textOf(value).trim())) ||
		// An apostrophe by which a spreadsheet keeps a number as text
		(name === 'phone' && /^['’‘]$/.test(trimmed(textOf(value)))));

/** A list of one value is that value, but where the field takes lists. */
const onlyValue = ({ property: { type } }: Target, value: unknown): unknown =>
	['json', 'multiOptions'].includes(type) ? value : cellValue(value);

/** Whether a link that was given by its address or alias was looked up. The reply may then be all that is needed. */
export function isLookedUp({ property }: Target, given: Hostile, sent: ScriptedRequest[]): boolean {
	if (!LINKS.includes(property.name)) return false;
	const value = trimmed(String(cellValue(chosen(valueOf(given)))));
	const shorts = sent.map(({ query }) => query.short ?? '');
	const forms = searchedForms(value);
	// Outer slashes and percent codes do not count in an alias
	const alias = value.replace(/^\/+|\/+$/g, '');
	const ends = [value, comparableAlias(alias), aliasInUrl(alias)];
	return (
		value !== '' &&
		shorts.some((short) => ends.some((end) => short.endsWith(end)) || forms.includes(short))
	);
}

/** Whether an item of a creation came out as it came, because the only expression of its row gave nothing. */
export const isBlankRow = ({ declared }: Target, given: Hostile, item: Json, out: Json): boolean =>
	/:create(OrGet)?$/.test(declared.name) &&
	isNothing(valueOf(given)) &&
	JSON.stringify(item) === JSON.stringify(out);

/** Whether what arrived is what was given: the same text, but for what is blank around it, the same number, the same JSON. */
export function carries(target: Target, given: Hostile, found: unknown): boolean {
	const { property } = target;
	// JSON is no locator, whatever keys it has
	const isJson = property.type === 'json';
	const value = onlyValue(target, isJson ? valueOf(given) : chosen(valueOf(given)));
	if (property.name === ADDITIONAL)
		return isDeepStrictEqual(
			carried(found),
			isNothing(parsed(value)) ? {} : carried(parsed(value)),
		);
	if (isNothing(value) && standsIn(target, found)) return true;
	if (found === undefined && isNotGiven(target, value)) return true;
	if (found === undefined)
		return isNothing(value) || ['boolean', 'fixedCollection', 'collection'].includes(property.type);
	// A link that was given by its address or alias is looked up, and the reply says that it is number 7
	if (found === '7' && LINKS.includes(property.name)) return true;
	const form = CONVERTED[property.type];
	if (form) return typeof found === 'string' && form.test(found);
	const text = textOf(value);
	if (typeof found === 'string')
		return (
			(/\p{L}/u.test(text) && KNOWN_NAMES[property.name]?.(text) === found) ||
			found === text ||
			found === trimmed(text) ||
			(property.name === 'custom' && isWithoutOuterSlashes(found, text.normalize('NFC'))) ||
			(property.name === 'domain' && found === trimmed(text).replace(/(?<!\/)\/+$/, '')) ||
			(property.name === 'shortUrl' && searchedForms(text).includes(found)) ||
			(/^[1-9]\d*$/.test(found) && Number(text) === Number(found))
		);
	if (typeof found === 'number' || typeof found === 'boolean')
		return textOf(found) === trimmed(text).toLowerCase() || Number(text) === Number(found);
	if (property.name === 'pixels')
		return (
			Array.isArray(found) &&
			found.every((id) => Number.isSafeInteger(id) && text.includes(String(id)))
		);
	return (
		isDeepStrictEqual(carried(found), carried(parsed(value))) ||
		['fixedCollection', 'collection'].includes(property.type)
	);
}
