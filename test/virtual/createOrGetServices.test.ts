/**
 * Create or Get, and the recovery of lost links, at services that spell, search and refuse differently: every row gets
 * its own link, a repeated run gives the same links, and a link that is not the one asked for is never passed off as it.
 * Each run has a new host in virtual time, so the node knows no more than in a new process.
 */
import { describe, expect, test } from '@jest/globals';

import { useVirtualClock } from '../support/virtual/clock';
import { BRAND, createdOf, idsOf, type Row, run, shortUrlsOf } from '../support/virtual/linkRows';
import {
	DEFAULT_DOMAIN,
	findsInUrlAndTitle,
	LinkService,
	type LinkServiceOptions,
	refusal,
} from '../support/virtual/linkService';
import type { VirtualOutcome, VirtualReply } from '../support/virtual/scriptedRun';

useVirtualClock();

const BROKEN: VirtualReply = { status: 502, body: '<html>Bad Gateway</html>' };

/** Runs the rows twice: all are created by the first run and found by the second. */
async function expectRepeatable(options: LinkServiceOptions, rows: Row[]): Promise<VirtualOutcome> {
	const service = new LinkService(options);
	const first = await run(service, rows);
	expect(idsOf(first)).toEqual(service.links.map(({ id }) => id));
	expect(createdOf(first)).toEqual(rows.map(() => true));
	const again = await run(service, rows);
	expect(idsOf(again)).toEqual(idsOf(first));
	expect(createdOf(again)).toEqual(rows.map(() => false));
	expect(service.links).toHaveLength(rows.length);
	return again;
}

const UTM = [{ name: 'utm_source', value: 'news letter' }];
const naive = (url: string, parameters: Row['parameters'] = []) =>
	parameters.length === 0
		? url
		: `${url}${url.includes('?') ? '&' : '?'}${parameters
				.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
				.join('&')}`;
const proper = (url: string, parameters: Row['parameters'] = []) => {
	const address = new URL(url);
	for (const { name, value } of parameters) address.searchParams.set(name, value);
	return address.href;
};
/** A service that loses its first answer to a creation, which it carries out. */
const losingFirst = (options: LinkServiceOptions = {}) => {
	let left = 1;
	return new LinkService({
		...options,
		instead: ({ method }) => (method === 'POST' && left-- > 0 ? 'acts' : undefined),
	});
};

/** How services store the long URL of a link with URL Parameters. */
const STORES: Array<[string, NonNullable<LinkServiceOptions['store']>]> = [
	['with the parameters at its end', naive],
	['with + for spaces', (url, more) => proper(url, more).replaceAll('%20', '+')],
	['with escaped HTML', (url, more) => naive(url, more).replaceAll('&', '&amp;')],
];

test.each(STORES)('links whose long URL is stored %s are found again', async (_, store) => {
	for (const url of [
		'https://example.com',
		'https://example.com/cafe\u0301/?q=red%20shoes&utm_source=mail#prices',
	])
		for (const parameters of [[], UTM]) {
			const service = losingFirst({ store });
			const outcome = await run(service, [{ url, parameters }], { operation: 'create' });
			expect(idsOf(outcome)).toEqual([1]);
			expect(service.links).toHaveLength(1);
			await expectRepeatable({ store }, [
				{ url, parameters },
				{ url, parameters, custom: 'mine' },
			]);
		}
});

test('a long URL that is stored cut at 255 characters is that of a lost reply', async () => {
	const url = `https://example.com/search?q=${'word%20'.repeat(60)}end`;
	const service = losingFirst({ store: (given) => given.slice(0, 255) });
	expect(idsOf(await run(service, [{ url }], { operation: 'create' }))).toEqual([1]);
	expect(service.links).toHaveLength(1);
});

describe('The domain is part of every comparison', () => {
	const url = 'https://example.com/x';

	test('a refused domain is an error, though the alias exists on the default domain', async () => {
		const service = new LinkService({ domains: [] });
		service.add({ url, custom: 'mine' });
		const outcome = await run(service, [{ url, custom: 'mine', domain: BRAND }]);
		expect(idsOf(outcome)).toEqual([
			expect.stringMatching(/^Domain \S+: This domain is not available\.$/),
		]);
	});

	test('a lost creation gets the link on its own domain', async () => {
		for (const custom of [undefined, 'mine'])
			for (const domains of [
				[undefined, BRAND],
				[BRAND, undefined],
			]) {
				// Both replies are lost side by side; only the second link is made at first
				const tried = new Set<unknown>();
				const service = new LinkService({
					domains: [BRAND],
					instead: ({ method, body }) => {
						if (method !== 'POST' || body.url !== url || tried.has(body.domain)) return undefined;
						tried.add(body.domain);
						return body.domain === domains[1] ? 'acts' : BROKEN;
					},
				});
				const before = [1, 2, 3].map((n) => ({ url: `https://example.com/before/${n}` }));
				const rows = domains.map((domain) => ({ url, custom, domain }));
				const outcome = await run(service, [...before, ...rows], { operation: 'create' });
				const origins = shortUrlsOf(outcome).map((short) => new URL(String(short)).origin);
				expect(origins.slice(3)).toEqual(domains.map((domain) => domain ?? DEFAULT_DOMAIN));
				expect(service.links).toHaveLength(5);
			}
	});
});

describe('Aliases that a service may spell alike', () => {
	const url = 'https://example.com/x';
	const PAIRS: Array<[string, string]> = [
		['Sale', 'sale'],
		['a-b', 'ab'],
		['🚀', '🎉'],
		['Früh', 'fruh'],
	];

	test.each(PAIRS)('%s and %s are found again, each its own', async (one, other) => {
		const rows = [one, other].map((custom) => ({ url, custom }));
		for (const options of [{}, { findsShort: () => false }])
			for (const order of [rows, [...rows].reverse()]) {
				const again = await expectRepeatable(options, order);
				expect(shortUrlsOf(again)).toEqual(
					order.map(({ custom }) => `${DEFAULT_DOMAIN}/${encodeURIComponent(custom)}`),
				);
			}
	});
});

describe('A service that makes slugs of aliases', () => {
	const slug = (text: string) =>
		text
			.normalize('NFKD')
			.replace(/\p{M}/gu, '')
			.toLowerCase()
			.replace(/[^a-z0-9]+/g, '-')
			.replace(/^-|-$/g, '');
	const rows = ['Summer Sale', 'Früh', 'a_b', 'MIXED'].map((custom, n) => ({
		url: `https://example.com/${n}`,
		custom,
	}));

	test('gives the same links again, without a warning', async () => {
		const again = await expectRepeatable({ aliasFor: slug }, rows);
		expect(again.items.every(({ json }) => !('warning' in json))).toBe(true);
	});

	test('gives the link of a lost reply, and creates no other', async () => {
		for (const row of rows)
			for (const operation of ['create', 'createOrGet']) {
				const outcome = await run(losingFirst({ aliasFor: slug }), [row], { operation });
				expect(idsOf(outcome)).toEqual([1]);
				expect(outcome.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
			}
	});
});

describe('In another process', () => {
	const rows = Array.from({ length: 5 }, (_, n) => ({ url: `https://example.com/${n}?a=1&b=2` }));

	test.each<[string, LinkServiceOptions]>([
		['short links on another host than the API', {}],
		[
			'a search over long URL and title that ignores queries',
			{ finds: (link, keyword) => findsInUrlAndTitle(link, keyword) && !keyword.includes('?') },
		],
		[
			'domains that can not be listed',
			{
				instead: ({ path }) =>
					path === '/api/domains' ? { status: 403, body: { error: 1, message: 'No.' } } : undefined,
			},
		],
		['domains of its own', { domains: [BRAND] }],
	])('all links are found again at a service with %s', async (_, options) => {
		await expectRepeatable(options, rows);
		await expectRepeatable(options, [rows[0] as Row]);
		await expectRepeatable(
			options,
			rows.map((row, n) => ({ ...row, custom: `alias-${n}` })),
		);
	});
});

describe('A service that gives the same link again for the same long URL', () => {
	const url = 'https://example.com/x';

	test('only the first of two rows is reported as created', async () => {
		const service = new LinkService({ givesSameLink: true });
		const outcome = await run(service, [{ url }, { url: 'https://example.com/y' }, { url }]);
		expect(idsOf(outcome)).toEqual([1, 2, 1]);
		expect(createdOf(outcome)).toEqual([true, true, false]);
	});

	test('a second run reports that nothing was created', async () => {
		const service = new LinkService({ givesSameLink: true });
		const rows = [{ url }, { url: 'https://example.com/y' }];
		await run(service, rows, { host: 'same-link' });
		expect(createdOf(await run(service, rows, { host: 'same-link' }))).toEqual([false, false]);
	});
});

describe('A service that makes something other than what was asked for', () => {
	const url = 'https://example.com/x';
	const replacing: LinkServiceOptions = {
		aliasFor: () => undefined,
		domainFor: () => DEFAULT_DOMAIN,
	};

	test.each<[string, Row]>([
		['another alias', { url, custom: 'mine' }],
		['another alias and another domain', { url, custom: 'mine', domain: BRAND }],
	])('the link of a lost reply is found by its long URL where it has %s', async (_, row) => {
		for (const operation of ['create', 'createOrGet']) {
			const service = losingFirst(replacing);
			const [item] = (await run(service, [row], { operation })).items;
			expect(service.links).toHaveLength(1);
			expect(item?.error ?? item?.json.warning).toMatch(
				/^Alias not as requested: random1 instead of mine\./,
			);
		}
	});

	test('a link that others made for the same long URL is not taken for that of a lost reply', async () => {
		const quarter = 15 * 60;
		for (const [age, links] of [
			[10 * quarter, 3],
			[40, 2],
		] as const) {
			const lost = { left: 1 };
			const service = new LinkService({
				instead: ({ method }) => (method === 'POST' && lost.left-- > 0 ? BROKEN : undefined),
			});
			service.add({ url, custom: 'flyer-1' }, age);
			if (links === 3) service.add({ url: 'https://example.com/newest' }, age - 1);
			const outcome = await run(service, [{ url, custom: 'flyer-2' }], { operation: 'create' });
			expect(shortUrlsOf(outcome)).toEqual([`${DEFAULT_DOMAIN}/flyer-2`]);
			expect(service.links).toHaveLength(links);
		}
	});

	test('Create or Get finds links again whose domain lost its www.', async () => {
		const domain = 'https://www.brand.example';
		const rows = [
			{ url, custom: 'mine', domain },
			{ url, domain },
		];
		const again = await expectRepeatable({ domainFor: () => 'https://brand.example' }, rows);
		expect(shortUrlsOf(again)[0]).toBe('https://brand.example/mine');
	});

	test('Create or Get finds an alias with a slash again', async () => {
		const custom = 'spring/sale';
		await expectRepeatable({}, [{ url, custom }]);
		const inPath: LinkServiceOptions = { pathOf: (alias) => alias };
		await expectRepeatable(inPath, [{ url, custom }, { url }, { url, custom: 'other' }]);
	});
});

test('when the look-up after a refusal fails, the error has the words of the first refusal', async () => {
	const oops: VirtualReply = { status: 500, body: { error: 1, message: 'Oops.' } };
	const service = new LinkService({
		instead: ({ method }) => (method === 'POST' ? refusal('Your plan allows no alias.') : oops),
	});
	const rows = [{ url: 'https://example.com/x', custom: 'mine' }];
	expect(idsOf(await run(service, rows))).toEqual([
		expect.stringMatching(/^Alias mine: Your plan allows no alias\.$/),
	]);
});

test('derived aliases spell no word, and are the same in every process', async () => {
	const service = new LinkService();
	const rows: Row[] = Array.from({ length: 200 }, (_, n) => ({ url: `https://example.com/${n}` }));
	await run(service, rows);
	const aliases = service.links.map(({ alias }) => alias);
	expect(new Set(aliases).size).toBe(200);
	for (const alias of aliases) expect(alias).toMatch(/^[bcdfghjklmnpqrstvwxz\d]{10}$/);
	const elsewhere = new LinkService();
	await run(elsewhere, rows.slice(0, 1));
	expect(elsewhere.links[0]?.alias).toBe(aliases[0]);
	await run(elsewhere, [
		{ url: 'https://example.com/0', domain: undefined, parameters: UTM },
		{ url: 'https://example.com/0', parameters: [{ name: 'utm_source', value: 'mail' }] },
	]);
	expect(new Set(elsewhere.links.map(({ alias }) => alias)).size).toBe(3);
});
