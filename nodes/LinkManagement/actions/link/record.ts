import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../client/endpoints';
import { isSent } from '../../fields/field';
import type { Clearable } from '../../fields/kinds';
import type { Output } from '../../lists/records';
import { createdByUsAt, creationsOf } from '../../recovery/createdRecords';
import { type CreationRecovery, DIFFERENT, NAMED, RENAMED } from '../../recovery/lookUp';
import type { Item } from '../../run/item';
import {
	aliasOf,
	areSimilar,
	comparableAlias,
	domainOf,
	linkAddress,
	pathOfShortUrl,
	similarityKey,
} from '../../text/aliases';
import { Address, hostOf } from '../../text/comparable';
import { inZone, OFFSETS, timestampOf } from '../../text/dates';
import { isObject, textOf } from '../../text/json';
import { LongUrl } from '../../text/longUrl';
import { addWarning } from '../../text/sentences';
import { statistics } from '../reply';
import { alias, linkFields, longUrlField } from './fields';

/** A link with its statistics. */
export const linkWithClicks = statistics({
	id: 'integer',
	shorturl: 'string',
	longurl: 'string',
	title: 'string',
	description: 'string',
	location: 'object',
	device: 'object',
	expiry: 'string',
	date: 'string',
});

export const SHORT_LINK: Output = { id: 'integer', shorturl: 'string' };

/** The reply with the short URL under `shorturl`: some services call it `short` (services.md section 2). */
export function withShortUrl(reply: IDataObject): IDataObject {
	if (reply.shorturl !== undefined || reply.short === undefined) return reply;
	const { short, ...rest } = reply;
	return { ...rest, shorturl: short };
}

/** The fields of a body that a reading of a link shows, and what it calls them (api.md section 2.10). The list shows fewer. */
export const SHOWN_AS: Record<string, string> = {
	url: 'longurl',
	metatitle: 'title',
	description: 'description',
	expiry: 'expiry',
	geotarget: 'location',
	devicetarget: 'device',
};

/** The fields of a link that no reading shows (services.md section 1). The short URL shows the domain. */
export const UNREADABLE_FIELDS = linkFields
	.filter((field) => isSent(field) && field.name !== 'domain' && !(field.name in SHOWN_AS))
	.map(({ name }) => name);

const LABELS = new Map(
	[longUrlField(true), alias(''), ...linkFields].map(({ name, displayName }) => [
		name,
		displayName,
	]),
);

/** What a message calls a field of the body or a UTM parameter; one that only a service has is called by its name. */
export const labelOfLinkField = (name: string): string => LABELS.get(name) ?? name;

/** The fields of a link that an update can empty, with the values that empty them. 0 stands for no campaign or channel. */
export const CLEARABLE_FIELDS: Clearable = {
	campaign: 0,
	channel: 0,
	deeplink: [],
	description: '',
	devicetarget: [],
	domain: '',
	expiry: '',
	geotarget: [],
	languagetarget: [],
	metadescription: '',
	metaimage: '',
	metatitle: '',
	parameters: [],
	password: '',
	pixels: [],
	type: '',
};

/** @param domain see {@link domainOf}; any counts if none was requested */
export const isOnDomain = (domain: string, { shorturl }: IDataObject): boolean =>
	domain === '' || `${hostOf(shorturl)}/${pathOfShortUrl(shorturl)}`.startsWith(`${domain}/`);

/** How a link is identified when the reply to its creation is lost: by its alias, or by its long URL. */
export const recovery: CreationRecovery = {
	what: 'short link',
	list: LISTS.links,
	newestFirst: { order: 'date' },
	// Without the query of the long URL, because a link may match the request of another one with other parameters
	identities: ({ url, custom }) => {
		const alias = comparableAlias(custom);
		const { host, path } = new Address(url);
		return [`long URL ${host}${path}`, ...(alias === '' ? [] : [`alias ${alias}`])];
	},
	// Services may use another alias, or change the domain or the long URL
	likeness: (body) => {
		const alias = comparableAlias(body.custom);
		const key = similarityKey(alias);
		const domain = domainOf(body.domain);
		const longUrl = new LongUrl(body.url, body.parameters);
		return (link) => {
			const shown = aliasOf(link, alias);
			const hasAlias = alias !== '' && shown === alias;
			const isOnRequested = isOnDomain(domain, link);
			const hasTarget = longUrl.compare(link.longurl) !== 'different';
			if (!hasTarget && !(hasAlias && isOnRequested)) return DIFFERENT;
			if (alias !== '' && similarityKey(shown) !== key) return RENAMED;
			return NAMED + Number(hasAlias) + Number(isOnRequested);
		};
	},
};

/** How a new or updated link differs from what was requested. */
export interface Difference {
	/** In sentences. */
	words: string;
	differsInAlias: boolean;
	differsInDomain: boolean;
	/** Only the alias differs, and only in case, blanks or signs: the service writes it so. */
	isSimilar: boolean;
	/** The alias is another one altogether, so nobody knows whether the link is new. */
	hasOtherAlias: boolean;
}

/** Services may use another alias or the default domain without saying so (services.md section 2). @returns undefined for a link as requested */
export function differenceOf(record: IDataObject, body: IDataObject): Difference | undefined {
	// Services put some fields under `data`
	const shown = isObject(record.data) ? { ...record.data, ...record } : record;
	const { shorturl, alias: own } = withShortUrl(shown);
	if (textOf(shorturl) === '') return undefined;
	const requested = comparableAlias(body.custom);
	const other = aliasOf({ shorturl, alias: own }, requested);
	// A service may write the percent codes of an alias as percent codes
	const isAsked = ['', requested, textOf(body.custom).trim()].includes(other);
	const differsInAlias = requested !== '' && !isAsked;
	const domain = domainOf(body.domain);
	const differsInDomain = !isOnDomain(domain, { shorturl });
	if (!differsInAlias && !differsInDomain) return undefined;
	const hasOtherAlias = differsInAlias && !areSimilar(other, requested);
	const isSimilar = !hasOtherAlias && !differsInDomain;
	const words = [
		differsInAlias && `Alias not as requested: ${other} instead of ${textOf(body.custom)}.`,
		differsInDomain &&
			`Domain not as requested: ${linkAddress({ shorturl }, requested).domain} instead of ${domain}.`,
		isSimilar && `Write ${other} in the table.`,
	];
	return {
		words: words.filter(Boolean).join(' '),
		differsInAlias,
		differsInDomain,
		isSimilar,
		hasOtherAlias,
	};
}

/** The record with a `warning` that says how it differs, which a hint counts. */
export function withDifference(
	{ run, service }: Item,
	record: IDataObject,
	difference: Difference | undefined,
): IDataObject {
	if (!difference) return record;
	if (difference.differsInAlias) run.summary.otherAliases++;
	if (difference.differsInDomain) run.summary.otherDomains++;
	return addWarning(record, service.plainText(difference.words));
}

/** @param body as it was requested */
export function warnIfNotAsRequested(
	item: Item,
	record: IDataObject,
	body: IDataObject,
): IDataObject {
	const difference = differenceOf(record, body);
	if (difference?.hasOtherAlias) item.run.results.perhapsFound.add(item.index);
	return withDifference(item, record, difference);
}

/** How long the reply to a creation may take, if its time is to show the zone of the date, in ms. */
const PRECISION = 10_000;

/** Most items, and most links of a list, whose dates are looked at: to write a date in a time zone takes time. */
const MAX_LOOKED_AT = 100;

const LOCAL = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/;

const inWords = (offset: number): string => {
	const digits = new Date(Math.abs(offset)).toISOString().slice(11, 16);
	return `UTC${offset < 0 ? '-' : '+'}${digits}`;
};

/** The dates of links that this process has just made show the time zone of the service. */
export function noteTimeZone({ service, run, index }: Item, links: IDataObject[]): void {
	if (index >= MAX_LOOKED_AT) return;
	const creations = creationsOf(service, LISTS.links);
	for (const link of links.slice(0, MAX_LOOKED_AT)) {
		const made = createdByUsAt(creations, link);
		if (made === undefined || !LOCAL.test(textOf(link.date))) continue;
		const { least, most, step } = OFFSETS;
		const nearest = (ms: number) => Math.round(ms / step) * step;
		const moment = made + service.account.limiter.clockSkew;
		const offsetOf = (date: unknown) => timestampOf(date) - moment;
		const shown = offsetOf(link.date);
		const offset = nearest(shown);
		const isClear = Math.abs(shown - offset) <= PRECISION;
		const isKnown = offset === nearest(offsetOf(inZone(new Date(moment), service.timeZone)));
		if (isClear && offset >= least && offset <= most && !isKnown)
			run.summary.serviceOffsets.add(inWords(offset));
	}
}

export function noteExisting(item: Item, link: IDataObject): void {
	item.run.links.noteExisting(link);
	noteTimeZone(item, [link]);
}
