import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isEmpty, quoted } from '../../fields/convert';
import { LinkReference, withNamesAsText } from '../../fields/reference';
import { missingHeading } from '../../fields/table';
import { defaultDomain, knownDefaultDomain } from '../../lookup/defaultDomain';
import { comparableBody } from '../../lookup/names';
import type { Item } from '../../run/item';
import type { Contradiction } from '../../run/rows';
import { comparableAlias, domainOf, linkAddress } from '../../text/aliases';
import { comparableShortUrl, comparableUrl, normalized, parsedUrl } from '../../text/comparable';
import { textOf, without } from '../../text/json';
import { LongUrl } from '../../text/longUrl';
import type { Wanted } from './createOrFind';
import { CLEARABLE_FIELDS, labelOfLinkField } from './record';
import { Sent } from './sentLink';

/** Whether the long URL is the short URL by which the item names its link. */
function isNamedShortUrl({ unsent, path, body }: Item): boolean {
	const { linkId } = path;
	const isInPath = linkId instanceof LinkReference && linkId.isShortUrl;
	const shortUrl = isInPath ? linkId.text : textOf(unsent.shorturl);
	return shortUrl !== '' && comparableShortUrl(shortUrl) === comparableShortUrl(body.url);
}

/** Whether the long URL is that of the link with the alias that the item gives. */
function isUnderAlias(item: Item): boolean {
	const { url, custom, domain } = item.body;
	const alias = comparableAlias(custom);
	const { baseUrl } = item.service;
	const where = textOf(withNamesAsText(domain)) || (knownDefaultDomain(item)?.address ?? baseUrl);
	const own = linkAddress({ shorturl: url }, alias);
	return alias !== '' && own.alias === alias && own.domain === domainOf(where);
}

const ownAddressError = (item: Item, url: unknown) =>
	item.invalid(
		'Long URL',
		`${quoted(url)} is the address of the link itself`,
		'Enter where the link leads. Two columns may be swapped. If links are made on another host, set Default Domain in the credential.',
	);

/** @throws {NodeOperationError} for a link that leads to its own address, because two columns were swapped, for example */
export function refuseOwnAddress(item: Item): void {
	const { url } = item.body;
	if (!isEmpty(url) && (isNamedShortUrl(item) || isUnderAlias(item)))
		throw ownAddressError(item, url);
}

/** The same for a new link, where only the links show the default domain. */
export async function refuseDefaultAddress(item: Item, body: IDataObject): Promise<void> {
	const alias = comparableAlias(body.custom);
	const own = linkAddress({ shorturl: body.url }, alias);
	if (!isEmpty(body.domain) || own.alias !== alias) return;
	if ((await defaultDomain(item))?.domain === own.domain) throw ownAddressError(item, body.url);
}

/** The same, once the link is known: nothing in a row may have shown its address. */
export function refuseAddressOf(item: Item, { shorturl }: IDataObject, { url }: IDataObject): void {
	if (isEmpty(url) || isEmpty(shorturl)) return;
	if (comparableShortUrl(shorturl) === comparableShortUrl(url)) throw ownAddressError(item, url);
}

/** Without vowels, an alias contains no word that a service blocks (services.md section 2). */
const SIGNS = 'bcdfghjklmnpqrstvwxz0123456789';
/** Long enough that the aliases of a million links differ, short enough to read out. */
const LENGTH = 10;

/** An alias that the same long URL with the same parameters on the same domain always gets, in every process. */
export function derivedAlias({ url, domain, parameters }: IDataObject): string {
	const address = normalized(textOf(url), 'NFC');
	const lines = [parsedUrl(address)?.href ?? address, comparableUrl(domain)];
	if (parameters !== undefined) lines.push(textOf(parameters));
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

/** A row of Create or Update. */
export interface Row extends Wanted {
	item: Item;
	/** The ID or the short URL that names the link; undefined where its alias does. */
	id: string | undefined;
	shortUrl: string | undefined;
	isNamed: boolean;
	/** The link is new, so that its alias, which may be derived, must not belong to another link. */
	isNew: boolean;
	/** The fields that the row gives, with an alias where no ID and no short URL is given. Empty values empty a field. */
	body: IDataObject;
	/** Those of them that do not name its link. */
	values: IDataObject;
	/** What rows of a run for the same link have in common, as far as that is known before anything is read. */
	key: string;
	isDryRun: boolean;
	/** Send All Rows Again: also what was sent before, or is so already. */
	sendsAll: boolean;
}

/** A row's fields without those that it empties: a new link has nothing to empty. */
export const filledFields = (body: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(body).filter(
			([name, value]) => !Object.hasOwn(CLEARABLE_FIELDS, name) || (!isEmpty(value) && value !== 0),
		),
	);

export function rowOf(item: Item): Row {
	const { matchOn = 'custom', id: givenId, shorturl, dryRun, sendAll } = item.unsent;
	const id = givenId === undefined ? undefined : textOf(givenId);
	const shortUrl = shorturl === undefined ? undefined : textOf(shorturl);
	const isNamed = id !== undefined || shortUrl !== undefined;
	const isNew = matchOn !== 'custom' && !isNamed;
	const isDerived = isNew && isEmpty(item.body.custom);
	let { body } = item;
	// Repeating the run then finds the link instead of making another one
	if (isDerived) body = { ...body, custom: derivedAlias(comparableBody(filledFields(body))) };
	let key = aliasKey(body);
	if (shortUrl !== undefined) key = `url ${comparableShortUrl(shortUrl)}`;
	if (id !== undefined) key = `id ${id}`;
	const isDryRun = dryRun === true;
	return {
		item,
		sent: new Sent(item, key, isDryRun),
		id,
		shortUrl,
		isNamed,
		isNew,
		isDerived,
		body,
		values: isNamed ? without(body, 'domain') : without(body, 'domain', 'custom'),
		longUrl: new LongUrl(body.url, body.parameters),
		key,
		isDryRun,
		sendsAll: sendAll === true,
	};
}

type Action = 'created' | 'unchanged' | 'updated';
const PLANNED: Record<Action, string> = { created: 'create', unchanged: 'none', updated: 'update' };

/** @param changes of a plan: text, so that many rows fit on a screen */
export function resultOf(
	{ isDryRun }: Row,
	{ id, shorturl = '', warning }: IDataObject,
	action: Action,
	changes: string[] = [],
): IDataObject {
	return {
		...(isDryRun
			? { action: PLANNED[action], shorturl, changes: changes.join(' · ') }
			: { shorturl, action }),
		...(id !== undefined && { id }),
		...(warning !== undefined && { warning }),
	};
}

/** @param alternative what to do where the column is there, beside filling in its cell */
export const adviceForUrl = ({ unsent: { columns } }: Item, alternative: string): string =>
	columns?.values.has('url') === false
		? missingHeading('Long URL', columns)
		: `Fill in the cell, or ${alternative}.`;

/** What rows have in common that are for the link with one alias, as far as the rows themselves show it. */
export const aliasKey = ({ domain, custom }: IDataObject): string =>
	`alias ${domainOf(withNamesAsText(domain))}/${comparableAlias(custom)}`;

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
