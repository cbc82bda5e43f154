import { bodyOf } from '../../client/http';
import { invalidInput } from '../../errors';
import { quoted, isEmpty } from '../../fields/convert';
import { LinkReference, withNamesAsText } from '../../fields/reference';
import { knownDefaultDomain } from '../../lookup/defaultDomain';
import { comparableAlias, domainOf, linkAddress } from '../../text/aliases';
import { comparableShortUrl, comparableUrl, hostOf, normalized } from '../../text/comparable';
import { textOf } from '../../text/json';
import type { ItemCall, Behavior, Collected } from '../../run/operation';
import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { missingHeading } from '../../fields/table';
import { LongUrl } from '../../text/longUrl';
import { comparableBody, type Contradiction, firstItemWith, noteClaim } from '../../run/rows';
import { namesInWords } from '../../run/itemName';
import { CLEARABLE_FIELDS, labelOfLinkField } from './record';
import type { Sent } from './sentLink';

/** The short URL by which the item names its link, if it does. */
function namedShortUrl({ given, path }: ItemCall): string {
	const { linkId } = path;
	return linkId instanceof LinkReference && linkId.isShortUrl
		? linkId.text
		: textOf(given.shorturl);
}

/** Whether the long URL is that of the link with the alias that the item gives. */
function isUnderAlias(call: ItemCall): boolean {
	const { url, custom, domain } = bodyOf(call.request);
	const alias = comparableAlias(custom);
	const { baseUrl } = call.service;
	const given = textOf(withNamesAsText(domain)) || (knownDefaultDomain(call)?.address ?? baseUrl);
	const own = linkAddress({ shorturl: url }, alias);
	return alias !== '' && own.alias === alias && own.domain === domainOf(given);
}

/** @throws {NodeOperationError} for a link that leads to its own address, because two columns were swapped, for example */
export function refuseOwnAddress(call: ItemCall): void {
	const { node, item, request } = call;
	const url = textOf(bodyOf(request).url);
	if (url === '') return;
	const shortUrl = namedShortUrl(call);
	const isOwn = shortUrl !== '' && comparableShortUrl(shortUrl) === comparableShortUrl(url);
	if (!isOwn && !isUnderAlias(call)) return;
	throw invalidInput(
		{ label: 'Long URL', node, item },
		`${quoted(url)} is the address of the link itself`,
		'Enter where the link leads. Two columns may be swapped.',
	);
}

/** Without vowels, an alias contains no word that a service blocks (services.md section 2). */
const SIGNS = 'bcdfghjklmnpqrstvwxz0123456789';
/** Long enough that the aliases of a million links differ, short enough to read out. */
const LENGTH = 10;

/** An alias that the same long URL with the same parameters on the same domain always gets, in every process. */
export function derivedAlias({ url, domain, parameters }: IDataObject): string {
	const lines = [
		textOf(url),
		comparableUrl(domain),
		...(parameters === undefined ? [] : [textOf(parameters)]),
	];
	const text = normalized(lines.join('\n'), 'NFC');
	const digest = createHash('sha256').update(text).digest('hex');
	const base = BigInt(SIGNS.length);
	let number = BigInt(`0x${digest}`);
	let alias = '';
	while (alias.length < LENGTH) {
		alias += SIGNS.charAt(Number(number % base));
		number /= base;
	}
	return alias;
}

export const COLUMNS_LABEL = 'Columns';

export interface Row {
	/** The ID or the short URL of the link; undefined where the alias names it. */
	id?: string;
	shortUrl?: string;
	/** The link is new, so that its alias, which may be derived, must not belong to another link. */
	isNew: boolean;
	/** Its alias was derived from the long URL, on the default domain. */
	isDerived: boolean;
	/** The fields that the row gives, with an alias where no ID and no short URL is given. Empty values empty a field. */
	body: IDataObject;
	/** Those of them that do not name its link. */
	values: IDataObject;
	longUrl: LongUrl;
	/** What rows of a run for the same link have in common, as far as that is known before anything is read. */
	key: string;
	isDryRun: boolean;
	/** Send All Rows Again: also what was sent before, or is so already. */
	sendsAll: boolean;
}

export interface RowCall extends ItemCall {
	row: Row;
	sent: Sent;
}

const empties = (name: string, value: unknown): boolean =>
	Object.hasOwn(CLEARABLE_FIELDS, name) && (isEmpty(value) || value === 0);

/** A row's fields without those that it empties: a new link has nothing to empty. */
export const filledFields = (body: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(body).filter(([name, value]) => !empties(name, value)));

export function rowOf({ given, request }: Collected): Row {
	const { matchOn = 'custom', id, shorturl, dryRun, sendAll } = given;
	const body = bodyOf(request);
	const isNamed = id !== undefined || shorturl !== undefined;
	const isNew = matchOn !== 'custom' && !isNamed;
	const isAliasDerived = isNew && isEmpty(body.custom);
	const named = {
		...(id !== undefined && { id: textOf(id) }),
		...(shorturl !== undefined && { shortUrl: textOf(shorturl) }),
		body: isAliasDerived ? { ...body, custom: aliasFor(body) } : body,
	};
	return {
		...named,
		values: rowValues(named),
		longUrl: new LongUrl(body.url, body.parameters),
		key: rowKey(named),
		isNew,
		isDerived: isAliasDerived && isEmpty(body.domain),
		isDryRun: dryRun === true,
		sendsAll: sendAll === true,
	};
}

/** The alias of a new link that is given none. Repeating the run then finds the link instead of making another one. */
const aliasFor = (body: IDataObject): string => derivedAlias(comparableBody(filledFields(body)));

/** @param otherwise what to do where the column is there, beside filling in its cell */
export const adviceForUrl = ({ given: { columns } }: ItemCall, otherwise: string): string =>
	columns?.values.has('url') === false
		? missingHeading('Long URL', columns)
		: `Fill in the cell, or ${otherwise}.`;

/** @throws {NodeOperationError} for a new link without a long URL, and a link that leads to itself */
export function checkNew(call: ItemCall, { isNew, body }: Row): void {
	refuseOwnAddress(call);
	if (!isNew || !isEmpty(body.url)) return;
	const { node, item } = call;
	throw invalidInput(
		{ label: 'Long URL', node, item },
		'a value is required for a new link',
		adviceForUrl(call, 'the column to match on if the link exists'),
	);
}

/** What rows have in common that are for the link with one alias, as far as the rows themselves show it. */
export const aliasKey = ({ domain, custom }: IDataObject): string =>
	`alias ${hostOf(withNamesAsText(domain))}/${comparableAlias(custom)}`;

type Named = Pick<Row, 'body' | 'id' | 'shortUrl'>;

function rowKey({ id, shortUrl, body }: Named): string {
	if (id !== undefined) return `id ${id}`;
	return shortUrl === undefined ? aliasKey(body) : `url ${comparableShortUrl(shortUrl)}`;
}

/** The values of a row. Its alias is a value where something else names its link. @param body as it was sent */
export function rowValues({ id, shortUrl, body: given }: Named, body = given): IDataObject {
	const isNamedByAlias = id === undefined && shortUrl === undefined;
	const naming = isNamedByAlias ? ['domain', 'custom'] : ['domain'];
	return Object.fromEntries(Object.entries(body).filter(([name]) => !naming.includes(name)));
}

/** How an error calls rows for the same link with different values. @param label of the field that holds them */
export const sameLink = (
	label: string,
	advice = 'Remove one of them, or give both the same values.',
): Contradiction => ({
	label,
	describe: (fields) =>
		`are for the same link, and differ in ${fields.map(labelOfLinkField).join(', ')}`,
	advice,
});

/** Refuses rows that give an alias which an earlier row of the run gives, before anything is sent. */
export const withDistinctAliases = (behavior: Behavior): Behavior => ({
	...behavior,
	collect(call) {
		const body = bodyOf(call.request);
		if (!isEmpty(body.custom)) noteClaim(call, aliasKey(body), {});
	},
	check(call) {
		refuseOwnAddress(call);
		const { node, item, request } = call;
		const first = firstItemWith(call, aliasKey(bodyOf(request)));
		if (!first || first.item === item) return;
		throw invalidInput(
			{ label: 'Alias', node, item },
			`${namesInWords([first])} gives the same alias`,
			'Give each an alias of its own, or use Create or Get.',
		);
	},
});
