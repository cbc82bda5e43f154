/** The service's own domain as the domain of a link. */
import { describe, expect, test } from '@jest/globals';

import type { Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';

const testbed = setUpTestbed();
const LONG = 'https://example.com/long';

describe('A domain that the service does not list', () => {
	const sentDomains = async (domain: string, credentials: Json = {}) => {
		const parameters = {
			...{ resource: 'link', operation: 'create', url: '={{ $json.url }}' },
			additionalFields: { domain: { __rl: true, mode: 'domain', value: '={{ $json.domain }}' } },
		};
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
