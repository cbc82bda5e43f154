import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../api/lists';
import { bodyOf } from '../../client/http';
import type { WantedRecord } from '../../recovery/lookUp';
import { aliasInShortUrl, isMadeOf, WantedAlias } from '../../values/aliases';
import { commonPlace, hostOf } from '../../values/comparable';
import { isObject, textOf } from '../../values/json';
import { LongUrl } from '../../values/likeness';
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
	const hasAlias = (link: IDataObject) => alias.text !== '' && alias.of(link) === alias.text;
	/** Whether a service may have made this long URL of the requested one. */
	const hasTarget = ({ longurl }: IDataObject) =>
		textOf(longurl) !== '' &&
		(longUrl.compare(longurl) !== 'different' || longUrl.isCutTo(longurl));
	return {
		// Services may use another alias without saying so (services.md section 2), or change the long URL
		matches: (link) => hasTarget(link) || (hasAlias(link) && isOnHost(link, host)),
		hasName: (link) => alias.text === '' || alias.mayBecome(alias.of(link)),
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

/** Services may use another alias or the default domain without saying so (services.md section 2). A rewritten alias is the same. */
function differences(
	record: IDataObject,
	body: IDataObject,
): Array<[hint: Sentence, words: string]> {
	const shortUrl = textOf(withShortUrl(flat(record)).shorturl);
	const alias = aliasInShortUrl(shortUrl, body.custom);
	const requested = textOf(body.custom);
	const found: ReturnType<typeof differences> = [];
	if (alias !== '' && requested !== '' && !isMadeOf(alias, requested))
		found.push([OTHER_ALIAS, `Alias not as requested: ${alias} instead of ${requested}.`]);
	if (shortUrl !== '' && !isOnHost({ shorturl: shortUrl }, requestedHost(body))) {
		const domains = `${hostOf(shortUrl)} instead of ${hostOf(body.domain)}`;
		found.push([OTHER_DOMAIN, `Domain not as requested: ${domains}.`]);
	}
	return found;
}

/** In sentences; undefined for a link that is as requested. */
export const notAsRequested = (record: IDataObject, body: IDataObject): string | undefined =>
	differences(record, body)
		.map(([, words]) => words)
		.join(' ') || undefined;

/** Notes a link that the service may have found instead of making it: its alias is not even similar to the requested one. */
export function noteIfPerhapsFound(
	{ run, item }: ItemCall,
	record: IDataObject,
	body: IDataObject,
): void {
	const isOtherAlias = differences(record, body).some(([hint]) => hint === OTHER_ALIAS);
	if (isOtherAlias) madeOrFoundOf(run).add(item);
}

/** With a `warning` for each link that is not as its item requested. */
export const withDifferences = (behavior: Behavior): Behavior => ({
	...behavior,
	async perform(call) {
		const body = bodyOf(call.request);
		return (await behavior.perform(call)).map((record) => {
			for (const [hint] of differences(record, body))
				runNotesOf(call.run).add(hint, '', 'needsEye');
			noteIfPerhapsFound(call, record, body);
			const warning = notAsRequested(record, body);
			return addWarning(record, warning && call.service.plainText(warning));
		});
	},
});
