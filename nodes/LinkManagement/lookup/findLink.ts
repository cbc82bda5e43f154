import type { IDataObject } from 'n8n-workflow';

import type { LinkReference } from '../fields/reference';
import { undefinedIfFailed } from '../recovery/findRecord';
import { aliasOf, areSimilar, comparableAlias } from '../text/aliases';
import { textOf } from '../text/json';
import { LongUrl } from '../text/longUrl';
import { listed } from '../text/sentences';
import { askForAlias, findByShortUrl, notFoundError, readLinkById } from './askForLink';
import { defaultDomain, givenDomain, knownDefaultDomain } from './defaultDomain';
import type { LookupItem } from './item';
import type { Domain, ShownLink } from './linkIndex';

/** The link that the node made for a row, as far as it remembers it. */
export interface MadeLink {
	id: string;
	/** It is another one than was asked for, so that a repetition has the same error. */
	isOther: boolean;
	/** Whether its creation got this alias, which may be another one than the row gives. */
	gotAlias(alias: string): boolean;
	forget(): void;
}

export interface WantedLink {
	/** With its alias; without a domain, it is on the default domain. */
	body: IDataObject;
	longUrl: LongUrl;
	/** The alias was derived from the long URL. */
	isDerived?: boolean;
	/** HTML escapes that a service stored in the long URL make no difference. */
	ignoresEscapes?: boolean;
	sent?: { readonly made: MadeLink | undefined };
}

/** `listed`: only among what was read, apart from the link that was made for the row. `notCreated`: also in a plan. */
type Circumstance = 'listed' | 'beforeCreation' | 'notCreated' | 'refused';

export interface FoundLink extends ShownLink {
	/** The service shows it for the alias of the row, which differs in case. */
	isInAnotherCase?: boolean;
	/** Its alias and its long URL show it, and no domain. */
	isByUrl?: boolean;
	/** What is remembered of it, where this shows that it is the link of the row. */
	made?: MadeLink;
}

/**
 * The link that a row means; undefined when there is none. On a domain that is given or known, the link with the row's address in
 * the list counts first. Otherwise, the link that the node made for the row counts before it, and for a derived alias, the
 * link that leads to the row's URL, because the list may show a link of another domain. The service is asked last.
 * @throws {NodeApiError} when a request fails
 */
export async function findLink(
	item: LookupItem,
	wanted: WantedLink,
	circumstance: Circumstance,
): Promise<FoundLink | undefined> {
	const given = textOf(wanted.body.domain);
	const known = given === '' ? knownDefaultDomain(item) : givenDomain(item, given);
	const link = inList(item, known, wanted);
	const found = link ? { link } : await findMade(item, wanted);
	if (found) return found;
	if (!known && circumstance !== 'listed') {
		await item.run.links.readFirstPage(item);
		await item.run.links.failedReading;
	}
	const foundOn = known ? undefined : await defaultDomain(item);
	const leading = leadingToUrl(item, wanted, !known && !foundOn);
	if (leading) return { link: leading, isByUrl: true };
	const onDefault = inList(item, foundOn, wanted);
	if (onDefault) return { link: onDefault, foundOn };
	const asked = await findByAsking(item, wanted, circumstance, known ?? foundOn);
	return asked && { ...asked, foundOn };
}

/**
 * As {@link findLink}; undefined also where that fails, because a service may allow creations, and not the list. It counts where
 * the row got another link than it asked for: another creation would make one more.
 */
export async function findUnlessFailed(
	item: LookupItem,
	wanted: WantedLink,
	circumstance: Circumstance,
): Promise<FoundLink | undefined> {
	const finding = findLink(item, wanted, circumstance);
	return await (wanted.sent?.made?.isOther ? finding : undefinedIfFailed(finding));
}

const inList = (item: LookupItem, domain: Domain | undefined, { body }: WantedLink) =>
	domain && item.run.links.findAt(domain.domain, comparableAlias(body.custom));

/** A domain that is given without a folder means the only one of its links, which are read where a row would fail otherwise. */
async function findByAsking(
	item: LookupItem,
	wanted: WantedLink,
	circumstance: Circumstance,
	domain: Domain | undefined,
): Promise<FoundLink | undefined> {
	if (!domain || circumstance === 'listed') return undefined;
	const { links } = item.run;
	const found = await findOnDomain(item, wanted, circumstance, domain);
	if (found || circumstance === 'beforeCreation' || links.hosts.has(domain.domain)) return found;
	// A creation shows the folder, too
	if (domain.domain === item.service.account.defaultDomain?.domain) return found;
	await links.readFirstPage(item);
	const inFolder = givenDomain(item, domain.address);
	const link = inList(item, inFolder, wanted);
	if (link) return { link };
	return inFolder.domain === domain.domain
		? undefined
		: await findOnDomain(item, wanted, circumstance, inFolder);
}

/** Unless the list shows that there is none. It may have left one out, which counts where the row would fail otherwise. */
async function findOnDomain(
	item: LookupItem,
	{ body, longUrl }: WantedLink,
	circumstance: Circumstance,
	domain: Domain,
): Promise<FoundLink | undefined> {
	const { links } = item.run;
	const isCreatedNext = circumstance === 'beforeCreation';
	const mayBeAnswered = links.isComplete && !longUrl.isEmpty && circumstance !== 'refused';
	// A service without case may show another link of the list
	const isInAnotherCase = () => links.hasInAnotherCase(comparableAlias(body.custom));
	if (mayBeAnswered && (isCreatedNext || !isInAnotherCase())) return undefined;
	const { exact, inAnotherCase } = await askForAlias(item, domain.address, textOf(body.custom));
	if (exact || !inAnotherCase || isCreatedNext) return exact;
	return { ...inAnotherCase, isInAnotherCase: true };
}

/** The link that the node made for a row, if it still exists with an alias that the row or its creation explains. */
export async function findMade(
	item: LookupItem,
	{ body, sent }: WantedLink,
): Promise<FoundLink | undefined> {
	const made = sent?.made;
	if (!made) return undefined;
	const wanted = comparableAlias(body.custom);
	const link = item.run.links.listedById(made.id)?.link ?? (await readLinkById(item, made.id));
	if (!link) {
		made.forget();
		return undefined;
	}
	const alias = aliasOf(link, wanted);
	return areSimilar(alias, wanted) || made.gotAlias(alias) ? { link, made } : undefined;
}

/** On whichever domain the alias that was derived for a row without one is. As long as nothing shows the default domain, the only link with an alias counts, too. */
function leadingToUrl(
	item: LookupItem,
	{ body, longUrl, isDerived, ignoresEscapes }: WantedLink,
	isDomainUnknown: boolean,
): IDataObject | undefined {
	if (longUrl.isEmpty) return undefined;
	const index = item.run.links;
	const all = index.withAlias(comparableAlias(body.custom));
	const isOnly = isDomainUnknown && index.isComplete && all.length === 1;
	const isAnyDomain = isDerived === true && textOf(body.domain) === '';
	if (!isAnyDomain && !isOnly) return undefined;
	const compare = (shown: unknown) =>
		ignoresEscapes ? longUrl.compareUnescaped(shown) : longUrl.compare(shown);
	return all.find(({ longurl }) => compare(longurl) === 'same');
}

const MAX_SHOWN = 5;

/** Where nothing shows that one of them is on the default domain. */
export function unclearDomain(alias: string, links: IDataObject[]): string {
	const shortUrls = links.map(({ shorturl }) => textOf(shorturl));
	return links.length === 1
		? `Link with the alias ${alias}: ${shortUrls[0]}. Nothing shows that it is on the default domain`
		: `Links with the alias ${alias}: ${listed(shortUrls.slice(0, MAX_SHOWN))}`;
}

/** @param field in which the domain can be given */
export function unclearDomainError(
	item: LookupItem,
	alias: string,
	links: IDataObject[],
	field = 'domain',
): Error {
	const advice = `Give the ${field}, or set Default Domain in the credential.`;
	return notFoundError(item, unclearDomain(alias, links), advice);
}

/** Before a link is changed or deleted. @throws {NodeApiError} where only the lists show that it is on the default domain, and they may be wrong */
export async function refuseIfDomainIsNotKnown(
	item: LookupItem,
	{ link, foundOn }: FoundLink,
	alias: string,
	field?: string,
): Promise<void> {
	if (!foundOn || foundOn.basis === 'known') return;
	const { links } = item.run;
	const isOther = (other: IDataObject) => textOf(other.id) !== textOf(link.id);
	const others = links.withAlias(comparableAlias(alias)).filter(isOther);
	if (foundOn.basis === 'assumed' && others.length === 0 && !links.isComplete) {
		const { exact } = await askForAlias(item, item.service.baseUrl, alias);
		if (exact && isOther(exact.link)) others.push(exact.link);
	}
	if (foundOn.basis === 'assumedForReading' || others.length > 0)
		throw unclearDomainError(item, alias, [link, ...others], field);
}

/** The alias among the links that were read that is most like one that no link has, as the end of a sentence. */
export async function closestAlias(item: LookupItem, alias: string) {
	const closest = await item.run.links.closestAlias(comparableAlias(alias));
	return closest === undefined ? '' : `; the closest is ${item.service.plainText(closest)}`;
}

/** @throws {NodeApiError} when there is not exactly one, or when it may not be changed */
async function searchAlias(item: LookupItem, alias: string): Promise<ShownLink> {
	const isOnlyRead = item.request.method === 'GET';
	const wanted = { body: { custom: alias }, longUrl: new LongUrl('') };
	const found = await findLink(item, wanted, 'notCreated');
	if (found) {
		if (!isOnlyRead) await refuseIfDomainIsNotKnown(item, found, alias, 'full short URL');
		return found;
	}
	const index = item.run.links;
	const links = index.withAlias(comparableAlias(alias));
	const [link] = links;
	if (!link)
		throw notFoundError(
			item,
			`No link has the alias ${alias}${await closestAlias(item, alias)}`,
			'Check the alias, or enter the full short URL or the ID of the link.',
		);
	if (!(await defaultDomain(item))) {
		if (isOnlyRead && links.length === 1 && index.isComplete) return { link };
		throw unclearDomainError(item, alias, links, 'full short URL');
	}
	const shown = links.slice(0, MAX_SHOWN).map(({ shorturl }) => textOf(shorturl));
	throw notFoundError(
		item,
		`No link on the default domain has the alias ${alias}`,
		`Enter the full short URL instead of the alias, or set Default Domain in the credential. Links with this alias: ${shown.join(', ')}.`,
	);
}

/** @param isListEnough whether the list shows all that is needed. @throws {NodeApiError} when there is no such link */
export async function findReferred(
	item: LookupItem,
	{ text, isShortUrl }: LinkReference,
	isListEnough: boolean,
): Promise<ShownLink> {
	const index = item.run.links;
	// The search gives all that a reading of the link would give
	const isReadBySearch = isShortUrl && item.request.method === 'GET' && !isListEnough;
	if (!isReadBySearch) await index.prepare(item, isListEnough);
	if (!isShortUrl)
		return (await index.searched.get(text, async () => await searchAlias(item, text)))!;
	const link = isReadBySearch ? undefined : index.findByShortUrl(text);
	if (link) return { link };
	const found = await findByShortUrl(item, text);
	if (found?.link.id === undefined)
		throw notFoundError(
			item,
			`No link has the short URL ${text}`,
			'Check the short URL, or choose the link by its ID.',
		);
	if (!isReadBySearch) index.noteExisting(found.link);
	return found;
}
