/**
 * How Create or Get looks for the link that prevents a creation: it finds what is there, never takes the link of another
 * domain, and does not look long where nothing can be found. Each run has a new host, as in a new process, unless a test
 * gives one.
 */
import { describe, expect, test } from '@jest/globals';

import { useVirtualClock } from '../support/virtual/clock';
import {
	BRAND,
	createdOf,
	OTHER_BRAND,
	type Row,
	run,
	shortUrlsOf,
} from '../support/virtual/linkRows';
import {
	findsInUrlAndTitle,
	hasAlias,
	LinkService,
	type LinkServiceOptions,
	refusal,
} from '../support/virtual/linkService';
import { newHost, type VirtualRequest } from '../support/virtual/scriptedRun';

useVirtualClock();

const URL = 'https://example.com/x';

const rowsOf = (count: number): Row[] =>
	Array.from({ length: count }, (_, n) => ({ url: `https://example.com/${n}?a=1` }));

/** All rows are found with the short URLs that they had, and nothing is created. */
async function expectFound(service: LinkService, rows: Row[], shortUrls: unknown[], host?: string) {
	const links = service.links.length;
	const again = await run(service, rows, { host });
	expect(shortUrlsOf(again)).toEqual(shortUrls);
	expect(createdOf(again)).toEqual(rows.map(() => false));
	expect(service.links).toHaveLength(links);
	return again;
}

const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

describe('The alias that a service made a slug of', () => {
	const url = 'https://example.com';
	const newerLinksOfTheSite = (service: LinkService, count: number) => {
		for (let n = 0; n < count; n++) service.add({ url: `${url}/${n}` });
	};

	// Of the links that a search for the long URL finds, one page is read
	test.each<[string, LinkServiceOptions, number, number]>([
		['finds short URLs', { home: 'https://slugs.example.com', maxPage: 100 }, 150, 4],
		['finds no short URL and searches the long URL', { findsShort: () => false }, 150, 7],
	])('is found below newer links at a service that %s', async (_, options, newer, requests) => {
		const service = new LinkService({ aliasFor: slug, finds: findsInUrlAndTitle, ...options });
		const rows = [{ url, custom: 'Spring Sale' }];
		const host = options.home && 'slugs';
		const first = await run(service, rows, { host });
		newerLinksOfTheSite(service, newer);
		const again = await expectFound(service, rows, shortUrlsOf(first), host);
		expect(shortUrlsOf(again)).toEqual([expect.stringMatching(/\/spring-sale$/)]);
		expect(again.requests.length).toBeLessThanOrEqual(requests);
	});

	test('is looked for with a bounded number of requests where the search finds everything', async () => {
		const service = new LinkService({ isSameAlias: () => true, maxPage: 20 });
		service.fill(2_000);
		const { requests, items } = await run(service, [
			{ url: 'https://elsewhere.example', custom: 'A B' },
		]);
		expect(items[0]?.error).toMatch(/alias .+ is taken/i);
		expect(requests.length).toBeLessThanOrEqual(15);
	});
});

describe('The default domain is one of the account', () => {
	test.each<[string, LinkServiceOptions]>([
		['that finds no short URL', { findsShort: () => false, finds: findsInUrlAndTitle }],
		['that finds any link with the alias', { findsShort: hasAlias }],
	])('and all rows are found in a new process, at a service %s', async (_, options) => {
		const domains = [OTHER_BRAND, BRAND];
		const rows = rowsOf(5);
		const withAlias = rows.map((row, n) => ({ ...row, custom: `alias-${n}` }));
		for (const known of [rows, rows.slice(0, 1), withAlias]) {
			const service = new LinkService({ home: BRAND, domains, ...options });
			const first = await run(service, known);
			expect(createdOf(first)).toEqual(known.map(() => true));
			await expectFound(service, known, shortUrlsOf(first));
		}
	});

	test('but the only link on such a domain is no proof of that', async () => {
		const service = new LinkService({ domains: [BRAND], isUniqueOnAllDomains: true });
		service.add({ url: URL, custom: 'mine', domain: BRAND });
		const { items } = await run(service, [{ url: URL, custom: 'mine' }]);
		expect(items[0]?.error).toMatch(/alias .+ is taken/i);
	});
});

describe('One alias on two domains and on the default one', () => {
	const rows: Row[] = [
		{ url: URL, custom: 'mine', domain: BRAND },
		{ url: URL, custom: 'mine', domain: OTHER_BRAND },
		{ url: URL, custom: 'mine' },
	];
	const SERVICES: Array<[string, LinkServiceOptions]> = [
		[
			'has a domain of the account and a shared one',
			{ domains: [BRAND], sharedDomains: [OTHER_BRAND] },
		],
		['lists no domains', { domainFor: (domain) => domain }],
	];

	test.each(SERVICES)('is found for each row at a service that %s', async (_, options) => {
		const service = new LinkService({ findsShort: hasAlias, ...options });
		const host = newHost();
		const first = await run(service, rows, { host });
		expect(createdOf(first)).toEqual([true, true, true]);
		await expectFound(service, rows, shortUrlsOf(first), host);
		if (options.domainFor) {
			// Nothing shows in another process which of three hosts is the default one
			const [, , own] = (await run(service, rows)).items;
			expect(own?.error).toContain('Set Default Domain in the credential.');
		} else await expectFound(service, rows, shortUrlsOf(first));
	});

	test.each(SERVICES)('is never another link at a service that %s', async (_, options) => {
		const service = new LinkService({ findsShort: hasAlias, ...options });
		const first = await run(service, rows);
		for (const others of [[rows[2]], [...rows].reverse()]) {
			const [own] = shortUrlsOf(await run(service, others as Row[]));
			expect([shortUrlsOf(first)[2], expect.stringMatching(/alias .+ is taken/i)]).toContainEqual(
				own,
			);
		}
	});
});

describe('Where a plan is used up', () => {
	const isCreation = ({ method }: VirtualRequest) => method === 'POST';
	const usedUp = refusal('You have reached the maximum number of links of your plan.');

	test('400 refused rows with aliases, which the refusal quotes, cost two requests each, but for the first', async () => {
		const rows = rowsOf(400).map((row, n) => ({ ...row, custom: `Sale ${n}` }));
		const service = new LinkService({
			instead: (request) =>
				isCreation(request) ? refusal(`No plan for "${String(request.body.custom)}".`) : undefined,
		});
		service.fill(2_000);
		const { items, requests } = await run(service, rows);
		expect(items.filter(({ error }) => error)).toHaveLength(400);
		expect(requests.length).toBeLessThanOrEqual(2 * 400 + 20);
	});

	test('rows whose link exists are found all the same', async () => {
		let isUsedUp = false;
		const service = new LinkService({
			instead: (request) => (isUsedUp && isCreation(request) ? usedUp : undefined),
		});
		const rows = rowsOf(60);
		const existing = rows.filter((_, n) => n >= 20 && n % 2 === 0);
		const first = await run(service, existing);
		isUsedUp = true;
		const again = await run(service, rows);
		expect(again.items.filter(({ error }) => !error).map(({ json }) => json.shorturl)).toEqual(
			shortUrlsOf(first),
		);
		expect(again.requests.length).toBeLessThanOrEqual(3 * 40 + 30);
	});

	test('a link that only a long look finds is found again as soon as another refusal comes', async () => {
		let count = 0;
		const service = new LinkService({
			findsShort: () => false,
			finds: (link, keyword) => findsInUrlAndTitle(link, keyword) && !keyword.includes('?'),
			instead: (request) => (isCreation(request) && ++count <= 10 ? usedUp : undefined),
		});
		count = 10;
		const rows = rowsOf(12);
		const first = await run(service, rows.slice(10));
		count = 0;
		const again = await run(service, rows);
		expect(shortUrlsOf(again).slice(10)).toEqual(shortUrlsOf(first));
	});
});
