import type { IDataObject } from 'n8n-workflow';

import { isTool } from '../../errors';
import { isEmpty } from '../../fields/convert';
import { findUnlessFailed, type FoundLink } from '../../lookup/findLink';
import type { Item } from '../../run/item';
import { hostOf } from '../../text/comparable';
import { textOf, without } from '../../text/json';
import { LongUrl } from '../../text/longUrl';
import { addWarning } from '../../text/sentences';
import { operation } from '../common';
import { createOrGetQrCode } from '../qrCode';
import { createdOrFound } from '../reply';
import { addQrCode, creatable, creationFields } from './create';
import {
	aliasTakenError,
	createOrFind,
	noteMadeLink,
	refuseOtherLink,
	type Wanted,
} from './createOrFind';
import { noteExisting, SHORT_LINK } from './record';
import { aliasKey, derivedAlias, refuseOwnAddress, sameLink } from './row';
import { Sent } from './sentLink';

const SAME_ALIAS = sameLink('Alias', 'Give each an alias of its own.');

/** The fields that show where a link leads. Create or Get changes no other. */
const targetOf = ({ url, parameters }: IDataObject): IDataObject => ({ url, parameters });

function wantedLinkOf(item: Item): Wanted {
	const isDerived = isEmpty(item.body.custom);
	const body = isDerived ? { ...item.body, custom: derivedAlias(item.body) } : item.body;
	const longUrl = new LongUrl(body.url, body.parameters);
	return { body, longUrl, isDerived, ignoresEscapes: true, sent: new Sent(item, aliasKey(body)) };
}

/** A model that gave further fields would take them for done. */
function existed({ run, node, body }: Item, link: IDataObject): IDataObject {
	const sentence = run.summary.addExisting('link', textOf(link.shorturl));
	const isTold = isTool(node) && Object.keys(without(body, 'url', 'custom', 'domain')).length > 0;
	return addWarning({ ...link, created: false }, isTold ? sentence : undefined);
}

/** The output for a link that existed. @throws {NodeApiError} when it leads elsewhere than the item says */
function getLink(item: Item, found: FoundLink, wanted: Wanted): IDataObject {
	const { body, longUrl, isDerived, sent } = wanted;
	const { link, made } = found;
	if (made?.isOther) refuseOtherLink(item, link, body);
	const { longurl } = link;
	const how = textOf(longurl) === '' ? 'same' : longUrl.compareUnescaped(longurl);
	if (how === 'alike') item.run.summary.longUrlsInOtherForm++;
	if (how !== 'different') return existed(item, link);
	const isSameHost = isDerived && hostOf(longurl) === hostOf(body.url);
	if (!isSameHost && !sent.hasLongUrl(link, body)) throw aliasTakenError(item, found, body);
	const warning = `The link leads to ${textOf(longurl)} at the service.`;
	return addWarning(existed(item, link), item.service.plainText(warning));
}

async function createOrGetLink(item: Item, wanted: Wanted): Promise<IDataObject> {
	await item.run.links.readForMissing(item);
	const listed = await findUnlessFailed(item, wanted, 'listed');
	// On a domain that is assumed only to read, a link that leads elsewhere does not keep the item from being created
	const isElsewhere =
		listed?.foundOn?.basis === 'assumedForReading' &&
		wanted.longUrl.compare(listed.link.longurl) === 'different';
	if (listed && !isElsewhere) {
		noteExisting(item, listed.link);
		return getLink(item, listed, wanted);
	}
	const made = await createOrFind(item, wanted);
	const { link } = made;
	if (!made.created) return getLink(item, made, wanted);
	wanted.sent.note(link, wanted.body);
	noteMadeLink(item, link, wanted);
	return { ...link, created: true };
}

/** One request for a new link, two for an existing one. It is safe to repeat, to stop in the middle, and to run twice at once. */
export const createOrGet = operation('POST', '/api/url/add', {
	name: 'Create or Get',
	action: 'Create short link or get existing one',
	description:
		'Shorten a long URL, or get the link that was created for it before. Running it again gives the same link. Needs the long URL.',
	endpoint: 'create short links',
	fields: creationFields(
		'Leave empty to derive one from the long URL, so that repeating gives the same link',
	),
	kind: 'createOrGet',
	note({ body, name, run }) {
		if (!isEmpty(body.custom)) run.rows.add({ name }, aliasKey(body), targetOf(body));
	},
	async check(item) {
		const { body, run } = item;
		refuseOwnAddress(item);
		await run.rows.refuseContradiction(item, aliasKey(body), targetOf(body), SAME_ALIAS);
	},
	checkBody: refuseOwnAddress,
	async execute(item) {
		const wanted = wantedLinkOf(item);
		const link = await item.run.rows.once(
			aliasKey(wanted.body),
			async () => await createOrGetLink(item, wanted),
			(first) => (first.created === true ? { ...first, created: false } : existed(item, first)),
		);
		return [link];
	},
	complete: async (item, link) => await addQrCode(item, link, createOrGetQrCode),
	creatable,
	includesInput: true,
	reply: createdOrFound({ ...SHORT_LINK, created: 'boolean' }),
});
