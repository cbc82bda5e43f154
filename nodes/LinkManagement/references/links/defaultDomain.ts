import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../api/lists';
import { requestOptionsOf } from '../../client/http';
import { perKey } from '../../client/memory';
import { untilEnded } from '../../client/wait';
import { isFailure, undefinedIfFailed } from '../../errors';
import { readList } from '../../lists/readList';
import { aliasOf, isMadeOf, isSameAlias } from '../../values/aliases';
import { hostOf } from '../../values/comparable';
import { textOf } from '../../values/json';
import type { ReferenceCall } from '../call';
import { type DomainHosts, linkIndexOf } from './index';

/** How long the lists count, in ms. */
const MAX_AGE = 5 * 60_000;

/** The domain of links that are made without one. No endpoint shows it. */
export interface DefaultDomain {
	/** What short URLs on it begin with. */
	address: string;
	/** What says so. A domain that was removed from the account is in neither of the lists of links and domains. */
	by: 'reply' | 'credential' | 'proof' | 'lists' | 'row';
}

/** What creations and lists showed of the links of a key. */
class Learned {
	/** The service writes aliases in another way than they were asked for. */
	rewritesAliases = false;
	/** The reply to a creation without a domain showed it. */
	shown?: string;
	/** A link that was surely made without a domain is on it. */
	proven?: string;
	listed?: { address: string; at: number };
	/** See {@link confirmOnce}. */
	confirmation?: Promise<unknown>;
	/** It showed the default domain, or that it is the listed one. */
	isConfirmed = false;
}

/** What shows the default domain, and how aliases are written. At most three addresses. */
export const learnedOf = perKey(() => new Learned());

/** What the short URL of a link begins with, before its alias; undefined for one in another form. */
const addressOfLink = ({ shorturl }: IDataObject): string | undefined =>
	/^(https?:\/\/[^?#]+)\/[^/?#]+\/?$/i.exec(textOf(shorturl))?.[1];

/**
 * Learns the default domain and whether aliases are rewritten. The alias must be the one that was asked for, because a service may
 * give an older link. @param link with `shorturl` @returns both addresses where the reply contradicts the credential
 */
export function learnFromCreation(
	{ service }: ReferenceCall,
	link: IDataObject,
	{ domain, custom }: IDataObject,
): { shown: string; given: string } | undefined {
	const learned = learnedOf(service);
	const alias = aliasOf(link, custom);
	if (alias === '' || !isMadeOf(alias, custom)) return undefined;
	learned.rewritesAliases ||= !isSameAlias(alias, custom);
	const shown = addressOfLink(link);
	const isFolder = textOf(custom).includes('/');
	if (shown === undefined || textOf(domain) !== '' || isFolder) return undefined;
	learned.shown = shown;
	const given = service.defaultDomain;
	return given === '' || hostOf(given) === hostOf(shown) ? undefined : { shown, given };
}

/** Learns the default domain from a link that was surely made without a domain. */
export function learnFromProof({ service }: ReferenceCall, link: IDataObject): void {
	const learned = learnedOf(service);
	learned.proven = addressOfLink(link) ?? learned.proven;
}

/**
 * Does the work of the first caller for a key: a creation that shows the default domain. The others wait for it. After one that
 * failed or was stopped, the next caller does its work, unless the service makes links that nobody asked for.
 */
export async function confirmOnce<T>(
	call: ReferenceCall,
	work: () => Promise<T>,
): Promise<T | undefined> {
	const learned = learnedOf(call.service);
	const { confirmation } = learned;
	if (!confirmation) {
		const own = work();
		learned.confirmation = own;
		own.catch((error: unknown) => {
			if (!isFailure(error, 'notAsRequested')) learned.confirmation = undefined;
		});
		return await own;
	}
	await untilEnded(confirmation, call.service.signal);
	return learned.confirmation ? undefined : await confirmOnce(call, work);
}

/** After a creation for which only the link on the listed default domain can have been in the way. */
export function noteConfirmed({ service }: ReferenceCall): void {
	learnedOf(service).isConfirmed = true;
}
export const isConfirmed = ({ service }: ReferenceCall): boolean => learnedOf(service).isConfirmed;

const withScheme = (domain: string): string =>
	(domain.includes('://') ? domain : `https://${domain}`)
		.replace(/^[^/]*\/\/[^/]*/, (host) => host.toLowerCase())
		.replace(/\/$/, '');

/** The default domain as far as it is known without a request. */
export function knownDefaultDomain(call: ReferenceCall): DefaultDomain | undefined {
	const { shown, proven, listed } = learnedOf(call.service);
	const given = call.service.defaultDomain && withScheme(call.service.defaultDomain);
	if (shown !== undefined) return { address: shown, by: 'reply' };
	if (given !== '') {
		const seen = linkIndexOf(call.run).newestOn(hostOf(given));
		return { address: addressOfLink(seen ?? {}) ?? given, by: 'credential' };
	}
	if (proven !== undefined) return { address: proven, by: 'proof' };
	const isFresh = listed !== undefined && Date.now() - listed.at < MAX_AGE;
	return isFresh ? { address: listed.address, by: 'lists' } : undefined;
}

/** The domains of the account; undefined when the list was not read to its end. It is read once in a run. */
export const domainHosts = async (call: ReferenceCall): Promise<DomainHosts | undefined> =>
	await (linkIndexOf(call.run).domains ??= undefinedIfFailed(readDomainHosts(call)));

async function readDomainHosts(call: ReferenceCall): Promise<DomainHosts> {
	const wanted = { list: LISTS.domains, limit: Infinity };
	const reading = readList(call.service, wanted, requestOptionsOf(call));
	const records = await reading.catch((error: unknown) => {
		// A plan without domains has none of its own
		if (isFailure(error, 'refused', 'forbidden', 'notFound', 'notOffered')) return [];
		throw error;
	});
	const hosts = (isOwn: boolean) =>
		new Set(
			records.filter(({ id }) => (textOf(id) !== '') === isOwn).map(({ domain }) => hostOf(domain)),
		);
	return { own: hosts(true), shared: hosts(false) };
}

/**
 * Whether neither the lists of links and domains nor a creation show this domain. Most services make a link on their default
 * domain then, without a word (services.md section 2), but some take domains that they do not list.
 */
export async function isUnlisted(call: ReferenceCall, domain: unknown): Promise<boolean> {
	const host = hostOf(domain);
	const isSeen = [knownDefaultDomain(call)?.address, call.service.baseUrl]
		.map(hostOf)
		.includes(host);
	if (host === '' || isSeen || linkIndexOf(call.run).newestOn(host)) return false;
	const domains = await domainHosts(call);
	if (!domains || domains.own.size + domains.shared.size === 0) return false;
	return !domains.own.has(host) && !domains.shared.has(host);
}

const only = <T>(all: T[]): T | undefined => (all.length === 1 ? all[0] : undefined);

/** The only host of the newest links that the list of domains does not name; if it names all, the only one without an ID there. */
async function hostByLists(call: ReferenceCall): Promise<string | undefined> {
	const index = linkIndexOf(call.run);
	await index.readFirstPage(call);
	const hosts = index.newestHosts;
	// Where all links are on the host of the API, the list of domains is not worth its request
	if (hosts.length === 0 || only(hosts) === hostOf(call.service.baseUrl)) return only(hosts);
	const domains = await domainHosts(call);
	if (!domains) return undefined;
	const notOwn = hosts.filter((host) => !domains.own.has(host));
	const unnamed = notOwn.filter((host) => !domains.shared.has(host));
	return only(unnamed.length > 0 ? unnamed : notOwn);
}

/** The default domain, for which the lists of links and domains may be read; undefined when they do not show it either. */
export async function defaultDomain(call: ReferenceCall): Promise<DefaultDomain | undefined> {
	const known = knownDefaultDomain(call);
	if (known) return known;
	const host = await hostByLists(call);
	const address = host && addressOfLink(linkIndexOf(call.run).newestOn(host) ?? {});
	if (!address) return undefined;
	learnedOf(call.service).listed = { address, at: Date.now() };
	return knownDefaultDomain(call);
}
