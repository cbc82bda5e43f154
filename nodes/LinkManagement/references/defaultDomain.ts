import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../api/lists';
import { OnceByName, perKey, perRun } from '../client/memory';
import { isFailure } from '../errors';
import { type ListRequest, readList } from '../lists/readList';
import { hostOf } from '../values/comparable';
import { textOf } from '../values/json';
import { lookUpOptionsOf, type ReferenceCall } from './call';

/** The address that short URLs on the default domain begin with, as far as a link has shown it. */
const learnedOf = perKey<{ address?: string }>(() => ({}));

/** What short URLs on the default domain begin with; undefined as long as no link has shown it. */
export const knownDefaultDomain = ({
	service,
}: Pick<ReferenceCall, 'service'>): string | undefined => learnedOf(service).address;

/** What short URLs on the default domain begin with: as learned, or the address of the API, which is only likely. */
export const likelyDefaultDomain = (call: Pick<ReferenceCall, 'service'>): string =>
	knownDefaultDomain(call) ?? call.service.baseUrl;

/** Learns the default domain from a link without a requested domain. The end of its short URL must be its alias. */
export function learnDefaultDomain(
	{ service }: Pick<ReferenceCall, 'service'>,
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
			await readList(call.service, wanted, lookUpOptionsOf(call)).catch((error: unknown) => {
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

/** How many of the newest links show which domains an account uses. */
const NEWEST_LINKS = 100;

/** Whether one of the newest links is on this host, apart from those links. */
async function hasOtherLinks(
	call: ReferenceCall,
	host: string,
	links: IDataObject[],
): Promise<boolean> {
	const query = { order: 'date' };
	const wanted = { list: LISTS.links, query, limit: NEWEST_LINKS, startPage: 1 };
	const shortUrls = new Set(links.map(({ shorturl }) => textOf(shorturl)));
	return (await readOnce(call, wanted)).some(
		({ shorturl }) => hostOf(shorturl) === host && !shortUrls.has(textOf(shorturl)),
	);
}

/**
 * The default domain, given all links with an alias that is taken there. It is one of their hosts, except where an alias is
 * unique on all domains.
 *
 * @returns undefined when it can be several of them
 */
async function defaultHostAmong(
	call: ReferenceCall,
	links: IDataObject[],
): Promise<string | undefined> {
	const hosts = [...new Set(links.map(({ shorturl }) => hostOf(shorturl)))];
	const likely = hostOf(likelyDefaultDomain(call));
	if (hosts.includes(likely)) return likely;
	if (hosts.length === 0 || knownDefaultDomain(call) !== undefined) return undefined;
	const { own, others } = await domainsOf(call);
	const notOwn = hosts.filter((host) => !own.has(host));
	// A link on a domain that cannot be requested is there because none was
	const notRequestable = notOwn.filter((host) => !others.has(host));
	const [host, ...further] = [notRequestable, notOwn, hosts].find(({ length }) => length > 0) ?? [];
	if (host === undefined || further.length > 0) return undefined;
	// The only link on a domain of the account may be there because somebody asked for it
	return !own.has(host) || (await hasOtherLinks(call, host, links)) ? host : undefined;
}

/**
 * The links on a domain.
 *
 * @param links with '' as domain: all links with an alias that is taken on the default domain
 * @param domain with '': the default domain, which no endpoint shows. It can be one of the account's own
 * @returns none when it is not known which of several domains is the default one
 */
export async function linksOnDomain(
	call: ReferenceCall,
	links: IDataObject[],
	domain: string,
): Promise<IDataObject[]> {
	const host = domain === '' ? await defaultHostAmong(call, links) : hostOf(domain);
	return links.filter(({ shorturl }) => hostOf(shorturl) === host);
}
