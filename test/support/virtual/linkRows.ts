/** Rows of links, and runs of them in virtual time. Each run has a new host, as in a new process, unless a test gives one. */
import type { IDataObject } from 'n8n-workflow';

import { LinkService, type LinkServiceOptions } from './linkService';
import { newHost, runInVirtualTime, type VirtualOutcome, type VirtualRun } from './scriptedRun';

export const BRAND = 'https://go.brand.example';
export const OTHER_BRAND = 'https://other.brand.example';

/** What came out for each row: the field of its link, or the error. */
const fieldOf =
	(name: string) =>
	({ items }: VirtualOutcome): unknown[] =>
		items.map(({ json, error }) => error ?? json[name]);
export const idsOf = fieldOf('id');
export const createdOf = fieldOf('created');
export const shortUrlsOf = fieldOf('shorturl');

export const [OLD, NEW] = ['https://example.com/old', 'https://example.com/new'];
/** More rows, so that the list is read. */
export const others = ['x', 'y', 'z'].map((custom) => ({
	custom,
	url: `https://example.com/${custom}`,
}));

/** A service that has links with these aliases. */
export function serviceWith(options: LinkServiceOptions = {}, aliases = ['a']): LinkService {
	const service = new LinkService(options);
	for (const custom of aliases) service.add({ url: OLD, custom });
	return service;
}

/** The items of Create or Update for these rows, each column mapped by hand. */
export const upsertItems = (
	rows: IDataObject[],
	{ matchOn = 'custom', dryRun = false, ...options }: IDataObject = {},
): IDataObject[] =>
	rows.map((value) => ({
		...{ matchOn, dryRun, options },
		columns: { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] },
	}));

/** Runs of one node beside a service, with On Error: Continue. */
export function nodeBeside(
	service: Pick<LinkService, 'script'>,
	credentials?: IDataObject,
	host = newHost(),
) {
	const run = async (operation: string, items: IDataObject[], more: Partial<VirtualRun> = {}) =>
		await runInVirtualTime(
			{ resource: 'link', operation, items, continues: true, host, credentials, ...more },
			service.script,
		);
	const forRows = (operation: string) => async (rows: Array<{ url: string } & IDataObject>) =>
		await run(
			operation,
			rows.map(({ url, ...additionalFields }) => ({ url, additionalFields })),
		);
	return {
		run,
		upsert: async (rows: IDataObject[], options?: IDataObject) =>
			await run('upsert', upsertItems(rows, options)),
		create: forRows('create'),
		createOrGet: forRows('createOrGet'),
	};
}

/** What was done for each row, or the error. */
export const resultsOf = ({ items }: VirtualOutcome) =>
	items.map(({ json, error }) => error ?? json.action ?? json.created);
/** The methods of the requests that may change something. */
export const changesAmong = ({ requests }: VirtualOutcome) =>
	requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);

const lower = (text: string) => text.toLowerCase();
/** A service to which aliases that differ only in case are one. */
export const WITHOUT_CASE: LinkServiceOptions = {
	isSameAlias: (one, other) => lower(one) === lower(other),
	findsShort: ({ shorturl }, short) => lower(decodeURI(shorturl)) === lower(decodeURI(short)),
};
/** A service that takes every domain, and lists none. */
export const UNLISTED: LinkServiceOptions = { domainFor: (domain) => domain };
/** A service that adds the parameters to the end of the long URL. */
export const storeAtEnd: LinkServiceOptions['store'] = (url, parameters) =>
	parameters.reduce(
		(all, { name, value }) => `${all}${all.includes('?') ? '&' : '?'}${name}=${value}`,
		url,
	);
