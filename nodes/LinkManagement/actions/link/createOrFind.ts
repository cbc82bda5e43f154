import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { saysTaken } from '../../client/replies/failureRules';
import { isFailure, itemLabel, messageWithoutItem } from '../../errors';
import { isEmpty, quoted } from '../../fields/convert';
import { readIfOlder } from '../../lookup/askForLink';
import { missingIn } from '../../lookup/createMissing';
import { givenDomain, knownDefaultDomain, learnDefaultDomain } from '../../lookup/defaultDomain';
import { findUnlessFailed, type FoundLink, type WantedLink } from '../../lookup/findLink';
import { namesInReply } from '../../recovery/createdRecords';
import { createRecord } from '../../recovery/createRecord';
import type { Item } from '../../run/item';
import { comparableAlias, linkAddress } from '../../text/aliases';
import { sentence } from '../../text/plainText';
import { valueWarning } from '../../text/sentences';
import {
	type Difference,
	differenceOf,
	noteExisting,
	recovery,
	withDifference,
	withShortUrl,
} from './record';
import type { Sent } from './sentLink';

/** In characters. */
const MAX_SHOWN_LENGTH = 200;
const MAX_SHOWN_LINKS = 5;

/** What an item asks for. The body has an alias. */
export interface Wanted extends WantedLink {
	sent: Sent;
}

interface CreatedOrFound extends FoundLink {
	/** What was sent for a new link, with the IDs of records that were created for it; undefined for one that was there before. */
	created?: IDataObject;
}

export const aliasTakenError = (
	item: Item,
	{ link: { shorturl, longurl }, foundOn }: FoundLink,
	{ custom, url }: IDataObject,
) => {
	const shown = (value: unknown) => item.service.plainText(value, MAX_SHOWN_LENGTH);
	const advice =
		item.unsent.matchOn === undefined
			? 'Choose another alias for this item.'
			: 'If the row is for this link, fill in the column to match on. Otherwise, give it another alias.';
	return item.error({
		kind: 'aliasTaken',
		message: `The alias ${shown(custom)} is taken: ${shown(shorturl)} leads to ${shown(longurl)}, not to ${shown(url)}`,
		advice: foundOn ? `${advice} ${ADVICE_FOR_DOMAIN}` : advice,
	});
};

const ADVICE_FOR_DOMAIN =
	'If links without a domain are made elsewhere, set Default Domain in the credential.';

const otherThanRequested = (
	item: Item,
	link: IDataObject,
	body: IDataObject,
	{ words, hasOtherAlias }: Difference,
	wasThere: boolean,
) => {
	const shortUrl = namesInReply(link, body).find((name) => name.includes('://'));
	const isNew = hasOtherAlias ? 'was made or found' : 'exists now';
	const what = wasThere ? 'was there before' : isNew;
	return item.error({
		kind: 'notAsRequested',
		message: `${words} The link ${shortUrl} ${what}`,
		advice: `${item.operation.option.name} finds a link again by its alias and domain. Write those of this link in the row, or use an alias and a domain that the service accepts. Delete the link if it is new: some services return the link that the long URL has already.`,
	});
};

/** A row without a domain means the default one. A service may give an older link of another. */
const withDefaultDomain = (item: Item, body: IDataObject): IDataObject =>
	isEmpty(body.domain) ? { ...body, domain: knownDefaultDomain(item)?.address } : body;

/** @throws {NodeApiError} for the other link that an earlier creation of the row gave, if it is still another one than requested */
export function refuseOtherLink(item: Item, link: IDataObject, body: IDataObject): void {
	const asked = withDefaultDomain(item, body);
	const difference = differenceOf(link, asked);
	if (difference) throw otherThanRequested(item, link, asked, difference, true);
}

const LACKS_ZEROS = valueWarning(
	'differs from the alias of another link only in leading zeros, which spreadsheets remove',
	{ isAboutNewRecords: true },
);

/** A new link with an alias that another one has after zeros was perhaps meant to be that one. */
export function warnAboutZeros({ run, warnings }: Item, { custom }: IDataObject): void {
	if (run.links.hasAfterZeros(custom))
		warnings.push({ label: 'Alias', value: quoted(custom), warning: LACKS_ZEROS });
}

/** A link that exists needs no missing record, so it is looked for before such a record is created. */
async function findBeforeMissing(item: Item, wanted: Wanted): Promise<FoundLink | undefined> {
	const { service } = item;
	const [missing] = missingIn(item, wanted.body);
	if (missing === undefined) return undefined;
	// When the first item has created it, the others need not look for their links
	return await service.account.locks.run(`missing ${missing}`, service.signal, async () => {
		if (missingIn(item, wanted.body).length === 0) return undefined;
		const found = await findUnlessFailed(item, wanted, 'beforeCreation');
		const isAssumed = found?.foundOn && found.foundOn.basis !== 'baseUrl';
		const isElsewhere = wanted.longUrl.compare(found?.link.longurl) === 'different';
		if (found && !(isAssumed && isElsewhere)) return found;
		await item.withMissingRecords(wanted.body);
		return undefined;
	});
}

/** A refusal with the links that may be in the way, as far as they were read anyway. */
function explained(item: Item, refusal: NodeApiError, { custom, domain }: IDataObject): Error {
	if (!saysTaken(refusal.message)) return refusal;
	const links = item.run.links.similarTo(comparableAlias(custom)).map(({ link }) => link);
	const isWithoutDomain = isEmpty(domain);
	if (links.length === 0 && !isWithoutDomain) return refusal;
	const shown = (value: unknown) => item.service.plainText(value, MAX_SHOWN_LENGTH);
	const others = links
		.slice(0, MAX_SHOWN_LINKS)
		.map(({ shorturl, longurl }) => `${shown(shorturl)} leads to ${shown(longurl)}`);
	const words = sentence(`Alias ${shown(custom)}: ${messageWithoutItem(refusal, item.index)}`);
	const advice =
		links.length > 0
			? 'If such a link is meant, use its alias. Otherwise, use another one.'
			: 'Use another alias.';
	return item.error({
		kind: 'aliasTaken',
		message: others.length === 0 ? words : `${words} ${others.join('; ')}`,
		advice: isWithoutDomain ? `${advice} ${ADVICE_FOR_DOMAIN}` : advice,
	});
}

/** @throws {NodeApiError} with the words of the service, when it refuses and the link that is meant is not found */
export async function createOrFind(item: Item, wanted: Wanted): Promise<CreatedOrFound> {
	const { service, run } = item;
	const { linksRead, highestIdRead } = run.links;
	warnAboutZeros(item, wanted.body);
	const existing = await findBeforeMissing(item, wanted);
	if (existing) return existing;
	const body = await item.withMissingRecords(wanted.body);
	const since = Date.now();
	let found: FoundLink | undefined;
	const findOlder = async () => {
		service.log.debug(`looks for the link that may exist already${itemLabel(item.index)}`);
		found = await findUnlessFailed(item, wanted, 'refused');
		return found?.link;
	};
	let link: IDataObject | undefined;
	try {
		// A service may fail instead of saying that the alias is taken
		link = withShortUrl(await createRecord(item.call(body), { ...recovery, findOlder }));
	} catch (error) {
		const isRefusal = isFailure(error, 'refused', 'forbidden', 'notFound');
		link = isRefusal ? await findOlder() : undefined;
		if (!link) throw isRefusal ? explained(item, error, wanted.body) : error;
	}
	if (found) {
		noteExisting(item, found.link);
		return found;
	}
	const older = await linkIfOlder(item, wanted, link, { linksRead, highestIdRead, since });
	if (!older) await learnDefaultDomain(item, link, wanted.body, since);
	const accepted = acceptedLink(item, older ?? link, { ...wanted, body }, older !== undefined);
	return { link: accepted, ...(!older && { created: body }) };
}

/** @param before what was read when the creation was sent, and the time, ms since epoch. @returns the link of its reply, if it was there */
async function linkIfOlder(
	item: Item,
	{ sent }: Wanted,
	link: IDataObject,
	before: { linksRead: number; highestIdRead: number; since: number },
): Promise<IDataObject | undefined> {
	const { links } = item.run;
	const isRepeated = links.noteCreated(link);
	// Another run of this process may have made it since
	if (isRepeated || links.isOlder(link, before.linksRead) || sent.knows(link)) return link;
	const isAsked = Number(link.id) < before.highestIdRead;
	const read = isAsked ? await readIfOlder(item, link, before.since) : undefined;
	return read && { ...link, ...read };
}

/** @throws {NodeApiError} for another link than requested, which a repetition then finds instead of making one more */
function acceptedLink(
	item: Item,
	link: IDataObject,
	{ body, sent }: Wanted,
	isOlder: boolean,
): IDataObject {
	const difference = differenceOf(link, isOlder ? withDefaultDomain(item, body) : body);
	if (!difference || (difference.isSimilar && !isOlder))
		return withDifference(item, link, difference);
	sent.noteMade(link, body, true);
	if (!isOlder) {
		// The report of a failed run names it
		item.run.results.made.set(item.index, link);
		if (difference.hasOtherAlias) item.run.results.perhapsFound.add(item.index);
	}
	throw otherThanRequested(item, link, body, difference, isOlder);
}

/** Remembers the link of a row, where the row and the credential alone do not give its address. */
export function noteMadeLink(item: Item, link: IDataObject, { body, sent }: Wanted): void {
	const where = isEmpty(body.domain) ? item.service.defaultDomain : body.domain;
	const asked = comparableAlias(body.custom);
	const { domain, alias } = linkAddress(link, asked);
	const isAtRow = alias === asked && !isEmpty(where);
	if (!isAtRow || givenDomain(item, where).domain !== domain) sent.noteMade(link, body);
}
