import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../api/lists';
import { OnceByName, perKey, perRun } from '../client/memory';
import { isFailure } from '../errors';
import { readList } from '../lists/readList';
import { hostOf } from '../values/comparable';
import { textOf } from '../values/json';
import { lookUpOptionsOf, type ReferenceCall } from './call';

/**
 * The default domain, as far as this process knows it. It only saves requests: without it, the link is found by searching.
 */
const defaultDomainOf = perKey<{ /** The beginning of its short URLs. */ address?: string }>(
	() => ({}),
);

/** What short URLs on the default domain begin with: as learned, or the address of the API. */
export const homeOf = ({ service }: Pick<ReferenceCall, 'service'>): string =>
	defaultDomainOf(service).address ?? service.baseUrl;

/** Learns the default domain from a link that was created without a domain. */
export function learnHome(
	{ service }: Pick<ReferenceCall, 'service'>,
	{ shorturl, short }: IDataObject,
	{ domain }: IDataObject,
): void {
	const [, home] = /^(https?:\/\/[^?#]+)\/[^/?#]+\/?$/i.exec(textOf(shorturl ?? short)) ?? [];
	if (home !== undefined && textOf(domain) === '') defaultDomainOf(service).address = home;
}

/** The hosts of an account's own domains, and of those that all users share. */
interface Domains {
	own: Set<string>;
	shared: Set<string>;
}

const domainsOfRun = perRun(() => new OnceByName<Domains>());

/**
 * Reads the account's domains, once in a run.
 *
 * @throws {NodeApiError} when the list can't be read; a plan without domains has none
 */
async function readDomains(call: ReferenceCall): Promise<Domains> {
	const wanted = { list: LISTS.domains, query: {}, limit: Infinity, startPage: 1 };
	const records = await readList(call.service, wanted, lookUpOptionsOf(call)).catch(
		(error: unknown) => {
			if (isFailure(error, 'refused', 'forbidden', 'notFound', 'unexpectedReply')) return [];
			throw error;
		},
	);
	const hosts = (isOwn: boolean) =>
		new Set(
			records.filter(({ id }) => (textOf(id) !== '') === isOwn).map(({ domain }) => hostOf(domain)),
		);
	return { own: hosts(true), shared: hosts(false) };
}

/**
 * The links on a domain, or if it is '', on the default domain. api.md does not show which domain is the default: it is not
 * one of the account's own.
 *
 * @returns none when the links are on several hosts, and it is not known which of them is the default domain
 */
export async function linksOnDomain(
	call: ReferenceCall,
	links: IDataObject[],
	domain: string,
): Promise<IDataObject[]> {
	const isOn = (host: string) => (link: IDataObject) => hostOf(link.shorturl) === host;
	if (domain !== '') return links.filter(isOn(hostOf(domain)));
	const hosts = [...new Set(links.map(({ shorturl }) => hostOf(shorturl)))];
	const home = hostOf(homeOf(call));
	if (hosts.length === 0 || hosts.includes(home)) return links.filter(isOn(home));
	const { own, shared } = await domainsOfRun(call.run).get('', async () => await readDomains(call));
	const base = hostOf(call.service.baseUrl);
	const possible = hosts.filter((host) => !own.has(host));
	const likely = [
		possible.filter((host) => host === base),
		possible.filter((host) => !shared.has(host)),
		possible,
	].find((some) => some.length > 0);
	const [only = '', ...others] = likely ?? [];
	return likely && others.length === 0 ? links.filter(isOn(only)) : [];
}
