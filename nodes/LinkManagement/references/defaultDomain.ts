import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../api/lists';
import { OnceByName, perKey, perRun } from '../client/memory';
import { isFailure } from '../errors';
import { type ListRequest, readList } from '../lists/readList';
import { hostOf } from '../values/comparable';
import { textOf } from '../values/json';
import { type ReferenceCall, requestOptionsOf } from './call';

/** The address that short URLs on the default domain begin with, as far as a link has shown it. */
const learnedOf = perKey<{ address?: string }>(() => ({}));

/** What short URLs on the default domain begin with; undefined as long as no link has shown it. */
export const knownDefaultDomain = ({ service }: ReferenceCall): string | undefined =>
	learnedOf(service).address;

/** What short URLs on the default domain begin with: as learned, or the address of the API, which is only likely. */
export const likelyDefaultDomain = (call: ReferenceCall): string =>
	knownDefaultDomain(call) ?? call.service.baseUrl;

/** Learns the default domain from a link without a requested domain. The end of its short URL must be its alias. */
export function learnDefaultDomain(
	{ service }: ReferenceCall,
	{ shorturl, short }: IDataObject,
	{ domain, custom }: IDataObject,
): void {
	const [, address] = /^(https?:\/\/[^?#]+)\/[^/?#]+\/?$/i.exec(textOf(shorturl ?? short)) ?? [];
	const isPlain = textOf(domain) === '' && !textOf(custom).includes('/');
	if (address !== undefined && isPlain) learnedOf(service).address = address;
}

/** The hosts that items of a run requested as a domain. */
const requestedHostsOf = perRun(() => new Set<string>());

/** Notes a requested domain, which a link is on because somebody asked for it. '' notes nothing. */
export function noteRequestedDomain({ run }: ReferenceCall, domain: string): void {
	if (domain !== '') requestedHostsOf(run).add(hostOf(domain));
}

/** The hosts of an account's own domains, and of all others that can be requested. */
interface Domains {
	own: Set<string>;
	others: Set<string>;
}

const listsOfRun = perRun(() => new OnceByName<IDataObject[]>());

/**
 * A list, read once in a run.
 *
 * @returns none when the service does not give it
 * @throws {NodeApiError} when it can't be read now
 */
const readOnce = async (call: ReferenceCall, wanted: ListRequest): Promise<IDataObject[]> =>
	await listsOfRun(call.run).get(
		wanted.list.path,
		async () =>
			await readList(call.service, wanted, requestOptionsOf(call)).catch((error: unknown) => {
				if (isFailure(error, 'refused', 'forbidden', 'notFound', 'unexpectedReply')) return [];
				throw error;
			}),
	);

/** The domains that can be requested. A plan without domains has none of its own. */
async function domainsOf(call: ReferenceCall): Promise<Domains> {
	const wanted = { list: LISTS.domains, query: {}, limit: Infinity, startPage: 1 };
	const records = await readOnce(call, wanted);
	const hosts = (isOwn: boolean) =>
		records.filter(({ id }) => (textOf(id) !== '') === isOwn).map(({ domain }) => hostOf(domain));
	return {
		own: new Set(hosts(true)),
		others: new Set([...hosts(false), ...requestedHostsOf(call.run)]),
	};
}

const isOnHost = (host: string | undefined) => (link: IDataObject) =>
	hostOf(link.shorturl) === host;

/** The default domain, given all links with an alias; undefined when it can be several of their hosts, or none. */
async function defaultHostAmong(call: ReferenceCall, hosts: string[]): Promise<string | undefined> {
	const likely = hostOf(likelyDefaultDomain(call));
	if (hosts.includes(likely)) return likely;
	if (hosts.length === 0 || knownDefaultDomain(call) !== undefined) return undefined;
	const { own, others } = await domainsOf(call);
	const notOwn = hosts.filter((host) => !own.has(host));
	// A link on a domain that cannot be requested is there because none was
	const notRequestable = notOwn.filter((host) => !others.has(host));
	const possible = notRequestable.length > 0 ? notRequestable : notOwn;
	return possible.length === 1 ? possible[0] : undefined;
}

/**
 * The links on a domain.
 *
 * @param links all links with an alias
 * @param domain '' for the default domain, which no endpoint shows
 * @returns none when it is not known which of several domains is the default one
 */
export async function linksOnDomain(
	call: ReferenceCall,
	links: IDataObject[],
	domain: string,
): Promise<IDataObject[]> {
	if (domain !== '') return links.filter(isOnHost(hostOf(domain)));
	const hosts = [...new Set(links.map(({ shorturl }) => hostOf(shorturl)))];
	return links.filter(isOnHost(await defaultHostAmong(call, hosts)));
}

/** How many of the newest links show which domains an account uses. */
const NEWEST_LINKS = 100;

/**
 * The links on a domain of the account that is probably the default one, because the service has refused their alias.
 *
 * @param links all links with the alias
 * @returns none when they are on several domains, or when the only link on the domain has the alias: where aliases are unique
 * on all domains, somebody may have requested this domain for it
 */
export async function linksOnOwnDefaultDomain(
	call: ReferenceCall,
	links: IDataObject[],
): Promise<IDataObject[]> {
	const [host, ...others] = new Set(links.map(({ shorturl }) => hostOf(shorturl)));
	if (host === undefined || others.length > 0 || knownDefaultDomain(call) !== undefined) return [];
	const query = { order: 'date' };
	const wanted = { list: LISTS.links, query, limit: NEWEST_LINKS, startPage: 1 };
	const newest = await readOnce(call, wanted);
	const shortUrls = new Set(links.map(({ shorturl }) => textOf(shorturl)));
	const isOther = ({ shorturl }: IDataObject) => !shortUrls.has(textOf(shorturl));
	return newest.filter(isOther).some(isOnHost(host)) ? links : [];
}
