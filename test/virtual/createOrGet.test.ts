/**
 * Create or Get, and the recovery of lost links, at services that spell, search and refuse differently: every row gets
 * its own link, a repeated run gives the same links, a link that is not the one asked for is never passed off as it, and nothing
 * is looked for long that cannot be found. Each run has a new host, as in a new process, unless a test gives one.
 */
import { type IDataObject, sleep } from 'n8n-workflow';

import { useVirtualClock } from '../support/virtual/clock';
import { BRAND, createdOf, idsOf, nodeBeside, shortUrlsOf } from '../support/virtual/linkRows';
import {
	BUSY,
	DEFAULT_DOMAIN,
	LinkService,
	type LinkServiceOptions,
	refusal,
} from '../support/virtual/linkService';
import type { VirtualReply, VirtualScript } from '../support/virtual/scriptedRun';

useVirtualClock();

const url = 'https://example.com/x';
const rowsOf = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ url: `https://example.com/${n}?a=1&b=2` }));
const BROKEN: VirtualReply = { status: 502, body: '<html>Bad Gateway</html>' };

const CREATIONS = ['create', 'createOrGet'] as const;
/** A service that loses its first answer to a creation, which it carries out. */
const losingFirst = (options: LinkServiceOptions = {}) => {
	let left = 1;
	return new LinkService({
		...options,
		instead: ({ method }) => (method === 'POST' && left-- > 0 ? 'acts' : undefined),
	});
};

test('a refused domain is an error, though the alias exists on the default domain', async () => {
	const service = new LinkService({ domains: [] });
	service.add({ url, custom: 'mine' });
	const outcome = await nodeBeside(service).createOrGet([{ url, custom: 'mine', domain: BRAND }]);
	expect(idsOf(outcome)).toEqual([
		expect.stringMatching(/^Domain \S+: This domain is not available\.$/),
	]);
});

interface Row extends IDataObject {
	url: string;
}

const shortUrlOf = ({ domain = DEFAULT_DOMAIN, custom }: IDataObject) =>
	`${String(domain)}/${String(custom)}`;

/**
 * Two rows are lost side by side, after three that were answered; of the lost ones, `made` are made at once, the others when
 * they are sent again.
 */
async function loseBoth(lost: Row[], made: Row[]) {
	const tried = new Set<Row>();
	const service = new LinkService({
		domains: [BRAND],
		instead({ method, body }) {
			const row = lost.find((one) => shortUrlOf(one) === shortUrlOf(body));
			if (method !== 'POST' || !row || tried.has(row)) return undefined;
			tried.add(row);
			return made.includes(row) ? 'acts' : BUSY;
		},
	});
	const outcome = await nodeBeside(service).create([...rowsOf(3), ...lost]);
	return { given: shortUrlsOf(outcome).slice(3), links: service.links.length };
}

test.each<[Partial<Row>, Partial<Row>]>([
	[{ custom: 'Sale' }, { custom: 'SALE' }],
	[{ custom: 'mine' }, { custom: 'mine', domain: BRAND }],
])('two lost creations with %j and %j keep their own links', async (...fields) => {
	const rows = fields.map((given) => ({ url, ...given }));
	for (const lost of [rows, [...rows].reverse()])
		for (const made of [[], rows.slice(0, 1), rows.slice(1), rows])
			expect({ made, ...(await loseBoth(lost, made)) }).toEqual({
				...{ made, given: lost.map(shortUrlOf), links: 5 },
			});
});

const slug = (text: string) =>
	text
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '');

describe('A service that makes slugs of aliases', () => {
	const rows = ['Summer Sale', 'Früh', 'a_b', 'MIXED'].map((custom, n) => ({
		url: `https://example.com/${n}`,
		custom,
	}));

	test('gives the same links again, also after a lost reply, and a warning names the alias to write', async () => {
		const service = new LinkService({ aliasFor: slug });
		const { createOrGet } = nodeBeside(service);
		const first = await createOrGet(rows);
		expect(first.items.map(({ json }) => json.warning)).toEqual(
			rows.map(({ custom }) => expect.stringContaining(`Write ${slug(custom)} in the table.`)),
		);
		const again = await createOrGet(rows);
		expect(shortUrlsOf(again)).toEqual(shortUrlsOf(first));
		expect(createdOf(again)).toEqual(rows.map(() => false));
		expect(service.links).toHaveLength(rows.length);
		expect(again.items.every(({ json }) => !('warning' in json))).toBe(true);
		for (const row of rows)
			for (const operation of CREATIONS) {
				const outcome = await nodeBeside(losingFirst({ aliasFor: slug }))[operation]([row]);
				expect(idsOf(outcome)).toEqual([1]);
				expect(outcome.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
			}
	});
});

test('of rows to which a service gives the same link, only the first is reported as created, and none by a second run', async () => {
	const service = new LinkService({ givesSameLink: true });
	const rows = [{ url }, { url: 'https://example.com/y' }, { url }];
	const { createOrGet } = nodeBeside(service);
	const outcome = await createOrGet(rows);
	expect(idsOf(outcome)).toEqual([1, 2, 1]);
	expect(createdOf(outcome)).toEqual([true, true, false]);
	expect(createdOf(await createOrGet(rows))).toEqual([false, false, false]);
});

describe('A service that makes something other than what was asked for', () => {
	test('the link of a lost reply is found by its long URL where it has another alias and another domain', async () => {
		const row = { url, custom: 'mine', domain: BRAND };
		for (const operation of CREATIONS) {
			const service = losingFirst({ aliasFor: () => undefined, domainFor: () => DEFAULT_DOMAIN });
			const [item] = (await nodeBeside(service)[operation]([row])).items;
			expect(service.links).toHaveLength(1);
			expect(item?.error ?? item?.json.warning).toMatch(
				/^Alias not as requested: random1 instead of mine\./,
			);
		}
	});

	test('the link of a lost reply that has another alias is not made again where somebody else made a newer one', async () => {
		for (const operation of CREATIONS) {
			const service = losingFirst({ aliasFor: () => undefined });
			const script: VirtualScript = async (request, count) => {
				const reply = await service.script(request, count);
				if (count > 1) return reply;
				await sleep(1_000);
				service.add({ url: 'https://colleague.example/' }, 0);
				return reply;
			};
			const { items } = await nodeBeside({ script })[operation]([{ url, custom: 'mine' }]);
			expect(items[0]?.error).toMatch(/Whether the short link was created is not known/);
			expect(service.links).toHaveLength(2);
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
			const outcome = await nodeBeside(service).create([{ url, custom: 'flyer-2' }]);
			expect(shortUrlsOf(outcome)).toEqual([`${DEFAULT_DOMAIN}/flyer-2`]);
			expect(service.links).toHaveLength(links);
		}
	});
});

test('derived aliases spell no word, and are the same in every process', async () => {
	const service = new LinkService();
	const rows = rowsOf(200);
	await nodeBeside(service).createOrGet(rows);
	const aliases = service.links.map(({ alias }) => alias);
	expect(new Set(aliases).size).toBe(200);
	for (const alias of aliases) expect(alias).toMatch(/^[bcdfghjklmnpqrstvwxz\d]{10}$/);
	const elsewhere = new LinkService();
	const first = await nodeBeside(elsewhere).createOrGet(rows.slice(0, 1));
	expect(first.requests).toHaveLength(1);
	expect(elsewhere.links[0]?.alias).toBe(aliases[0]);
	const withUtm = ['news letter', 'mail'].map((value) => ({
		...{ ...rows[0]!, parameters: { rows: [{ name: 'utm_source', value }] } },
	}));
	await nodeBeside(elsewhere).createOrGet(withUtm);
	expect(new Set(elsewhere.links.map(({ alias }) => alias)).size).toBe(3);
});

test('a URL has one link in both forms of its letters', async () => {
	const service = new LinkService();
	for (const url of ['https://example.com/caf\u00e9', 'https://example.com/cafe\u0301'])
		await nodeBeside(service).createOrGet([{ url }]);
	expect(service.links).toHaveLength(1);
});

test('a URL has one link, however its host is written, also where the service stores HTML escapes', async () => {
	const store = (url: string) => url.replaceAll('&', '&amp;');
	const service = new LinkService({
		...{ store, domains: [BRAND] },
		instead: ({ path }) => (path === '/api/domains' ? BUSY : undefined),
	});
	service.add({ url: 'https://example.com/0', domain: BRAND });
	service.fill(1);
	for (const url of ['https://example.com?a=1&b=2', 'https://EXAMPLE.com/?a=1&b=2'])
		await nodeBeside(service).createOrGet([{ url }]);
	expect(service.links).toHaveLength(3);
});

test('a refused row is looked for with one request when a creation has shown the default domain', async () => {
	const service = new LinkService({
		instead: ({ body }) => (body.custom === 'r1' ? refusal('Not allowed.') : undefined),
	});
	const items = ['r0', 'r1'].map((custom) => ({ url, additionalFields: { custom } }));
	const { requests } = await nodeBeside(service).run('createOrGet', items, { continues: false });
	const looked = requests.filter(({ method }) => method === 'GET').map(({ query }) => query);
	expect(looked).toEqual([{ short: 'https://sho.rt/r1' }]);
});

test('400 refused rows with aliases, which the refusal quotes, cost two requests each, but for the first', async () => {
	const rows = rowsOf(400).map((row, n) => ({ ...row, custom: `Sale ${n}` }));
	const service = new LinkService({
		instead: ({ method, body }) =>
			method === 'POST' ? refusal(`No plan for "${String(body.custom)}".`) : undefined,
	});
	service.fill(2_000);
	const { items, requests } = await nodeBeside(service).createOrGet(rows);
	expect(items.filter(({ error }) => error)).toHaveLength(400);
	expect(requests.length).toBeLessThanOrEqual(2 * 400 + 20);
});

test('where Create or Get makes a link and cannot look for its code, the error says so, and not that nothing was sent', async () => {
	const service = new LinkService({
		instead: ({ path }) => (path === '/api/qr' ? refusal('Not in your plan.', 403) : undefined),
	});
	const item = { url, addQrCode: true, additionalFields: { custom: 'a' } };
	const { error } = await nodeBeside(service).run('createOrGet', [item], { continues: false });
	expect(error?.message).toMatch(/^The link https:\/\/sho\.rt\/a exists, .*not in your plan/i);
	expect(error?.description).toMatch(/^Use QR Code → Create\. With On Error: Continue,/);
});

test.each(CREATIONS)(
	'Add QR Code with %s: the code has the short URL, which is read if need be, and its look; a code that is missing ends the run',
	async (operation) => {
		const bodies: unknown[] = [];
		const service = new LinkService({
			lists: { qr: [] },
			instead({ path, body }) {
				if (body.custom === 'hidden') return { body: { error: 0, id: 5 } };
				const details = { shorturl: 'https://sho.rt/hidden' };
				if (path === '/api/url/5') return { body: { error: 0, id: 5, details } };
				if (path !== '/api/qr/add') return undefined;
				bodies.push(body);
				return bodies.length > 2 ? refusal('No more codes.') : { body: { error: 0, id: 9 } };
			},
		});
		const { run } = nodeBeside(service);
		const create = async (custom: string, continues: boolean) => {
			const qrCodeFields = { foreground: '#0000ff', background: '' };
			const item = { url, addQrCode: true, additionalFields: { custom }, qrCodeFields };
			return await run(operation, [item], { continues });
		};
		const { items } = await create('a', true);
		expect(bodies[0]).toEqual({
			...{ type: 'link', data: 'https://sho.rt/a', name: 'https://sho.rt/a' },
			foreground: 'rgb(0,0,255)',
		});
		expect(items[0]!.json).toMatchObject({ shorturl: 'https://sho.rt/a', qr: { id: 9 } });
		await create('hidden', true);
		expect(bodies[1]).toMatchObject({ data: 'https://sho.rt/hidden' });
		const { items: withoutCode } = await create('b', true);
		expect(withoutCode[0]!.json.warning).toMatch(/^The link has no QR code: No more codes\./);
		const { error } = await create('c', false);
		expect(error?.description).toMatch(/^With On Error: Continue, the link comes out without/);
		const failureKind = operation === 'create' ? 'notAsRequested' : 'qrCodeMissing';
		expect(error?.context).toMatchObject({ failureKind });
	},
);
