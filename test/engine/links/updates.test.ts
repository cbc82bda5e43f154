/** Link → Update keeps the other fields of a link; fields can be emptied; services without an endpoint say so. */
import { describe, expect, test } from '@jest/globals';

import type { Json } from '../../support/engine';
import { type Scene, setUpTestbed } from '../../support/engine/testbed';
import { byId, byLinkId } from '../../support/operationCases';

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
const SCENE: Scene = { links: [{ ...SHOWN, custom: 'spring', password: 'secret' }] };
/** After the five links of the scene. */
const ID = 6;

const update = (updateFields: Json, options: Json = {}): Json => ({
	resource: 'link',
	operation: 'update',
	linkId: byLinkId(ID),
	updateFields,
	options,
});

/** What the service shows of the link now. */
async function details(): Promise<Json> {
	const { details } = await testbed.ask(`GET /api/url/${ID}`);
	return details as Json;
}

const linesOf = (sent: Array<{ method: string; path: string }>) =>
	sent.map(({ method, path }) => `${method} ${path}`);

describe.each<[string, Json]>([
	['a patch', { linkUpdate: 'patch' }],
	['a replacement', { linkUpdate: 'replace', linkUpdateNeedsUrl: true, ownAlias: 'taken' }],
])('At a service where an update is %s', (_, settings) => {
	test('the other fields are read and sent along, and stay', async () => {
		const { reply, sent } = await testbed.bothEntryPoints(
			{ parameters: update({ description: 'For the poster' }) },
			{ ...SCENE, settings },
		);
		expect(reply.error).toBeUndefined();
		expect(linesOf(sent)).toEqual([`GET /api/url/${ID}`, `PUT /api/url/${ID}/update`]);
		expect(sent[1]?.body).toEqual({
			...SHOWN,
			description: 'For the poster',
		});
		expect(await details()).toMatchObject({
			longurl: SHOWN.url,
			title: SHOWN.metatitle,
			description: 'For the poster',
			expiry: SHOWN.expiry,
			location: { Canada: 'https://example.com/ca' },
			device: { iPhone: 'https://example.com/ios' },
		});
	});

	test('the alias is sent only when it changes', async () => {
		const scene = { ...SCENE, settings };
		const same = await testbed.bothEntryPoints(
			{ parameters: update({ custom: 'spring', url: 'https://example.com/new' }) },
			scene,
		);
		expect(same.reply.error).toBeUndefined();
		expect(same.sent[1]?.body).not.toHaveProperty('custom');
		const other = await testbed.bothEntryPoints(
			{ parameters: update({ custom: 'summer' }) },
			scene,
		);
		expect(other.sent[1]?.body).toHaveProperty('custom', 'summer');
		expect(other.reply.outputs[0]?.[0]?.json).toEqual({
			id: ID,
			shorturl: `${testbed.url}/summer`,
		});
	});

	test('a field that is cleared is empty afterwards', async () => {
		const fieldsToClear = ['description', 'expiry', 'geotarget', 'password'];
		const { reply, sent } = await testbed.bothEntryPoints(
			{ parameters: update({ fieldsToClear }) },
			{ ...SCENE, settings },
		);
		expect(reply.error).toBeUndefined();
		expect(sent[1]?.body).toMatchObject({
			description: '',
			expiry: '',
			geotarget: [],
			password: '',
		});
		expect(await details()).toMatchObject({
			description: '',
			expiry: null,
			device: { iPhone: 'https://example.com/ios' },
		});
	});
});

test('where updates change only what they send, one request sends the given fields only', async () => {
	const parameters = update({ description: 'For the poster' });
	const { sent } = await testbed.bothEntryPoints(
		{ parameters },
		{ ...SCENE, updatesReplace: 'no' },
	);
	expect(linesOf(sent)).toEqual([`PUT /api/url/${ID}/update`]);
	expect(sent[0]?.body).toEqual({ description: 'For the poster' });
});

test('a link is updated by its short URL', async () => {
	const linkId = { __rl: true, mode: 'url', value: `${testbed.url}/spring` };
	const { reply, sent } = await testbed.bothEntryPoints(
		{ parameters: { ...update({ description: 'x' }), linkId } },
		SCENE,
	);
	expect(reply.error).toBeUndefined();
	// The search has read the link already
	expect(linesOf(sent)).toEqual(['GET /api/urls', `PUT /api/url/${ID}/update`]);
	expect(sent[1]?.body).toMatchObject({ ...SHOWN, description: 'x' });
});

describe('An update whose reply names no record', () => {
	const settings = { messageOnlyReplies: ['updateLink'] };

	test('gives the link as it is read afterwards', async () => {
		const { reply, sent } = await testbed.bothEntryPoints(
			{ parameters: update({ description: 'x' }) },
			{ ...SCENE, settings },
		);
		expect(linesOf(sent).filter((line) => line.startsWith('PUT'))).toHaveLength(1);
		expect(reply.outputs[0]?.[0]?.json).toMatchObject({ id: ID, description: 'x' });
	});
});

test.each(['404', 'page'])(
	'a service without the endpoint, told by %s: one request, and the message says so',
	async (missingEndpointReply) => {
		const { reply, sent } = await testbed.bothEntryPoints(
			{ parameters: update({ description: 'x' }) },
			{
				settings: { missingEndpoints: ['updateLink'], missingEndpointReply },
				updatesReplace: 'no',
			},
		);
		expect(reply.error?.message).toContain(
			'This service or plan does not offer a way to change short links',
		);
		expect(sent).toHaveLength(1);
	},
);

describe('Clearing a field', () => {
	test('a field that was added, left empty and cleared is sent empty', async () => {
		const fields = {
			description: '',
			geotarget: { rows: [] },
			campaign: byId(''),
			fieldsToClear: ['description', 'geotarget', 'campaign', 'deeplink', 'pixels'],
		};
		const { sent } = await testbed.bothEntryPoints(
			{ parameters: update(fields) },
			{ ...SCENE, updatesReplace: 'no' },
		);
		expect(sent[0]?.body).toEqual({
			description: '',
			geotarget: [],
			campaign: 0,
			deeplink: [],
			pixels: [],
		});
	});
});
