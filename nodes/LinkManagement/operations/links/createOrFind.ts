import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { bodyOf } from '../../client/http';
import { perRun } from '../../client/memory';
import { KeyedMutex, untilEnded } from '../../client/wait';
import {
	isFailure,
	itemLabel,
	messageWithoutItem,
	sentence,
	undefinedIfFailed,
} from '../../errors';
import { quoted } from '../../fields/convert';
import { createRecord } from '../../recovery/creation';
import { namesInReply } from '../../recovery/pastCreations';
import { knownDefaultDomain, learnFromCreation } from '../../references/links/defaultDomain';
import { linkIndexOf } from '../../references/links/index';
import { type Circumstances, type Findings, findMeantLink } from '../../references/links/prove';
import { hostOf } from '../../values/comparable';
import { textOf } from '../../values/json';
import { type Sentence, valueWarning } from '../../values/sentences';
import { lacksRecords, withMissingRecords } from '../names';
import type { ItemCall } from '../operation';
import { madeByFailedOf, runNotesOf } from '../output/notes';
import { saysTaken, wordsIn } from '../output/refusals';
import { noteExisting } from './foundLink';
import { withShortUrl } from './record';
import { notAsRequested, noteIfPerhapsFound, recovery } from './recovery';
import type { SentRow } from './sent';

/** After so many equal refusals without a link, another cause is likely, such as a used-up plan. */
const MANY_REFUSALS = 3;

/** The refusals of a run, by the service's words, and the search for the link that they may come from. */
class Refusals {
	/** The last refusals with the same words after which no link was found. */
	private fruitless = { words: '', count: 0 };
	/** Words after which a link was found. */
	private readonly meanExisting = new Set<string>();
	private readonly mutex = new KeyedMutex();
	private search: Promise<unknown> | undefined;

	/** Waits while the first refusal with its words is looked into. If no link is found, it ends the run. */
	async settled(signal: AbortSignal | undefined): Promise<void> {
		while (this.search) await untilEnded(this.search, signal);
	}

	async look(
		{ service: { signal }, caller }: ItemCall,
		words: string,
		find: (asks: Circumstances['asks']) => Promise<Findings>,
	): Promise<Findings> {
		const { meanExisting } = this;
		const countOf = () => (words === this.fruitless.words ? this.fruitless.count : 0);
		const work = async () => {
			const findings = await find(countOf() >= MANY_REFUSALS ? 'shortUrl' : 'everywhere');
			if (findings.found) meanExisting.add(words);
			else this.fruitless = { words, count: countOf() + 1 };
			return findings;
		};
		if (meanExisting.has(words) || caller.continueOnFail?.() === true) return await work();
		const search = Promise.resolve().then(async () => await this.mutex.run('', signal, work));
		this.search = search;
		return await search.finally(() => {
			if (this.search === search) this.search = undefined;
		});
	}

	noteSuccess(): void {
		this.fruitless.count = 0;
	}
}

/** The refusals of the creations of a run, and the turns of items that need a missing record. At most the different words. */
const creationsOfRun = perRun(() => ({
	refusals: new Refusals(),
	turns: new KeyedMutex(),
	/** Links on other domains than the default one have aliases that the service refused. */
	areElsewhere: false,
}));

/** Waits while another item of the run looks into a refusal that may end it. */
export const untilRefusalsSettled = async ({ run, service }: ItemCall): Promise<void> =>
	await creationsOfRun(run).refusals.settled(service.signal);

const otherDefaultDomain: Sentence = ([domains]) =>
	`Links without a domain are made on ${domains}. Correct Default Domain in the credential.`;

/** The words of a refusal without the alias, which it may quote. */
const wordsOf = (refusal: NodeApiError, item: number, { custom }: IDataObject): string =>
	wordsIn(messageWithoutItem(refusal, item)).replaceAll(wordsIn(textOf(custom)), ' ');

/** In characters. */
const MAX_SHOWN_LENGTH = 200;

export const aliasTakenError = (
	{ service, item, given }: ItemCall,
	{ shorturl, longurl }: IDataObject,
	{ custom, url }: IDataObject,
) => {
	const shown = (value: unknown) => service.plainText(value, MAX_SHOWN_LENGTH);
	return service.errorFor(item, {
		kind: 'aliasTaken',
		message: `The alias ${shown(custom)} is taken: ${shown(shorturl)} leads to ${shown(longurl)}, not to ${shown(url)}`,
		advice:
			given.matchOn === undefined
				? 'Choose another alias for this item.'
				: 'If the row is for this link, fill in the column to match on. Otherwise, give it another alias.',
	});
};

/** @throws {NodeApiError} for a new link that is another one than requested, because the row could not be repeated */
export function checkAsRequested(call: ItemCall, { link, origin, body }: CreatedOrFound): void {
	const { service, item, run, operation } = call;
	const difference = origin === 'found' ? undefined : notAsRequested(link, body);
	if (!difference) return;
	// The report of a failed run names it
	if (origin === 'created') {
		madeByFailedOf(run).set(item, link);
		noteIfPerhapsFound(call, link, body);
	}
	const shortUrl = namesInReply(link, body).find((name) => name.includes('://'));
	throw service.errorFor(item, {
		kind: 'notAsRequested',
		message: `${difference} The link ${shortUrl} exists now`,
		advice: `${operation.option.name} finds a link again by its alias and domain, so it would create another link each time. Delete this link if it is new: some services return the link that the long URL has already. Use an alias and a domain that the service accepts, or use Create.`,
	});
}

/** What an item asks for. */
export interface Wanted {
	/** The body of the creation, with an alias. */
	body: IDataObject;
	/** The alias was derived, on the default domain. */
	isDerived?: boolean;
	/** What this node sent for the item before. */
	sent?: SentRow;
}

interface CreatedOrFound {
	link: IDataObject;
	/** `older`: the service answered the creation with a link that was seen before; `found`: after a refusal, or before it. */
	origin: 'created' | 'found' | 'older';
	/** As it was sent, with the IDs of records that were created for it. */
	body: IDataObject;
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

/** A link that exists needs no missing record, so the link is asked for before such a record is created. */
async function beforeMissingRecords(call: ItemCall, body: IDataObject) {
	const isAddressKnown = textOf(body.domain) !== '' || knownDefaultDomain(call) !== undefined;
	if (!isAddressKnown || !lacksRecords(call, body)) return undefined;
	// In a small account, one page answers for all items of the run
	if ((call.run.items ?? 1) > 1) await linkIndexOf(call.run).readFirstPage(call);
	const findings = await undefinedIfFailed(findMeantLink(call, body, { asks: 'shortUrl' }));
	return findings?.unsure === undefined ? findings?.found?.link : undefined;
}

/** With the IDs of all records, or the link that needs none of them. One item at a time asks, because the others then need not. */
async function withRecords(call: ItemCall, body: IDataObject) {
	const own = { ...call, request: { ...call.request, body } };
	const prepare = async (): Promise<Pick<ItemCall, 'request'> & { existing?: IDataObject }> => {
		const existing = await beforeMissingRecords(call, body);
		return existing ? { existing, request: own.request } : await withMissingRecords(own);
	};
	if (!lacksRecords(call, body)) return await prepare();
	return await creationsOfRun(call.run).turns.run('', call.service.signal, prepare);
}

const adviceForUnknownDomain = (known: IDataObject | undefined): string =>
	known
		? 'Nothing shows whether it is on the default domain. Set Default Domain in the credential.'
		: 'Nothing shows the default domain, so no link was found there. Set Default Domain in the credential, or use another alias.';

/** A refusal that may stand because the default domain is not known, or not the one of the credential; undefined for others. */
function domainError(
	call: ItemCall,
	refusal: NodeApiError,
	{ custom, domain }: IDataObject,
	known: IDataObject | undefined,
) {
	const { service, item, run } = call;
	if (textOf(domain) !== '') return undefined;
	const ofRun = creationsOfRun(run);
	ofRun.areElsewhere ||= known !== undefined;
	const { by, address } = knownDefaultDomain(call) ?? {};
	const isTaken = saysTaken(refusal.message);
	const isUnknown = by === undefined && (known !== undefined || isTaken);
	const isOther = by === 'credential' && ofRun.areElsewhere && isTaken;
	if (!isUnknown && !isOther) return undefined;
	const words = sentence(`Alias ${textOf(custom)}: ${messageWithoutItem(refusal, item)}`);
	const message = known ? `${words} The link ${textOf(known.shorturl)} has this alias` : words;
	const advice = isOther
		? `If links without a domain are made on another domain than ${hostOf(address)}, correct Default Domain in the credential. Otherwise, use another alias.`
		: adviceForUnknownDomain(known);
	return service.errorFor(item, { kind: 'aliasTaken', message, advice });
}

/** The link that is in the way, as far as its alias shows it. */
function similarError(
	{ service, item }: ItemCall,
	refusal: NodeApiError,
	{ custom }: IDataObject,
	{ shorturl, longurl }: IDataObject,
) {
	const shown = (value: unknown) => service.plainText(value, MAX_SHOWN_LENGTH);
	return service.errorFor(item, {
		kind: 'aliasTaken',
		message: `${sentence(`Alias ${shown(custom)}: ${messageWithoutItem(refusal, item)}`)} ${shown(shorturl)} has a similar alias, and leads to ${shown(longurl)}`,
		advice: 'If this link is meant, use its alias. Otherwise, use another alias.',
	});
}

async function lookForExisting(
	call: ItemCall,
	{ body, isDerived, sent }: Wanted,
	words: string,
	maxRequests = Infinity,
): Promise<Findings> {
	call.service.log.debug(`looks for the link that may exist already${itemLabel(call.item)}`);
	return await creationsOfRun(call.run).refusals.look(call, words, async (most) => {
		const asks = maxRequests === 1 ? 'shortUrl' : most;
		const how = { asks, isRefused: true, isDerived, madeId: sent?.id };
		return (await undefinedIfFailed(findMeantLink(call, body, how))) ?? { sameAlias: [] };
	});
}

/** @throws the refusal, if it does not come from a link that exists */
function linkAfterRefusal(
	call: ItemCall,
	body: IDataObject,
	refusal: NodeApiError,
	{ found, sameAlias: [known], similar }: Findings,
): IDataObject {
	if (found) return found.link;
	if (similar && saysTaken(refusal.message)) throw similarError(call, refusal, body, similar);
	throw domainError(call, refusal, body, known) ?? refusal;
}

/** @throws {NodeApiError} with the words of the service, when it refuses and no link is proven to be the one that is meant */
export async function createOrFind(call: ItemCall, wanted: Wanted): Promise<CreatedOrFound> {
	const { body, sent } = wanted;
	const { service, item, run } = call;
	const index = linkIndexOf(run);
	const { linksRead } = index;
	warnAboutZeros(call, body);
	const { existing, request } = await withRecords(call, body);
	if (existing) return { link: existing, origin: 'found', body };
	let findings: Findings | undefined;
	const look = async (words: string, maxRequests?: number) => {
		findings = await lookForExisting(call, wanted, words, maxRequests);
		return findings.found?.link;
	};
	// A service may fail instead of saying that the alias is taken
	const orElse = async (maxRequests: number) => await look('', maxRequests);
	const careful = { ...recovery, orElse };
	const record = await createRecord({ ...call, request }, careful).catch(async (error: unknown) => {
		const isRefusal = isFailure(error, 'refused', 'forbidden', 'notFound');
		if (isRefusal && !findings) await look(wordsOf(error, item, body));
		if (!(error instanceof NodeApiError) || !findings) throw error;
		return linkAfterRefusal(call, body, error, findings);
	});
	if (record === findings?.found?.link) {
		noteExisting(call, record);
		return { link: record, origin: 'found', body };
	}
	creationsOfRun(run).refusals.noteSuccess();
	index.noteCreated();
	const link = withShortUrl(record);
	// Another run of this process may have made it since
	const isOlder = index.isOlder(link, linksRead) || sent?.id === textOf(link.id);
	const other = isOlder ? undefined : learnFromCreation(call, link, body);
	if (other) {
		const domains = service.plainText(`${other.shown}, not on ${other.given}`);
		runNotesOf(run).add(otherDefaultDomain, domains);
	}
	return { link, origin: isOlder ? 'older' : 'created', body: bodyOf(request) };
}
