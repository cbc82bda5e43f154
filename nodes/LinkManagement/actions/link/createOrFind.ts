import { type IDataObject, NodeApiError } from 'n8n-workflow';
import { bodyOf } from '../../client/http';
import { perRun } from '../../client/account';
import { KeyedMutex } from '../../client/wait';
import {
	isFailure,
	itemLabel,
	messageWithoutItem,
	sentence,
	undefinedIfFailed,
} from '../../errors';
import { isEmpty, quoted } from '../../fields/convert';
import { createRecord } from '../../recovery/createRecord';
import { namesInReply } from '../../recovery/createdRecords';
import {
	defaultDomain,
	givenDomain,
	knownDefaultDomain,
	learnDefaultDomain,
} from '../../lookup/defaultDomain';
import { findLink, type FoundLink, type WantedLink } from '../../lookup/findLink';
import { linkIndexOf } from '../../lookup/linkIndex';
import { comparableAlias, linkAddress } from '../../text/aliases';
import { hostOf } from '../../text/comparable';
import { textOf } from '../../text/json';
import { LongUrl } from '../../text/longUrl';
import { type Sentence, valueWarning } from '../../text/sentences';
import { lacksRecords, withMissingRecords } from '../../lookup/createMissing';
import type { ItemCall } from '../../run/operation';
import { madeByFailedOf, runNotesOf } from '../../run/notes';
import { saysTaken } from '../../run/refusals';
import { noteExisting } from './timeZoneHint';
import {
	withShortUrl,
	type Difference,
	differenceOf,
	noteIfPerhapsFound,
	recovery,
	withDifference,
} from './record';
import type { Sent } from './sentLink';

const otherDefaultDomain: Sentence = ([domains]) =>
	`Links without a domain are made on ${domains}. Correct Default Domain in the credential.`;

/** In characters. */
const MAX_SHOWN_LENGTH = 200;
const MAX_SHOWN_LINKS = 5;

/** What an item asks for. */
export interface Wanted {
	/** The body of the creation, with an alias. */
	body: IDataObject;
	link: WantedLink;
	sent: Sent;
}

/** @param isDerived whether the alias was derived, on the default domain */
export const wantedBy = (
	body: IDataObject,
	sent: Sent,
	isDerived: boolean,
	longUrl = new LongUrl(body.url, body.parameters),
): Wanted => ({
	body,
	sent,
	link: {
		custom: textOf(body.custom),
		domain: textOf(body.domain),
		...(!longUrl.isEmpty && { longUrl }),
		isDerived,
		made: () => sent.made,
	},
});

interface CreatedOrFound extends FoundLink {
	/** `older`: the service answered the creation with a link that was there before; `found`: before it, or after a refusal. */
	origin: 'created' | 'found' | 'older';
	/** As it was sent, with the IDs of records that were created for it. */
	body: IDataObject;
}

export const aliasTakenError = (
	{ service, item, given }: ItemCall,
	{ link: { shorturl, longurl }, foundOn }: FoundLink,
	{ custom, url }: IDataObject,
) => {
	const shown = (value: unknown) => service.plainText(value, MAX_SHOWN_LENGTH);
	const advice =
		given.matchOn === undefined
			? 'Choose another alias for this item.'
			: 'If the row is for this link, fill in the column to match on. Otherwise, give it another alias.';
	return service.errorFor(item, {
		kind: 'aliasTaken',
		message: `The alias ${shown(custom)} is taken: ${shown(shorturl)} leads to ${shown(longurl)}, not to ${shown(url)}`,
		advice: foundOn ? `${advice} ${ADVICE_FOR_DOMAIN}` : advice,
	});
};

const ADVICE_FOR_DOMAIN =
	'If links without a domain are made elsewhere, set Default Domain in the credential.';

const otherThanRequested = (
	{ service, item, operation }: ItemCall,
	link: IDataObject,
	body: IDataObject,
	{ words, hasOtherAlias }: Difference,
	wasThere: boolean,
) => {
	const shortUrl = namesInReply(link, body).find((name) => name.includes('://'));
	const isNew = hasOtherAlias ? 'was made or found' : 'exists now';
	const what = wasThere ? 'was there before' : isNew;
	return service.errorFor(item, {
		kind: 'notAsRequested',
		message: `${words} The link ${shortUrl} ${what}`,
		advice: `${operation.option.name} finds a link again by its alias and domain. Write those of this link in the row, or use an alias and a domain that the service accepts. Delete the link if it is new: some services return the link that the long URL has already.`,
	});
};

/** @throws {NodeApiError} for the link that an earlier creation of the row gave, if it is still another one than requested */
export function checkMadeAsRequested(
	call: ItemCall,
	{ link, made }: FoundLink,
	{ body }: Wanted,
): void {
	if (made?.isOther !== true) return;
	const difference = differenceOf(link, body);
	if (difference) throw otherThanRequested(call, link, body, difference, true);
}

const LACKS_ZEROS = valueWarning(
	'differs from the alias of another link only in leading zeros, which spreadsheets remove',
	{ isAboutNewRecords: true },
);

/** A new link with an alias that another one has after zeros was perhaps meant to be that one. */
export function warnAboutZeros({ run, warnings }: ItemCall, { custom }: IDataObject): void {
	if (linkIndexOf(run).hasAfterZeros(custom))
		warnings.push({ label: 'Alias', value: quoted(custom), warning: LACKS_ZEROS });
}

/** A link that exists needs no missing record, so the link is looked for before such a record is created. */
async function beforeMissingRecords(call: ItemCall, { body, link }: Wanted) {
	if (!lacksRecords(call, body)) return undefined;
	// In a small account, one page answers for all items of the run
	if ((call.run.items ?? 1) > 1) await linkIndexOf(call.run).readFirstPage(call);
	const found = await undefinedIfFailed(findLink(call, link, 'beforeCreation'));
	const isSure = !found?.foundOn || found.foundOn.basis === 'baseUrl';
	return isSure || link.longUrl?.compare(found.link.longurl) !== 'different' ? found : undefined;
}

/** The turns of items that need a missing record: the others then need not ask. At most the items that wait. */
const turnsOf = perRun(() => new KeyedMutex());

/** With the IDs of all records, or the link that needs none of them. */
async function withRecords(call: ItemCall, wanted: Wanted) {
	const own = { ...call, request: { ...call.request, body: wanted.body } };
	const prepare = async (): Promise<{ existing?: FoundLink; request: ItemCall['request'] }> => {
		const existing = await beforeMissingRecords(call, wanted);
		return existing ? { existing, request: own.request } : await withMissingRecords(own);
	};
	if (!lacksRecords(call, wanted.body)) return await prepare();
	return await turnsOf(call.run).run('', call.service.signal, prepare);
}

/** A refusal with the links that may be in the way, as far as they were read anyway. */
async function explained(call: ItemCall, refusal: NodeApiError, { custom, domain }: IDataObject) {
	const { service, item, run } = call;
	if (!saysTaken(refusal.message)) return refusal;
	const similar = await linkIndexOf(run).similarTo(textOf(custom));
	const isWithoutDomain = textOf(domain) === '';
	const host = hostOf(domain);
	const links = similar.filter(({ link }) => isWithoutDomain || hostOf(link.shorturl) === host);
	const isUnknown = isWithoutDomain && !(await defaultDomain(call));
	if (links.length === 0 && !isWithoutDomain) return refusal;
	const shown = (value: unknown) => service.plainText(value, MAX_SHOWN_LENGTH);
	const others = links
		.slice(0, MAX_SHOWN_LINKS)
		.map(({ link }) => `${shown(link.shorturl)} leads to ${shown(link.longurl)}`);
	const words = sentence(`Alias ${shown(custom)}: ${messageWithoutItem(refusal, item)}`);
	const advice = [
		links.length > 0
			? 'If such a link is meant, use its alias. Otherwise, use another one.'
			: 'Use another alias.',
		isWithoutDomain ? adviceForDomain(call, isUnknown) : '',
	];
	return service.errorFor(item, {
		kind: 'aliasTaken',
		message: others.length === 0 ? words : `${words} ${others.join('; ')}`,
		advice: advice.filter(Boolean).join(' '),
	});
}

function adviceForDomain(call: ItemCall, isUnknown: boolean): string {
	const { address } = knownDefaultDomain(call) ?? {};
	if (isUnknown) return 'Nothing shows the default domain. Set Default Domain in the credential.';
	return address === undefined
		? ADVICE_FOR_DOMAIN
		: `If links without a domain are made on another domain than ${hostOf(address)}, correct Default Domain in the credential.`;
}

/** @throws {NodeApiError} with the words of the service, when it refuses and the link that is meant is not found */
export async function createOrFind(call: ItemCall, wanted: Wanted): Promise<CreatedOrFound> {
	const { body, sent } = wanted;
	const { service, item, run } = call;
	const index = linkIndexOf(run);
	const { linksRead } = index;
	warnAboutZeros(call, body);
	const { existing, request } = await withRecords(call, wanted);
	if (existing) return { ...existing, origin: 'found', body };
	let hasLooked = false;
	let found: FoundLink | undefined;
	const look = async () => {
		hasLooked = true;
		service.log.debug(`looks for the link that may exist already${itemLabel(item)}`);
		found = await undefinedIfFailed(findLink(call, wanted.link, 'refused'));
		return found?.link;
	};
	let record: IDataObject;
	try {
		// A service may fail instead of saying that the alias is taken
		record = await createRecord({ ...call, request }, { ...recovery, orElse: look });
	} catch (error) {
		const isRefusal = isFailure(error, 'refused', 'forbidden', 'notFound');
		if (isRefusal && !hasLooked) await look();
		if (!found) throw isRefusal ? await explained(call, error, body) : error;
		record = found.link;
	}
	if (found && record === found.link) {
		noteExisting(call, record);
		return { ...found, origin: 'found', body };
	}
	index.noteCreated();
	const link = withShortUrl(record);
	// Another run of this process may have made it since
	const isOlder = index.isOlder(link, linksRead) || sent.knows(link);
	if (!isOlder) learnFrom(call, link, body);
	const as = acceptedLink(call, link, { ...wanted, body: bodyOf(request) }, isOlder);
	return { link: as, origin: isOlder ? 'older' : 'created', body: bodyOf(request) };
}

function learnFrom(call: ItemCall, link: IDataObject, { custom, domain }: IDataObject): void {
	if (!isEmpty(domain) || call.given.additionalBodyFields !== undefined) return;
	const other = learnDefaultDomain(call, link, custom);
	if (!other) return;
	const domains = call.service.plainText(`${other.shown}, not on ${other.given}`);
	runNotesOf(call.run).add(otherDefaultDomain, domains);
}

/** @throws {NodeApiError} for another link than requested, which a repetition then finds instead of making one more */
function acceptedLink(
	call: ItemCall,
	link: IDataObject,
	{ body, sent }: Wanted,
	isOlder: boolean,
): IDataObject {
	const difference = differenceOf(link, body);
	if (!difference || (difference.isSimilar && !isOlder))
		return withDifference(call, link, difference);
	sent.noteMade(link, body, true);
	if (!isOlder) {
		// The report of a failed run names it
		madeByFailedOf(call.run).set(call.item, link);
		noteIfPerhapsFound(call, difference);
	}
	throw otherThanRequested(call, link, body, difference, isOlder);
}

/** Remembers the link of a row, where the row and the credential alone do not give its address. */
export function noteMadeLink(call: ItemCall, link: IDataObject, { body, sent }: Wanted): void {
	const given = isEmpty(body.domain) ? call.service.defaultDomain : body.domain;
	const asked = comparableAlias(body.custom);
	const { domain, alias } = linkAddress(link, asked);
	const isAtRow = alias === asked && !isEmpty(given);
	if (!isAtRow || givenDomain(call, given).domain !== domain) sent.noteMade(link, body);
}
