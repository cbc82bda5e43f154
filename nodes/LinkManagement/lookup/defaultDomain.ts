import type { IDataObject } from 'n8n-workflow';
import { LISTS } from '../client/endpoints';
import { requestOptionsOf } from '../client/http';
import { perKey } from '../client/account';
import { undefinedIfFailed } from '../errors';
import { readList } from '../lists/readList';
import { comparableAlias, domainOf, linkAddress } from '../text/aliases';
import { hostOf } from '../text/comparable';
import { textOf } from '../text/json';
import type { ReferenceCall } from './call';
import { type LinkIndex, linkIndexOf } from './linkIndex';

/** A domain on which a link is looked for. */
export interface Domain {
	/** What short URLs on it begin with, such as `https://sho.rt/s`. */
	address: string;
	/** As `ListedLink` has it, such as `sho.rt/s`. */
	domain: string;
}

/** The domain of links that are made without one. No endpoint shows it. */
export interface DefaultDomain extends Domain {
	/**
	 * `known`: by a creation or the credential; the others: by the links of the account. A domain that is no own one of the
	 * account is `assumed` for everything; one that may be an own one only `assumedForReading` links and leave them as they are.
	 */
	basis: 'known' | 'baseUrl' | 'assumed' | 'assumedForReading';
	/** Where it is assumed: whether all links that were read are there. Otherwise, it is the only one that is no domain of the account. */
	hasAllLinks?: boolean;
}

/** The short URLs of links that creations of this process made without a domain begin so. At most one address. */
const shownOf = perKey((): { shown?: Domain } => ({}));

const folderOf = (domain: string): string => (/\/.*/s.exec(domain) ?? [''])[0];
const schemeAndHost = (address: unknown): string =>
	(/^\w+:\/\/[^/?#]+/.exec(textOf(address).trim()) ?? [''])[0];

/**
 * Learns the default domain from a new link that was asked for without one. The alias must be the one that was asked for,
 * because a service may give an older link. @returns both domains where the reply contradicts the credential
 */
export function learnDefaultDomain(
	{ service }: ReferenceCall,
	link: IDataObject,
	custom: unknown,
): { shown: string; given: string } | undefined {
	const asked = comparableAlias(custom);
	const { domain, alias } = linkAddress(link, asked);
	if (domain === '' || alias === '' || alias !== asked) return undefined;
	const address = `${schemeAndHost(link.shorturl)}${folderOf(domain)}`;
	shownOf(service).shown = { address, domain };
	const given = service.defaultDomain;
	return given === '' || hostOf(given) === hostOf(address) ? undefined : { shown: address, given };
}

/** A domain that a row or the credential gives, perhaps without its scheme or its folder. */
export function givenDomain({ run }: ReferenceCall, given: unknown): Domain {
	const index = linkIndexOf(run);
	const text = textOf(given).trim();
	const domain = index.domainWithFolder(domainOf(text));
	const origin = schemeAndHost(text) || originIn(index, hostOf(text));
	return { address: `${origin.toLowerCase()}${folderOf(domain)}`, domain };
}

const originIn = (index: LinkIndex, host: string): string =>
	index.hosts.get(host)?.origin ?? `https://${host}`;

/** The default domain as far as a creation or the credential shows it. */
export function knownDefaultDomain(call: ReferenceCall): DefaultDomain | undefined {
	const { shown } = shownOf(call.service);
	const given = call.service.defaultDomain;
	if (shown) return { ...shown, basis: 'known' };
	return given === '' ? undefined : { ...givenDomain(call, given), basis: 'known' };
}

/** The hosts of the list of domains; undefined when it was not read to its end. It is read once in a run. */
const domainHosts = async (call: ReferenceCall) =>
	await (linkIndexOf(call.run).domains ??= undefinedIfFailed(readDomainHosts(call)));

async function readDomainHosts(call: ReferenceCall) {
	const wanted = { list: LISTS.domains, limit: Infinity };
	const records = await readList(call.service, wanted, requestOptionsOf(call));
	const hosts = (isOwn: boolean) =>
		records.filter(({ id }) => (textOf(id) !== '') === isOwn).map(({ domain }) => hostOf(domain));
	// Those of all users have no ID (services.md section 3)
	return { own: new Set(hosts(true)), shared: new Set(hosts(false)) };
}

/** The default domain by the links that were read so far; undefined when they do not show it. */
async function domainByLinks(call: ReferenceCall): Promise<DefaultDomain | undefined> {
	const index = linkIndexOf(call.run);
	const api = hostOf(call.service.baseUrl);
	const hosts = [...index.hosts.keys()];
	const at = (host: string, basis: DefaultDomain['basis'], hasAllLinks?: boolean) => {
		const domain = index.domainWithFolder(host);
		return { address: `${originIn(index, host)}${folderOf(domain)}`, domain, basis, hasAllLinks };
	};
	const [first, ...others] = hosts;
	if (first === undefined)
		return index.isComplete
			? { address: call.service.baseUrl, domain: api, basis: 'baseUrl' }
			: undefined;
	if (others.length === 0 && first === api) return at(api, 'baseUrl');
	const domains = await domainHosts(call);
	if (others.length === 0)
		return at(first, !domains || domains.own.has(first) ? 'assumedForReading' : 'assumed', true);
	const isNamed = (host: string) => domains?.own.has(host) || domains?.shared.has(host);
	const [unnamed, ...more] = domains ? hosts.filter((host) => !isNamed(host)) : [];
	if (unnamed === undefined || more.length > 0) return undefined;
	return at(unnamed, unnamed === api ? 'baseUrl' : 'assumed');
}

/** The default domain, for which the list of domains may be read; undefined when nothing shows it. */
export const defaultDomain = async (call: ReferenceCall): Promise<DefaultDomain | undefined> =>
	knownDefaultDomain(call) ?? (await domainByLinks(call));

/**
 * Whether neither the lists of links and domains nor a creation show this domain. Most services make a link on their default
 * domain then, without a word (services.md section 2), but some take domains that they do not list.
 */
export async function isUnlisted(call: ReferenceCall, domain: unknown): Promise<boolean> {
	const host = hostOf(domain);
	const seen = [knownDefaultDomain(call)?.address, call.service.baseUrl].map(hostOf);
	if (host === '' || seen.includes(host) || linkIndexOf(call.run).hosts.has(host)) return false;
	const domains = await domainHosts(call);
	if (!domains || domains.own.size + domains.shared.size === 0) return false;
	return !domains.own.has(host) && !domains.shared.has(host);
}
