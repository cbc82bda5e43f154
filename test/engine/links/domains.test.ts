/** The service's own domain as the domain of a link, and links that would lead to themselves. */
import { describe, expect, test } from '@jest/globals';

import type { Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';
import { mapped, upsert } from '../../support/upsert';

const testbed = setUpTestbed();
const LONG = 'https://example.com/long';

const domainOf = (value: unknown) => ({ __rl: true, mode: 'domain', value });
const create = (additionalFields: Json, operation = 'create'): Json => ({
	...{ resource: 'link', operation, url: '={{ $json.url }}' },
	additionalFields,
});

describe('A domain that the service does not list', () => {
	const sentDomains = async (domain: string, credentials: Json = {}) => {
		const parameters = create({ domain: domainOf('={{ $json.domain }}') });
		const items = [1, 2].map((n) => ({ url: `${LONG}/${n}`, domain }));
		const { reply, sent } = await testbed.run(
			{ parameters, items, credentials },
			{ settings: { unknownDomain: 'default' }, freshKey: credentials.apiKey === undefined },
		);
		const posts = sent.filter(({ method }) => method === 'POST');
		return {
			reasons: reply.error?.description,
			lists: sent.filter(({ path }) => path === '/api/domains').length,
			domains: posts.map(({ body }) => (body as Json).domain),
		};
	};

	test('is sent without a look-up where it is the default domain of the credential', async () => {
		const { key } = testbed;
		const credentials = { apiKey: key, defaultDomain: 'go.own.example' };
		for (const given of ['go.own.example', 'http://GO.own.example/', 'https://go.own.example'])
			expect(await sentDomains(given, credentials)).toEqual({
				reasons: undefined,
				lists: 0,
				domains: ['https://go.own.example', 'https://go.own.example'],
			});
	});

	test('is sent without a look-up where it is the host of the base URL', async () => {
		const { host } = new URL(testbed.url);
		const { domains, lists } = await sentDomains(host);
		expect([domains, lists]).toEqual([[`https://${host}`, `https://${host}`], 0]);
	});

	test('is an error otherwise', async () => {
		const { reasons, domains } = await sentDomains('go.own.example');
		expect(reasons).toContain('no domain is called "go.own.example"');
		expect(domains).toEqual([]);
	});
});

describe('A link to its own address', () => {
	const custom = '={{ $json.custom }}';
	const columns = mapped('custom', 'url', 'domain');
	test.each<[name: string, parameters: Json]>([
		['Create', create({ custom, domain: domainOf('={{ $json.domain }}') })],
		['Create or Get', create({ custom, domain: domainOf('={{ $json.domain }}') }, 'createOrGet')],
		['Create or Update', upsert(columns)],
	])('is refused by %s before anything is sent', async (_, parameters) => {
		const own = [
			{ custom: 'fall', url: `${testbed.url}/fall` },
			{ custom: 'a%62c', url: `${testbed.url}/abc/?utm_source=x` },
			{ custom: 'x', url: 'http://go.example.com/x', domain: 'https://go.example.com' },
		];
		const other = [
			{ custom: 'summer', url: `${testbed.url}/spring` },
			{ custom: 'spring', url: 'https://example.com/spring' },
			{ custom: 'y', url: `${testbed.url}/y`, domain: 'https://go.example.com' },
		];
		const { reply, sent } = await testbed.run({ parameters, items: [...own, ...other] });
		expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
		expect(reply.error?.message).toBe('3 of 6 items cannot be sent. Nothing was changed.');
		expect(reply.error?.description).toContain('is the address of the link itself');
		expect(reply.error?.description).toContain('Two columns may be swapped.');
	});

	test('is refused where a short URL names the link', async () => {
		const short = `${testbed.url}/s1`;
		const update: Json = {
			...{ resource: 'link', operation: 'update', updateFields: { url: short } },
			linkId: { __rl: true, mode: 'idOrUrl', value: short },
		};
		const byShortUrl = upsert(mapped('shorturl', 'url'), {}, { matchOn: 'shorturl' });
		for (const parameters of [update, byShortUrl]) {
			const items = [{ shorturl: short, url: short }];
			const { reply, sent } = await testbed.bothEntryPoints({ parameters, items });
			expect(reply.error?.message).toContain('is the address of the link itself');
			expect(sent).toEqual([]);
		}
	});
});
