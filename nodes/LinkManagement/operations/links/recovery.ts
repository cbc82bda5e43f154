import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../api/lists';
import { bodyOf } from '../../client/http';
import type { WantedRecord } from '../../recovery/lookUp';
import { comparableAlias, WantedAlias } from '../../values/aliases';
import { commonPlace, hostOf } from '../../values/comparable';
import { isObject, textOf } from '../../values/json';
import { LongUrl } from '../../values/likeness';
import { aliasOf } from '../../values/linkAddress';
import { countedThat } from '../../values/numbers';
import type { Sentence } from '../../values/sentences';
import type { Behavior, CreationRecovery, ItemCall } from '../operation';
import { addWarning, madeOrFoundOf, runNotesOf } from '../output/notes';
import { withShortUrl } from './record';

/** Whether a link is on the requested domain. If none was requested, any domain counts. */
const isOnHost = ({ shorturl }: IDataObject, host: string | undefined): boolean =>
	host === undefined || hostOf(shorturl) === host;

const requestedHost = ({ domain }: IDataObject): string | undefined =>
	textOf(domain) === '' ? undefined : hostOf(domain);

/** The weights that decide which of two creations a link belongs to. A service may have changed the description. */
const ALIAS = 4;
const DOMAIN = 2;
const TARGET = 1;
const DESCRIPTION = 0.5;

function wantedLink(body: IDataObject): WantedRecord {
	const host = requestedHost(body);
	const alias = new WantedAlias(body.custom);
	const longUrl = new LongUrl(body.url, body.parameters);
	const description = textOf(body.description);
	const hasAlias = (link: IDataObject) =>
		alias.text !== '' && aliasOf(link, alias.text) === alias.text;
	/** Whether a service may have made this long URL of the requested one. */
	const hasTarget = ({ longurl }: IDataObject) =>
		textOf(longurl) !== '' && longUrl.compare(longurl) !== 'different';
	return {
		// Services may use another alias without saying so (services.md section 2), or change the long URL
		matches: (link) => hasTarget(link) || (hasAlias(link) && isOnHost(link, host)),
		hasName: (link) => alias.text === '' || alias.isSimilarTo(aliasOf(link, alias.text)),
		score(link) {
			const ofDomain = isOnHost(link, host) ? DOMAIN : -DOMAIN;
			const ofTarget = TARGET + (textOf(link.description) === description ? DESCRIPTION : 0);
			return (
				(hasAlias(link) ? ALIAS : 0) +
				(host === undefined ? 0 : ofDomain) +
				(hasTarget(link) ? ofTarget : 0)
			);
		},
	};
}

/** How a link is identified when the reply to its creation is lost: by its alias, or by its long URL. */
export const recovery: CreationRecovery = {
	what: 'short link',
	list: LISTS.links,
	newestFirst: { order: 'date' },
	// The same for all links with this long URL, because one may match the request of another with other parameters
	identity: ({ url }) => commonPlace(url),
	wanted: wantedLink,
};

/** A record, with the fields that services put under `data`. */
const flat = (record: IDataObject): IDataObject =>
	isObject(record.data) ? { ...record.data, ...record } : record;

/** What the hint after the run says of links that are not as requested. */
const gotAnother =
	(what: string): Sentence =>
	({ length }) =>
		`${countedThat(length, 'link', 'got', 'got')} another ${what} than requested: see "warning".`;
const OTHER_ALIAS = gotAnother('alias');
const OTHER_DOMAIN = gotAnother('domain');

/** How a new or updated link differs from what was requested. */
export interface Difference {
	/** In sentences. */
	words: string;
	/** What the hint after the run says. */
	hints: Sentence[];
	/** Only the alias differs, and only in case, blanks or signs: the service writes it so. */
	isSimilar: boolean;
	/** The alias is another one altogether, so nobody knows whether the link is new. */
	hasOtherAlias: boolean;
}

/** The alias of a link if it is another one than requested. */
function otherAlias(link: IDataObject, { custom }: IDataObject): string | undefined {
	const requested = comparableAlias(custom);
	const alias = aliasOf(link, requested);
	// A service may write the percent codes of an alias as percent codes
	const isAsked = ['', requested, textOf(custom).trim()].includes(alias);
	return requested === '' || isAsked ? undefined : alias;
}

/** Services may use another alias or the default domain without saying so (services.md section 2). @returns undefined for a link as requested */
export function differenceOf(record: IDataObject, body: IDataObject): Difference | undefined {
	const { shorturl, alias: own } = withShortUrl(flat(record));
	if (textOf(shorturl) === '') return undefined;
	const alias = otherAlias({ shorturl, alias: own }, body);
	const isElsewhere = !isOnHost({ shorturl }, requestedHost(body));
	if (alias === undefined && !isElsewhere) return undefined;
	const difference: Difference = { words: '', hints: [], isSimilar: false, hasOtherAlias: false };
	if (alias !== undefined) {
		const isSimilar = new WantedAlias(body.custom).isSimilarTo(alias);
		difference.words = `Alias not as requested: ${alias} instead of ${textOf(body.custom)}.`;
		difference.hints.push(OTHER_ALIAS);
		difference.isSimilar = isSimilar && !isElsewhere;
		difference.hasOtherAlias = !isSimilar;
	}
	if (isElsewhere) {
		const words = `Domain not as requested: ${hostOf(shorturl)} instead of ${hostOf(body.domain)}.`;
		difference.words = `${difference.words} ${words}`.trim();
		difference.hints.push(OTHER_DOMAIN);
	}
	if (difference.isSimilar) difference.words += ` Write ${alias} in the table.`;
	return difference;
}

/** The record with a `warning` that says how it differs, which a hint counts. */
export function withDifference(
	{ run, service }: ItemCall,
	record: IDataObject,
	difference: Difference | undefined,
): IDataObject {
	for (const hint of difference?.hints ?? []) runNotesOf(run).add(hint, '', 'needsEye');
	return addWarning(record, difference && service.plainText(difference.words));
}

/** Notes a link that the service may have found instead of making it: its alias is not even similar to the requested one. */
export function noteIfPerhapsFound({ run, item }: ItemCall, difference?: Difference): void {
	if (difference?.hasOtherAlias) madeOrFoundOf(run).add(item);
}

/** With a `warning` for each link that is not as its item requested. */
export const withDifferences = (behavior: Behavior): Behavior => ({
	...behavior,
	async perform(call) {
		const body = bodyOf(call.request);
		const records = await behavior.perform(call);
		return records.map((record) => {
			const difference = differenceOf(record, body);
			noteIfPerhapsFound(call, difference);
			return withDifference(call, record, difference);
		});
	},
});
