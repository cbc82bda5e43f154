/**
 * Every text that the node makes of what the service, a row or the network said: n8n shows messages as text and
 * descriptions as HTML, and stores both.
 */
import { describe, expect, test } from '@jest/globals';

import { type EntryPoint, type Json, type RunReply, type RunRequest } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { BASE, setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import type { Script, ScriptedReply } from '../../support/engine/scriptedService';
import { elementsIn } from '../../support/html';
import { byDomain, byId, byLinkId, byName } from '../../support/operationCases';

const scripted = setUpScriptedEngine();
const KEY = 'sk_9f8e7d6c5b4a39281706f5e4d3c2b1a0';
const LINK = '<a href="https://evil.example" style="position:fixed;inset:0">Click</a>';

/** All that a run shows of its failures. */
const shown = ({ error, outputs }: RunReply): string =>
	JSON.stringify([error, ...outputs.flat().map((item) => [item.error, item.json.error])]);

/** A run, and what the service replies to it. */
interface Scene extends RunRequest {
	script: Script;
}

const run = async ({ script, ...request }: Scene): Promise<RunReply> =>
	await scripted.run({ ...request, credentials: { baseUrl: BASE, apiKey: KEY } }, script);

const LOST: ScriptedReply = { status: 502, content: '' };
const GET = { resource: 'account', operation: 'get' };
const CREATE = {
	resource: 'link',
	operation: 'create',
	url: '=https://example.com/{{ $itemIndex }}',
};
const ASSIGN = {
	...{ resource: 'campaign', operation: 'assignLink' },
	...{ campaignId: byId(4), linkId: byLinkId(6) },
};

const DELETE = { resource: 'campaign', operation: 'delete' };
const ALIAS = { additionalFields: { custom: 'spring' } };

const scene = (parameters: Json, reply: Script | ScriptedReply): Scene => ({
	parameters,
	script: typeof reply === 'function' ? reply : () => reply,
});

/** Ways in which a text from outside comes into what the node shows. */
const WAYS: Array<[string, (text: string) => Scene]> = [
	['a refusal', (message) => scene(GET, { error: 1, message })],
	[
		'the address of a redirect',
		(text) => {
			const headers = { location: `https://other.example.com/${text}` };
			return scene(GET, { status: 302, headers, content: '' });
		},
	],
	[
		'the report of a stopped run',
		(text) => ({
			parameters: CREATE,
			items: [{}, {}, {}],
			script: (_, id) =>
				id === 2
					? { error: 1, message: 'No.' }
					: { error: 0, id, shorturl: `https://s.io/${text}` },
		}),
	],
	[
		'the reason why a look-up failed',
		(text) =>
			scene({ ...CREATE, ...ALIAS }, ({ method }) =>
				method === 'POST' ? LOST : { status: 400, content: JSON.stringify({ message: text }) },
			),
	],
	[
		'the links of an alias that is taken',
		(text) => {
			const parameters = {
				...{ resource: 'link', operation: 'createOrGet', url: 'https://example.com/mine' },
				additionalFields: { custom: 'spring', domain: BASE },
			};
			const longurl = `https://example.com/${text}`;
			const details = { id: 7, shorturl: `${BASE}/spring`, longurl };
			return scene(parameters, ({ method }) =>
				method === 'POST' ? { error: 1, message: 'Alias is taken.' } : { error: 0, details },
			);
		},
	],
	[
		'a date of a list',
		(date) => {
			const filters = { createdAfter: '2030-01-01' };
			const parameters = { resource: 'link', operation: 'getAll', returnAll: true, filters };
			return scene(parameters, { error: 0, data: { urls: [{ id: 1, date }], maxpage: 1 } });
		},
	],
	[
		'the closest name of a campaign',
		(text) => {
			// One letter differs
			const parameters = { ...DELETE, campaignId: byName(`Spring x${text.slice(1)}`) };
			const campaigns = [{ id: 1, name: `Spring ${text}` }];
			return scene(parameters, { error: 0, data: { campaigns, maxpage: 1 } });
		},
	],
	[
		'the domains of one host',
		(text) => {
			const parameters = { ...CREATE, additionalFields: { domain: byDomain('s.example') } };
			const domains = ['http', 'https'].map((scheme, id) => ({
				id: id + 1,
				domain: `${scheme}://s.example/${text}`,
			}));
			return scene(parameters, { error: 0, data: { domains, maxpage: 1 } });
		},
	],
	[
		'the host of a link in a table',
		(text) => {
			const value = { id: 7, domain: 'https://s.example', description: 'x' };
			const columns = { mappingMode: 'defineBelow', value };
			const shorturl = `app://${text}/spring`;
			return scene(
				{ resource: 'link', operation: 'upsert', matchOn: 'id', columns },
				{ error: 0, details: { id: 7, shorturl, longurl: 'https://example.com' } },
			);
		},
	],
	[
		'a value of a row',
		(url) => ({ ...scene({ ...CREATE, url: '={{ $json.url }}' }, { error: 0 }), items: [{ url }] }),
	],
	[
		'the address of an image',
		(text) =>
			scene(
				{
					...{ resource: 'qrCode', operation: 'get', qrCodeId: byId(7) },
					...{ downloadImage: true, binaryPropertyName: 'data' },
				},
				{ error: 0, details: { id: 7, link: `ftp://${text}` }, data: {} },
			),
	],
];

test('neither the key nor the query of a long URL gets into the log', async () => {
	const [secret, long] = ['token=a-secret-of-the-target', 'https://shop.example.com/?'];
	const { logs } = await run({
		parameters: { ...CREATE, url: long + secret },
		script: ({ method }) => ({
			status: method === 'POST' ? 500 : 503,
			content: JSON.stringify({ error: 1, message: `${KEY} ${long}${secret}` }),
			headers: { 'x-ratelimit-limit': '30', 'x-request': KEY },
		}),
	});
	/** The node's own lines, without what n8n's log adds. */
	const lines = logs.flatMap((line) => /Link Management: [^\n]*/.exec(line)?.[0] ?? []).join('\n');
	expect(lines).toContain('looks up the short link [item ');
	expect(lines).toContain('GET /api/urls is sent again in ');
	expect(lines).not.toContain(KEY);
	expect(lines).not.toContain(secret);
});

describe.each(ENTRY_POINTS)('Through the entry point for %s', (entryPoint: EntryPoint) => {
	test.each(WAYS)('%s holds neither markup nor key', async (name, way) => {
		const withMarkup = await run({ ...way(LINK), entryPoint });
		expect(withMarkup.status).toBe('error');
		expect(elementsIn(shown(withMarkup))).toEqual([]);
		// A row may hold what is like the key: the person who runs the node gave both
		if (name === 'a value of a row') return;
		const withKey = await run({ ...way(KEY), entryPoint });
		expect(withKey.status).toBe('error');
		expect(shown(withKey)).toContain('(key)');
		expect(withKey.leaks).toEqual([]);
	});

	test('what the service says about a success holds neither key nor markup', async () => {
		const message = `Link ${KEY} <strong>added</strong>.`;
		const reply = await run({
			parameters: ASSIGN,
			entryPoint,
			script: () => ({ error: 0, message }),
		});
		expect(reply.outputs[0]?.[0]?.json).toEqual({ success: true, message: 'Link (key) added.' });
	});

	test('a warning about another alias holds neither key nor markup', async () => {
		const shorturl = `https://s.example/<b>${KEY}`;
		const reply = await run({
			parameters: { ...CREATE, ...ALIAS },
			entryPoint,
			script: () => ({ error: 0, id: 7, shorturl }),
		});
		const warning = String(reply.outputs[0]?.[0]?.json.warning);
		expect(warning).toContain('(key)');
		expect(elementsIn(warning)).toEqual([]);
	});
});
