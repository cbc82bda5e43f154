/** Updates of links: the other fields stay, and rows for one link are sent one after the other. */
import { describe, expect, test } from '@jest/globals';

import type { Json } from '../../support/engine';
import { type Scene, type Sent, setUpTestbed } from '../../support/engine/testbed';
import { byLinkId } from '../../support/operationCases';

const testbed = setUpTestbed();

/** The fields of a link that a reading shows. */
const SHOWN = {
	url: 'https://example.com/spring?a=1&b=2',
	metatitle: 'Spring & more',
	description: 'For the newsletter',
	expiry: '2030-01-31 10:00:00',
	geotarget: [{ location: 'Canada', link: 'https://example.com/ca' }],
	devicetarget: [{ device: 'iPhone', link: 'https://example.com/ios' }],
};
/** After the five links of the scene. */
const ID = 6;

const update = (linkId: unknown, updateFields: Json): Json => ({
	...{ resource: 'link', operation: 'update' },
	...{ linkId, updateFields },
});

/** What the service shows of the link now. */
const details = async (): Promise<Json> =>
	(await testbed.ask(`GET /api/url/${ID}`)).details as Json;

const linesOf = (sent: Sent[]) => sent.map(({ method, path }) => `${method} ${path}`);

describe.each<[string, Json]>([
	['a patch', { linkUpdate: 'patch' }],
	['a replacement', { linkUpdate: 'replace', linkUpdateNeedsUrl: true, ownAlias: 'taken' }],
])('At a service where an update is %s', (_, settings) => {
	const scene: Scene = { settings, links: [{ ...SHOWN, custom: 'spring', password: 'secret' }] };

	test('the other fields are read and sent along, and stay', async () => {
		const { reply, sent } = await testbed.bothEntryPoints(
			{ parameters: update(byLinkId(ID), { description: 'For the poster', custom: 'spring' }) },
			scene,
		);
		expect(reply.error).toBeUndefined();
		expect(linesOf(sent)).toEqual([`GET /api/url/${ID}`, `PUT /api/url/${ID}/update`]);
		// Without the alias that it has already
		expect(sent[1]?.body).toEqual({ ...SHOWN, description: 'For the poster' });
		expect(await details()).toMatchObject({
			longurl: SHOWN.url,
			title: SHOWN.metatitle,
			description: 'For the poster',
			expiry: SHOWN.expiry,
			location: { Canada: 'https://example.com/ca' },
			device: { iPhone: 'https://example.com/ios' },
		});
	});

	test('of two rows for one link, both count', async () => {
		const value = `=${testbed.url}/{{ $json.link }}`;
		const linkId = { __rl: true, mode: 'idOrUrl', value };
		const fields = { url: '={{ $json.url }}', description: '={{ $json.description }}' };
		const items = [
			{ link: 'spring', url: 'https://example.com/new', description: '' },
			{ link: 'spring', url: '', description: 'New' },
		];
		const { reply, sent } = await testbed.run({ parameters: update(linkId, fields), items }, scene);
		expect(reply.error).toBeUndefined();
		expect(await details()).toMatchObject({ longurl: items[0]!.url, description: 'New' });
		// The first row uses what the search returned; the second one reads the link again
		expect(sent.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET', 'PUT']);
	});
});
