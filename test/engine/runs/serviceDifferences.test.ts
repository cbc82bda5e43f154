/** Services that differ where the API description leaves it open: their replies are understood completely. */
import { describe, expect, test } from '@jest/globals';

import type { Json, RunReply } from '../../support/engine';
import { recordsOf, setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import type { Script, ScriptedReply } from '../../support/engine/scriptedService';
import { byId } from '../../support/operationCases';

const scripted = setUpScriptedEngine();

const run = async (parameters: Json, script: Script, items: Json[] = [{}]): Promise<RunReply> =>
	await scripted.run({ parameters, items }, script);
const BROKEN: ScriptedReply = { status: 502, content: '<html>Bad Gateway</html>' };

describe('Lists', () => {
	const items = [
		{ type: 'links', id: 1 },
		{ type: 'bio', id: 1 },
		{ type: 'links', id: 2 },
	];

	test('items of a channel with the same ID but another type are all kept', async () => {
		const reply = await run(
			{ resource: 'channel', operation: 'getItems', channelId: byId('4'), returnAll: true },
			() => ({
				error: '0',
				data: { currentpage: 1, maxpage: 1, items },
			}),
		);
		expect(recordsOf(reply)).toEqual(items);
	});

	test.each<[string, unknown, Json[]]>([
		['nothing in its place', null, []],
		['an object with numbers for names', { 0: { id: 5 }, 2: { id: 7 } }, [{ id: 5 }, { id: 7 }]],
	])('%s', async (_, urls, records) => {
		const data = { result: records.length, maxpage: 1, currentpage: 1, urls };
		expect(
			recordsOf(
				await run({ resource: 'link', operation: 'getAll', returnAll: true }, () => ({
					error: 0,
					data,
				})),
			),
		).toEqual(records);
	});

	test('links whose IDs are too large to be exact are all kept, each once', async () => {
		const urls = ['a', 'b'].map((alias, n) => `{"id":1234567890123456789${n},"alias":"${alias}"}`);
		const reply = await run({ resource: 'link', operation: 'getAll', returnAll: true }, () => ({
			content: `{"error":0,"data":{"maxpage":2,"urls":[${urls.join()}]}}`,
		}));
		expect(recordsOf(reply)?.map(({ alias }) => alias)).toEqual(['a', 'b']);
	});
});

describe('Lists that do not name their last page', () => {
	const page = (number: number): ScriptedReply => ({
		error: 0,
		data: { urls: [{ id: number, date: '2030-01-01' }] },
	});

	test('an error for the page behind the last ends the list', async () => {
		const reply = await run(
			{ resource: 'link', operation: 'getAll', returnAll: true },
			({ query }) =>
				Number(query.page) <= 3
					? page(Number(query.page))
					: { error: 1, message: 'Page out of range' },
		);
		expect(recordsOf(reply)?.map(({ id }) => id)).toEqual([1, 2, 3]);
	});

	test('any other error fails the item', async () => {
		const reply = await run(
			{ resource: 'link', operation: 'getAll', returnAll: true },
			({ query }) =>
				Number(query.page) <= 3
					? page(Number(query.page))
					: { error: 1, message: 'Your plan has ended.' },
		);
		expect(reply.error?.message).toBe('Your plan has ended. [item 0]');
	});
});

describe('Created After', () => {
	const listAfter = async (dates: string[]) =>
		await run(
			{
				resource: 'link',
				operation: 'getAll',
				returnAll: true,
				filters: { createdAfter: '2030-06-15T12:00:00' },
			},
			() => ({
				error: 0,
				data: {
					maxpage: 1,
					urls: dates.map((date, index) => ({ id: dates.length - index, date })),
				},
			}),
		);

	test.each([
		['days only', ['2030-06-16', '2030-06-15', '2030-06-14'], 2],
		['a T between', ['2030-06-15T12:00:01Z', '2030-06-15T11:59:59Z'], 1],
	])('%s', async (_, dates, count) => {
		expect(recordsOf(await listAfter(dates))).toHaveLength(count);
	});

	test('dates that cannot be compared are an error, not an empty list', async () => {
		expect((await listAfter(['15.06.2030 12:00'])).error?.message).toMatch(
			/dates that can be compared.*"15\.06\.2030 12:00"/,
		);
	});
});

describe('Get by Short URL finds nothing', () => {
	test.each<[string, ScriptedReply]>([
		['an empty array for data', { error: 0, data: [] }],
		['an envelope without its array', { error: 0, data: { result: 0, maxpage: 0 } }],
	])('%s', async (_, answer) => {
		const reply = await run(
			{ resource: 'link', operation: 'getByShortUrl', shortUrl: 'https://sho.rt/none' },
			() => answer,
		);
		expect(reply.status).toBe('success');
		expect(recordsOf(reply)).toEqual([]);
	});

	test('a reply of an unknown shape is an error', async () => {
		const reply = await run(
			{ resource: 'link', operation: 'getByShortUrl', shortUrl: 'https://sho.rt/none' },
			() => ({ error: 0, hello: 1 }),
		);
		expect(reply.error?.message).toMatch(/^The reply does not contain/);
	});
});

describe('A service that changes how an address is written', () => {
	const ROWS = [
		{ url: 'https://Example.com/café?a=1&b=2', kept: 'https://example.com/caf%C3%A9?a=1&amp;b=2' },
		{ url: 'https://example.com/plain', kept: 'https://example.com/plain/' },
	];
	/** Creates links; with `losesFirst`, the answer to the first creation is lost. */
	const keeping = (losesFirst: boolean): { held: Json[]; script: Script } => {
		const held: Json[] = [];
		const script: Script = ({ method, body }) => {
			if (method === 'GET') return { error: 0, data: { maxpage: 1, urls: [...held].reverse() } };
			const { url, custom } = body as Json;
			if (held.some(({ alias }) => alias !== undefined && alias === custom))
				return { error: 1, message: 'That alias is taken.' };
			const kept = ROWS.find((row) => row.url === url)?.kept;
			const date = new Date().toISOString().slice(0, 19).replace('T', ' ');
			const id = held.length + 1;
			held.push({
				id,
				longurl: kept,
				alias: custom,
				shorturl: `https://sho.rt/${String(custom ?? id)}`,
				description: "The page's own text",
				date,
			});
			return losesFirst && id === 1
				? BROKEN
				: { error: 0, id, shorturl: `https://sho.rt/${String(custom ?? id)}` };
		};
		return { held, script };
	};

	test('the record of a lost creation is found', async () => {
		const { held, script } = keeping(true);
		const additionalFields = { description: 'A note' };
		const reply = await run(
			{ resource: 'link', operation: 'create', url: '={{ $json.url }}', additionalFields },
			script,
			ROWS,
		);
		expect(recordsOf(reply)?.map(({ id }) => id)).toEqual([1, 2]);
		expect(held).toHaveLength(2);
	});
});

test('Create or Get distinguishes links to the same URL by their parameters', async () => {
	const rows = ['mail', 'x', 'mail'].map((source) => ({ source }));
	const parameters = {
		resource: 'link',
		operation: 'createOrGet',
		url: 'https://example.com/',
		additionalFields: {
			parameters: { rows: [{ name: 'utm_source', value: '={{ $json.source }}' }] },
		},
	};
	await run(
		parameters,
		({ body }, count) => ({
			error: 0,
			id: count,
			shorturl: `https://sho.rt/${String((body as Json).custom)}`,
		}),
		rows,
	);
	// Equal rows are one link
	const [mail, x, ...others] = scripted.service.requests.map(({ body }) => (body as Json).custom);
	expect(others).toEqual([]);
	expect(mail).not.toBe(x);
});

describe('Rate limits in other forms', () => {
	const create = {
		resource: 'link',
		operation: 'create',
		url: 'https://example.com/',
		additionalFields: { custom: '={{ $json.alias }}' },
	};

	test('a wait of an hour or more is an error that names the time', async () => {
		const tomorrow: ScriptedReply = {
			status: 429,
			headers: { 'retry-after': '86400' },
			content: '{"error":1,"message":"The quota of today is used up."}',
		};
		const reply = await run(create, () => tomorrow, [{ alias: 'one' }]);
		expect(reply.error?.message).toBe('The quota of today is used up. [item 0]');
		expect(reply.error?.description).toContain('in 24 hours');
	});
});

describe('The record of a lost creation is found at a service with', () => {
	const now = () => Date.now();
	test.each<[string, () => unknown]>([
		['seconds since 1970', () => Math.floor(now() / 1000)],
		['no date', () => undefined],
	])('%s', async (_, date) => {
		const held: Json[] = [];
		const reply = await run(
			{ resource: 'link', operation: 'create', url: '={{ $json.url }}' },
			({ method, body }, count) => {
				if (method === 'GET') return { error: 0, data: { maxpage: 1, urls: [...held].reverse() } };
				held.push({ id: held.length + 1, longurl: (body as Json).url, date: date() });
				return count === 2 ? BROKEN : { error: 0, id: held.length };
			},
			[{ url: 'https://example.com/1' }, { url: 'https://example.com/2' }],
		);
		expect(recordsOf(reply)?.map(({ id }) => id)).toEqual([1, 2]);
		expect(held).toHaveLength(2);
	});

	test.each([['channel', 'channels', '/api/channels']])(
		'escaped names: %s',
		async (resource, key) => {
			const held: Json[] = [];
			const reply = await run(
				{ resource, operation: 'create', name: '={{ $json.name }}' },
				({ method, body }) => {
					if (method === 'GET')
						return { error: 0, data: { maxpage: 1, [key]: [...held].reverse() } };
					const name = String((body as Json).name)
						.replace('&', '&amp;')
						.replace("'", '&#039;');
					held.push({ id: held.length + 1, name });
					return held.length === 2 ? BROKEN : { error: 0, id: held.length };
				},
				[{ name: 'One' }, { name: "R&D's" }],
			);
			expect(recordsOf(reply)?.map(({ id }) => id)).toEqual([1, 2]);
			expect(held).toHaveLength(2);
		},
	);
});

test('an empty reply is a success for updates, assignments and deletions, not for reads', async () => {
	const nothing: ScriptedReply = { status: 204, content: '' };
	const id = byId('4');
	for (const parameters of [
		{ resource: 'channel', operation: 'update', channelId: id, updateFields: { name: 'New' } },
		{ resource: 'campaign', operation: 'assignLink', campaignId: id, linkId: id },
		{ resource: 'domain', operation: 'delete', domainId: id },
	]) {
		expect((await run(parameters, () => nothing)).status).toBe('success');
		expect(scripted.service.requests).toHaveLength(1);
	}
	expect((await run({ resource: 'account', operation: 'get' }, () => nothing)).status).toBe(
		'error',
	);
});

describe('A refusal that quotes a value is no rate limit and no refused key', () => {
	const link = { resource: 'link', operation: 'create', url: 'https://example.com/' };
	test.each<[string, Json, string]>([
		['as a slug', { custom: 'Rate Limits' }, 'The alias rate-limits is taken.'],
	])('%s', async (_, additionalFields, message) => {
		const reply = await run({ ...link, additionalFields }, () => ({ error: 1, message }));
		expect(reply.error?.message).toBe(`${message} [item 0]`);
		expect(reply.error?.context.failureKind).toBe('refused');
		expect(scripted.service.requests).toHaveLength(1);
	});
});
