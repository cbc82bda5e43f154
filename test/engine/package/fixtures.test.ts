/**
 * Workflows and stored states of the trigger as earlier versions saved them: with the present code, they send the same
 * requests and give the same output. `node scripts/fixtures.mjs <version>` writes the fixtures of the present version.
 */
import { createHash } from 'node:crypto';

import type { Json, RunReply } from '../../support/engine';
import { type Sent, setUpTestbed } from '../../support/engine/testbed';
import { pollTrigger, TRIGGER_TYPE } from '../../support/engine/triggerPolls';
import {
	type Expected,
	type Fixture,
	ITEM,
	noteChecksum,
	PLACE,
	presentNodes,
	read,
	resourcesOf,
	type SavedNode,
	type TriggerFixture,
	versions,
	write,
} from '../../support/fixtures';

const testbed = setUpTestbed();

/** The version whose fixtures are to be written. */
const written = process.env.WRITE_FIXTURES;

const host = () => new URL(testbed.url).host;
/** What the trigger stores of the credential: a hash of its address and key. */
const keyHash = () => createHash('sha256').update(`${testbed.url}\n${testbed.key}`).digest('hex');

/** What depends on the port, the time or chance, as a text that does not. */
function frozen<T>(value: T): T {
	// The run may begin before midnight
	const [today, yesterday] = [0, 1].map((days) =>
		new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
	);
	const text = JSON.stringify(value)
		.replaceAll(testbed.url, PLACE)
		.replaceAll(encodeURIComponent(testbed.url), PLACE)
		.replaceAll(host(), '{host}')
		// In the name of a file
		.replaceAll(host().replace(':', '-'), '{host}')
		.replaceAll(keyHash(), '{key}')
		.replaceAll(new RegExp(`(${today}|${yesterday}) \\d\\d:\\d\\d:\\d\\d`, 'g'), '{now}')
		.replaceAll(/\{url\}\/qr\/\w{6}\b/g, '{url}/qr/{random}')
		.replaceAll(/\{url\}\/[A-Za-z2-9]{6}"/g, '{url}/{random}"');
	return JSON.parse(text) as T;
}

const thawed = <T>(value: T): T =>
	JSON.parse(
		JSON.stringify(value)
			.replaceAll(PLACE, testbed.url)
			.replaceAll('{host}', host())
			.replaceAll('{key}', keyHash()),
	) as T;

const sentOf = (sent: Sent[]): Expected['sent'] =>
	sent.map(({ method, path, query, body }) => ({
		line: `${method} ${path}`,
		query,
		...(body !== undefined && { body }),
	}));

/** Files of an item by their name and type; their content is an image with a random address. */
const shown = ({ json, binary = {} }: RunReply['outputs'][number][number]): Json => ({
	...json,
	...(Object.keys(binary).length > 0 && {
		binary: Object.values(binary).map(({ fileName, mimeType }) => `${fileName} ${mimeType}`),
	}),
});

/** Runs a node of a workflow. @param keep whether the runs before changed nothing, so that the scene is as it was */
async function outcome(parameters: Json, keep: boolean): Promise<Expected> {
	await testbed.setScene({ keep });
	const { engine, url } = testbed;
	// Names that another run read are known to its key for a minute
	const credentials = { baseUrl: url, apiKey: testbed.freshKey() };
	const reply = await engine.run({
		credentials,
		parameters: thawed(parameters),
		items: [thawed(ITEM)],
	});
	const sent = sentOf(await testbed.requests());
	const output = reply.outputs.map((items) => items.map(shown));
	return frozen({ sent, output, ...(reply.error && { error: reply.error.message }) });
}

async function fixturesOf(nodes: SavedNode[]): Promise<Fixture[]> {
	const fixtures: Fixture[] = [];
	const isReading = ({ expected }: Fixture) =>
		expected.sent.every(({ line }) => line.startsWith('GET '));
	for (const { name, parameters } of nodes) {
		const last = fixtures.at(-1);
		const expected = await outcome(parameters, last !== undefined && isReading(last));
		fixtures.push({ name, parameters, expected });
	}
	return fixtures;
}

const EVENTS: Json[] = [
	{ event: 'newLink' },
	{ event: 'newLink', filters: { q: 'example' } },
	{ event: 'newQrCode' },
	{ event: 'linkClicksIncreased', increase: 5 },
	{
		event: 'linkClicksIncreased',
		increase: 5,
		filters: { links: { link: [{ linkId: { __rl: true, mode: 'id', value: '1' } }] } },
	},
	{ event: 'linkClicksReached', threshold: 8 },
	{ event: 'qrCodeScansIncreased', increase: 5 },
	{ event: 'qrCodeScansReached', threshold: 8 },
];

/** The account after the first poll: a new link and QR code, more clicks and scans. */
async function letThingsHappen(): Promise<void> {
	await testbed.ask('POST /api/url/add', { url: 'https://example.com/new', custom: 'new-link' });
	await testbed.ask('POST /api/qr/add', { type: 'text', data: 'new', name: 'New code' });
	for (const path of ['/clicks', '/scans'])
		await testbed.control(path, { method: 'POST', body: { id: 1, count: 8 } });
	await testbed.control('/requests', { method: 'DELETE' });
}

/** Polls with a state that was stored before. */
async function pollWith(parameters: Json, staticData: Json): Promise<Expected> {
	const request = { nodeType: TRIGGER_TYPE, parameters, staticData };
	const { items, error } = await testbed.engine.poll(request);
	const sent = sentOf(await testbed.requests());
	const output = [(items ?? []).map(shown)];
	return frozen({ sent, output, ...(error && { error: error.message }) });
}

async function triggerFixture(parameters: Json): Promise<TriggerFixture> {
	await testbed.setScene();
	const trigger = pollTrigger(testbed.engine, parameters);
	await trigger.poll('init');
	await letThingsHappen();
	const expected = await pollWith(parameters, trigger.state());
	return { parameters, staticData: frozen(trigger.state()), expected };
}

if (written !== undefined) {
	test(`writes the fixtures of ${written}`, async () => {
		for (const [resource, nodes] of Object.entries(presentNodes()))
			write(written, resource, await fixturesOf(nodes));
		const triggers: TriggerFixture[] = [];
		for (const parameters of EVENTS) triggers.push(await triggerFixture(parameters));
		write(written, 'trigger', triggers);
		noteChecksum(written);
	});
} else {
	describe.each(versions())('saved with version %s', (version) => {
		test.each(resourcesOf(version))('%s: sends the same and gives the same', async (resource) => {
			const saved = read<Fixture>(version, resource);
			expect(await fixturesOf(saved)).toEqual(saved);
		});

		test('the trigger goes on from its stored state', async () => {
			for (const { parameters, staticData, expected } of read<TriggerFixture>(version, 'trigger')) {
				await testbed.setScene();
				await letThingsHappen();
				const found = await pollWith(parameters, thawed(staticData));
				expect({ parameters, ...found }).toEqual({ parameters, ...expected });
			}
		});
	});

	test('the present version has fixtures of every resource', () => {
		const newest = versions().at(-1)!;
		expect(resourcesOf(newest)).toEqual(Object.keys(presentNodes()).sort());
	});
}
