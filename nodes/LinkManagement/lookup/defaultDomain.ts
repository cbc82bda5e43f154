import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../client/endpoints';
import { readList } from '../lists/readList';
import { undefinedIfFailed } from '../recovery/findRecord';
import { comparableAlias, domainOf, linkAddress } from '../text/aliases';
import { hostOf } from '../text/comparable';
import { textOf } from '../text/json';
import type { LookupItem } from './item';
import { type DefaultDomain, type Domain, type LinkIndex, schemeAndHost } from './linkIndex';

const folderOf = (domain: string): string => (/\/.*/s.exec(domain) ?? [''])[0];

/**
 * Learns the default domain from a new link that was asked for without one. The alias must be the one that was asked for,
 * because a service may give an older link. @returns both domains where the reply contradicts the credential
 */
export function learnDefaultDomain(
	{ service }: LookupItem,
	link: IDataObject,
	custom: unknown,
): { shown: string; given: string } | undefined {
	const asked = comparableAlias(custom);
	const { domain, alias } = linkAddress(link, asked);
	if (domain === '' || alias === '' || alias !== asked) return undefined;
	const address = `${schemeAndHost(link.shorturl)}${folderOf(domain)}`;
	service.account.defaultDomain = { address, domain };
	const given = service.defaultDomain;
	return given === '' || hostOf(given) === hostOf(address) ? undefined : { shown: address, given };
}

/** A domain that a row or the credential gives, perhaps without its scheme or its folder. */
export function givenDomain(item: LookupItem, given: unknown): Domain {
	const index = item.run.links;
	const text = textOf(given).trim();
	const domain = index.domainWithFolder(domainOf(text));
	const origin = schemeAndHost(text) || originIn(index, hostOf(text));
	return { address: `${origin.toLowerCase()}${folderOf(domain)}`, domain };
}

const originIn = (index: LinkIndex, host: string): string =>
	index.hosts.get(host)?.origin ?? `https://${host}`;

/** The default domain as far as a creation or the credential shows it. */
export function knownDefaultDomain(item: LookupItem): DefaultDomain | undefined {
	const shown = item.service.account.defaultDomain;
	const given = item.service.defaultDomain;
	if (shown) return { ...shown, basis: 'known' };
	return given === '' ? undefined : { ...givenDomain(item, given), basis: 'known' };
}

/** The hosts of the list of domains; undefined when it was not read to its end. It is read once in a run. */
const domainHosts = async (item: LookupItem) =>
	await (item.run.links.domains ??= undefinedIfFailed(readDomainHosts(item)));

async function readDomainHosts(item: LookupItem) {
	const wanted = { list: LISTS.domains, limit: Infinity };
	const records = await readList(item.service, wanted, item.requestOptions);
	const hosts = (isOwn: boolean) =>
		records.filter(({ id }) => (textOf(id) !== '') === isOwn).map(({ domain }) => hostOf(domain));
	// Those of all users have no ID (services.md section 3)
	return { own: new Set(hosts(true)), shared: new Set(hosts(false)) };
}

/** The default domain by the links that were read so far; undefined when they do not show it. */
async function domainByLinks(item: LookupItem): Promise<DefaultDomain | undefined> {
	const index = item.run.links;
	const api = hostOf(item.service.baseUrl);
	const hosts = [...index.hosts.keys()];
	const at = (host: string, basis: DefaultDomain['basis'], hasAllLinks?: boolean) => {
		const domain = index.domainWithFolder(host);
		return { address: `${originIn(index, host)}${folderOf(domain)}`, domain, basis, hasAllLinks };
	};
	const [first, ...others] = hosts;
	if (first === undefined)
		return index.isComplete
			? { address: item.service.baseUrl, domain: api, basis: 'baseUrl' }
			: undefined;
	if (others.length === 0 && first === api) return at(api, 'baseUrl');
	const domains = await domainHosts(item);
	if (others.length === 0)
		return at(first, !domains || domains.own.has(first) ? 'assumedForReading' : 'assumed', true);
	const isNamed = (host: string) => domains?.own.has(host) || domains?.shared.has(host);
	const [unnamed, ...more] = domains ? hosts.filter((host) => !isNamed(host)) : [];
	if (unnamed === undefined || more.length > 0) return undefined;
	return at(unnamed, unnamed === api ? 'baseUrl' : 'assumed');
}

/** The default domain, for which the list of domains may be read; undefined when nothing shows it. */
export const defaultDomain = async (item: LookupItem): Promise<DefaultDomain | undefined> =>
	knownDefaultDomain(item) ?? (await domainByLinks(item));

/**
 * Whether neither the lists of links and domains nor a creation show this domain. Most services make a link on their default
 * domain then, without a word (services.md section 2), but some take domains that they do not list.
 */
export async function isUnlisted(item: LookupItem, domain: unknown): Promise<boolean> {
	const host = hostOf(domain);
	const seen = [knownDefaultDomain(item)?.address, item.service.baseUrl].map(hostOf);
	if (host === '' || seen.includes(host) || item.run.links.hosts.has(host)) return false;
	const domains = await domainHosts(item);
	if (!domains || domains.own.size + domains.shared.size === 0) return false;
	return !domains.own.has(host) && !domains.shared.has(host);
}
