import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../fields/convert';
import { undefinedIfFailed } from '../recovery/findRecord';
import { comparableAlias, domainOf, linkAddress } from '../text/aliases';
import { hostOf, schemeAndHost } from '../text/comparable';
import { textOf } from '../text/json';
import { readIfOlder } from './askForLink';
import type { LookupItem } from './item';
import type { DefaultDomain, Domain, LinkIndex } from './linkIndex';
import { type NameList, namesOfRun } from './nameList';

const folderOf = (domain: string): string => (/\/.*/s.exec(domain) ?? [''])[0];

/**
 * From a new link that was asked for without a domain. With another alias than was asked for, it may be an older one. Where it
 * contradicts what is known, its date is read. @param since when the creation was sent, ms since epoch
 */
export async function learnDefaultDomain(
	item: LookupItem,
	link: IDataObject,
	body: IDataObject,
	since: number,
): Promise<void> {
	const { service, run, unsent } = item;
	if (!isEmpty(body.domain) || unsent.additionalBodyFields !== undefined) return;
	const asked = comparableAlias(body.custom);
	const { domain, alias } = linkAddress(link, asked);
	if (domain === '' || alias !== asked) return;
	const known = knownDefaultDomain(item)?.domain ?? domain;
	if (known !== domain && (await readIfOlder(item, link, since))) return;
	const address = `${schemeAndHost(link.shorturl)}${folderOf(domain)}`;
	service.account.defaultDomain = { address, domain };
	const given = service.defaultDomain;
	if (given === '' || hostOf(given) === hostOf(address)) return;
	run.summary.otherDefaultDomain ??= service.plainText(`${address}, not on ${given}`);
}

/** A domain that a row or the credential gives, perhaps without its scheme or its folder. */
export function givenDomain(item: LookupItem, given: unknown): Domain {
	const index = item.run.links;
	const text = textOf(given);
	const domain = index.domainWithFolder(domainOf(text));
	const origin = schemeAndHost(text) || originIn(index, text);
	return { address: `${origin.toLowerCase()}${folderOf(domain)}`, domain };
}

/** As the links show it. Else with `www.` where it is given, because a service may search short URLs exactly. */
const originIn = (index: LinkIndex, domain: string): string =>
	index.hosts.get(hostOf(domain))?.origin ?? schemeAndHost(`https://${domain}`);

/** The default domain as far as a creation or the credential shows it. */
export function knownDefaultDomain(item: LookupItem): DefaultDomain | undefined {
	const shown = item.service.account.defaultDomain;
	const given = item.service.defaultDomain;
	if (shown) return { ...shown, basis: 'known' };
	return given === '' ? undefined : { ...givenDomain(item, given), basis: 'known' };
}

/** The list of domains; undefined when it was not read to its end. */
async function listedDomains(item: LookupItem): Promise<NameList | undefined> {
	const domains = await undefinedIfFailed(namesOfRun(item, 'domainTexts'));
	return domains?.isUnreadable || domains?.isCut ? undefined : domains;
}

/** Those of all users have no ID (services.md section 3). */
const isOwnDomain = (domains: NameList, host: string): boolean =>
	domains.domainsOn(host).some(({ record }) => textOf(record.id) !== '');

/** The default domain by the links that were read so far; undefined when they do not show it. */
async function domainByLinks(item: LookupItem): Promise<DefaultDomain | undefined> {
	const index = item.run.links;
	const { baseUrl } = item.service;
	const api = hostOf(baseUrl);
	const hosts = [...index.hosts.keys()];
	if (hosts.length === 0)
		return index.isComplete ? { address: baseUrl, domain: api, basis: 'baseUrl' } : undefined;
	const hasAllLinks = hosts.length === 1;
	const isOnApi = hosts.every((host) => host === api);
	const domains = isOnApi ? undefined : await listedDomains(item);
	const isUnnamed = (name: string) => domains?.domainsOn(name).length === 0;
	const [host, ...others] = hasAllLinks ? hosts : hosts.filter(isUnnamed);
	if (host === undefined || others.length > 0) return undefined;
	const domain = index.domainWithFolder(host);
	const address = `${originIn(index, host)}${folderOf(domain)}`;
	if (host === api) return { address, domain, basis: 'baseUrl' };
	const isPerhapsOwn = hasAllLinks && (!domains || isOwnDomain(domains, host));
	return { address, domain, basis: isPerhapsOwn ? 'assumedForReading' : 'assumed', hasAllLinks };
}

/** The default domain, for which the list of domains may be read; undefined when nothing shows it. */
export const defaultDomain = async (item: LookupItem): Promise<DefaultDomain | undefined> =>
	knownDefaultDomain(item) ?? (await domainByLinks(item));

/** Whether nothing shows this domain: most services then use their default domain (services.md section 2), some take it. */
export async function isUnlisted(item: LookupItem, domain: unknown): Promise<boolean> {
	const host = hostOf(domain);
	const seen = [knownDefaultDomain(item)?.address, item.service.baseUrl].map(hostOf);
	if (host === '' || seen.includes(host) || item.run.links.hosts.has(host)) return false;
	const domains = await listedDomains(item);
	return domains?.isEmpty === false && domains.domainsOn(host).length === 0;
}
