import { type RunningService, startService } from '../support/service';
import { type Call, client, everyOption } from './client';

let service: RunningService;
let call: Call;

beforeAll(async () => {
	service = await startService(['--limit', '0']);
	call = client(service);
});
afterAll(() => service.stop());
beforeEach(() => service.control('/reset', { method: 'POST' }));
// Whatever a test did, neither side may have broken the description
afterEach(async () => {
	const journal = await service.control<Array<{ contract: unknown }>>('/requests');
	expect(journal.map((entry) => entry.contract).filter(Boolean)).toEqual([]);
});

const data = async (path: string) => (await call('GET', path)).body.data;

/** A request, its body, and what the reply has; `{url}` is the address of the service. */
type Step = [request: string, body: object | undefined, reply: object];

const said = (message: string) => ({ error: 0, message });
const refused = (message: string) => ({ error: 1, message });

test.each<[string, Step[]]>([
	[
		'the account is shown and updated',
		[
			[
				'PUT /account/update',
				{ email: 'new@example.com', password: 'secret' },
				said('Account has been successfully updated.'),
			],
			['GET /account', undefined, { data: { email: 'new@example.com', status: 'pro' } }],
		],
	],
	[
		'domains are added, listed, updated and deleted',
		[
			[
				'POST /domain/add',
				{ domain: 'https://new.example', redirectroot: 'https://a.example' },
				{},
			],
			[
				'PUT /domain/3/update',
				{ redirect404: 'https://b.example' },
				said('Domain has been updated successfully.'),
			],
			[
				'GET /domains?limit=1',
				undefined,
				{
					data: {
						result: 3,
						domains: [
							{
								id: 3,
								domain: 'https://new.example',
								redirectroot: 'https://a.example',
								redirect404: 'https://b.example',
							},
						],
					},
				},
			],
			['DELETE /domain/3/delete', undefined, said('Domain has been deleted successfully.')],
			['DELETE /domain/3/delete', undefined, refused('Domain not found.')],
		],
	],
	[
		'overlays and splash pages are listed',
		[
			[
				'GET /overlay?limit=1',
				undefined,
				{
					data: {
						cta: [{ id: 3, type: 'message', name: 'Cookie notice', date: '2024-01-01 00:00:00' }],
					},
				},
			],
			[
				'GET /splash',
				undefined,
				{ data: { splash: [{ name: 'Season greetings' }, { name: 'Product launch' }] } },
			],
		],
	],
	[
		'campaigns have a rotator once they are public and have a slug',
		[
			[
				'POST /campaign/add',
				{ name: 'Spring', slug: 'spring' },
				{ id: 1, domain: 'Spring', public: false, rotator: false, list: '{url}/list/1' },
			],
			[
				'PUT /campaign/1/update',
				{ name: 'Summer', public: true },
				{ domain: 'Summer', public: true, rotator: '{url}/r/spring' },
			],
		],
	],
	[
		'channels are created, listed and updated',
		[
			[
				'POST /channel/add',
				{ name: 'News', color: '#ff8800' },
				{ id: 1, name: 'News', description: '', color: '#ff8800', starred: false },
			],
			['PUT /channel/1/update', { starred: true }, said('Channel has been updated successfully.')],
			[
				'GET /channels',
				undefined,
				{ data: { channels: [{ id: 1, name: 'News', starred: true }] } },
			],
		],
	],
	[
		'channels hold links, bio pages and QR codes until deleted',
		[
			['POST /channel/add', { name: 'News' }, { id: 1 }],
			['POST /url/add', { url: 'https://example.com/', custom: 'news' }, { id: 1 }],
			['POST /qr/add', { type: 'text', data: 'hello', name: 'Hello' }, { id: 1 }],
			...['links', 'bio', 'qr'].map((type): Step => [
				`POST /channel/1/assign/${type}/1`,
				undefined,
				said('Item successfully added to the channel.'),
			]),
			[
				'GET /channel/1',
				undefined,
				{ data: { items: [{ type: 'qr' }, { type: 'bio' }, { id: 1, link: '{url}/news' }] } },
			],
			['DELETE /channel/1/delete', undefined, said('Channel has been deleted successfully.')],
			['GET /channel/1', undefined, refused('Channel not found.')],
		],
	],
	[
		'pixels are created, listed, updated and deleted',
		[
			['POST /pixel/add', { type: 'tiktok', name: 'Spring', tag: 'C4A1' }, { error: 0, id: 4 }],
			['PUT /pixel/4/update', { tag: 'C4A2' }, said('Pixel has been updated successfully.')],
			['PUT /pixel/4/update', { tag: 'C4A2', name: 'Summer' }, { error: 0 }],
			[
				'GET /pixels',
				undefined,
				{
					data: {
						pixels: [
							{ id: 4, type: 'tiktok', name: 'Summer', tag: 'C4A2' },
							{ id: 3, type: 'fbpixel' },
							{ id: 2, type: 'gapixel' },
							{ id: 1, type: 'gtmpixel', date: '2024-01-01 00:00:00' },
						],
					},
				},
			],
			['DELETE /pixel/4/delete', undefined, said('Pixel has been deleted successfully.')],
			['PUT /pixel/4/update', { tag: 'x' }, refused('Pixel not found.')],
		],
	],
])('%s', async (_, steps) => {
	for (const [request, body, reply] of steps) {
		const [method = '', path = ''] = request.split(' ');
		const expected = JSON.parse(JSON.stringify(reply).replaceAll('{url}', service.url)) as object;
		expect((await call(method, path, body)).body).toMatchObject(expected);
	}
});

test('a campaign takes links, and lets them go when deleted', async () => {
	await call('POST', '/campaign/add', { name: 'Spring', public: true, slug: 'spring' });
	await call('POST', '/url/add', { url: 'https://example.com/', status: 'public' });
	const assigned = await call('POST', '/campaign/1/assign/1');
	expect(assigned.body).toEqual(said('Link successfully added to the campaign.'));
	expect(await (await fetch(`${service.url}/list/1`)).text()).toContain('example.com');
	expect((await fetch(`${service.url}/r/spring`, { redirect: 'manual' })).status).toBe(302);
	const deleted = await call('DELETE', '/campaign/1/delete');
	expect(deleted.body).toEqual(said('Campaign has been deleted successfully.'));
	expect(await service.control('/state')).toMatchObject({ links: [{ campaign: null }] });
});

describe('QR codes', () => {
	test('are created, listed and shown with their scans', async () => {
		const code = { type: 'link', data: 'https://example.com/', name: 'Poster' };
		const { id, link } = (await call('POST', '/qr/add', code)).body;
		expect(link).toMatch(new RegExp(`^${service.url}/qr/\\w+\\.png$`));
		const empty = (await call('GET', `/qr/${id}`)).body;
		expect(empty.data).toMatchObject({ clicks: 0, topCountries: {} });
		await service.control('/scans', { method: 'POST', body: { id, count: 3 } });
		const { details, data: statistics } = (await call('GET', `/qr/${id}`)).body;
		expect(details).toEqual((await data('/qr')).qrs[0]);
		expect(details).toMatchObject({ id, link, scans: 3, name: 'Poster' });
		expect(statistics).toEqual({
			...{ clicks: 3, uniqueClicks: 3, topCountries: { Canada: '3' } },
			...{ topReferrers: { Direct: '3' }, topBrowsers: { Chrome: '3' }, topOs: { Windows: '3' } },
			socialCount: { facebook: 0, twitter: 0, instagram: 0 },
		});
	});

	test('are updated and deleted', async () => {
		const first = { type: 'text', data: 'hello', name: 'Hello', foreground: 'rgb(0,0,255)' };
		const { id, link } = (await call('POST', '/qr/add', first)).body;
		const updated = await call('PUT', `/qr/${id}/update`, {
			...{ type: 'link', data: 'https://example.com/new', name: 'Poster', foreground: '' },
		});
		expect(updated.body).toEqual(said('QR code has been updated successfully.'));
		expect((await data('/qr')).qrs).toMatchObject([{ id, link, name: 'Poster' }]);
		const scan = await fetch(link.replace('.png', ''), { redirect: 'manual' });
		expect(scan.headers.get('Location')).toBe('https://example.com/new');
		expect(await (await fetch(link.replace('png', 'svg'))).text()).not.toContain('#0000ff');

		const deleted = await call('DELETE', `/qr/${id}/delete`);
		expect(deleted.body).toEqual(said('QR code has been deleted successfully.'));
		expect((await call('GET', `/qr/${id}`)).body.message).toBe('QR code not found.');
		expect((await fetch(link)).status).toBe(404);
	});
});

test('a deleted pixel is taken off the links that bear it', async () => {
	await call('POST', '/url/add', { url: 'https://example.com/', pixels: [1, 2] });
	await call('DELETE', '/pixel/1/delete');
	expect(await service.control('/state')).toMatchObject({ links: [{ options: { pixels: [2] } }] });
});

describe('links', () => {
	test('are created with everything a link can have', async () => {
		await call('POST', '/channel/add', { name: 'News' });
		await call('POST', '/campaign/add', { name: 'Spring' });
		const created = await call('POST', '/url/add', everyOption);
		expect(created.body).toEqual({ error: 0, id: 1, shorturl: 'https://go.example.com/full' });
		const shown = (await call('GET', '/url/1')).body;
		expect(shown).toMatchObject({
			error: 0,
			id: 1,
			details: {
				shorturl: 'https://go.example.com/full',
				longurl: 'https://example.com/long',
				title: 'Title',
				description: 'Note',
				location: { Canada: 'https://example.com/ca' },
				device: { iPhone: 'https://example.com/iphone' },
				expiry: '2099-01-01 00:00:00',
			},
			data: {
				clicks: 0,
				uniqueClicks: 0,
				topCountries: 0,
				topReferrers: 0,
				topBrowsers: 0,
				topOs: 0,
			},
		});
		expect((await data('/channel/1')).items).toHaveLength(1);
	});

	test('are paged, sorted and searched', async () => {
		await service.control('/seed', { method: 'POST', body: { links: 40, clicks: 9 } });
		const second = await call('GET', '/urls?page=2');
		expect(second.body.error).toBe('0');
		expect(second.body.data).toMatchObject({
			result: 40,
			perpage: 15,
			currentpage: 2,
			nextpage: 3,
			maxpage: 3,
		});
		expect(second.body.data.urls[0]).toMatchObject({ id: 25, alias: 'sp', title: 'Page 25' });
		expect((await data('/urls?limit=7&page=9')).urls).toEqual([]);

		await service.control('/clicks', { method: 'POST', body: { alias: 's2', count: 100 } });
		expect((await data('/urls?order=click')).urls[0]).toMatchObject({ id: 2, clicks: 100 });
		expect((await data('/urls?q=page%2F33')).urls.map((link: { id: number }) => link.id)).toEqual([
			33,
		]);

		await service.control('/settings', { method: 'PATCH', body: { maxPageSize: 10 } });
		expect((await data('/urls?limit=500')).perpage).toBe(10);
	});

	test('are found by their short URL', async () => {
		const { id, shorturl } = (await call('POST', '/url/add', { url: 'https://example.com/' })).body;
		const short = encodeURIComponent(shorturl);
		expect((await call('GET', `/urls?short=${short}&limit=1`)).body).toMatchObject({
			error: 0,
			id,
		});
		const unknown = '/urls?short=https%3A%2F%2Felsewhere.example%2Fnone';
		expect((await call('GET', unknown)).body).toEqual({ error: 1, message: 'Link not found.' });
		await service.control('/settings', { method: 'PATCH', body: { shortNoMatch: 'emptyList' } });
		expect((await call('GET', unknown)).body).toMatchObject({
			error: '0',
			data: { result: 0, urls: [] },
		});
	});

	test.each([
		['a taken alias', { url: 'https://example.com/', custom: 'taken' }, /alias is taken/],
		['an unknown channel', { url: 'https://example.com/', channel: 9 }, /Channel not found/],
		['an unknown campaign', { url: 'https://example.com/', campaign: 9 }, /Campaign not found/],
		[
			'an unknown domain',
			{ url: 'https://example.com/', domain: 'https://x.example' },
			/domain is not available/,
		],
		[
			'an unknown type',
			{ url: 'https://example.com/', type: 'overlay-99' },
			/Unknown redirection type/,
		],
	])('are refused with %s', async (_name, body, message) => {
		await call('POST', '/url/add', { url: 'https://example.com/', custom: 'taken' });
		const refused = await call('POST', '/url/add', body);
		expect(refused.status).toBe(200);
		expect(refused.body).toEqual({ error: 1, message: expect.stringMatching(message) });
		expect(await service.control('/state?counts=1')).toMatchObject({ links: 1 });
	});

	describe('are updated', () => {
		const stored = async () => {
			const { links } = await service.control<{ links: object[] }>('/state');
			return links[0]!;
		};
		const inChannels = async () => [
			(await data('/channel/1')).items.length,
			(await data('/channel/2')).items.length,
		];
		beforeEach(async () => {
			await service.control('/seed', { method: 'POST', body: { channels: 2, campaigns: 2 } });
			await call('POST', '/url/add', everyOption);
		});

		test('with what is sent, and keep the rest', async () => {
			const before = await stored();
			expect(before).toMatchObject({ options: { pixels: [1, 2] } });
			const updated = await call('PUT', '/url/1/update', { description: 'Changed' });
			expect(updated.body).toEqual({ error: 0, id: 1, shorturl: 'https://go.example.com/full' });
			expect(await stored()).toEqual({ ...before, description: 'Changed' });
			expect(await inChannels()).toEqual([1, 0]);
		});

		test('in every field', async () => {
			const updated = await call('PUT', '/url/1/update', {
				...everyOption,
				url: 'https://example.com/new',
				custom: 'other',
				domain: 'https://links.example.org',
				type: 'direct',
				expiry: '2098-01-01 00:00:00',
				metatitle: 'New title',
				pixels: [3],
				channel: 2,
				campaign: 2,
				status: 'private',
			});
			expect(updated.body.shorturl).toBe('https://links.example.org/other');
			expect(await stored()).toMatchObject({
				alias: 'other',
				domain: 'https://links.example.org',
				longurl: 'https://example.com/new',
				title: 'New title',
				expiry: '2098-01-01 00:00:00',
				campaign: 2,
				status: 'private',
				options: { type: 'direct', pixels: [3] },
			});
			expect(await inChannels()).toEqual([0, 1]);
		});

		test.each([
			['texts', '', ''],
			['arrays and numbers', [], 0],
		])('and emptied by empty %s', async (_name, list, id) => {
			const lists = ['geotarget', 'devicetarget', 'languagetarget', 'parameters', 'pixels'];
			await call('PUT', '/url/1/update', {
				...Object.fromEntries(lists.map((name) => [name, list])),
				deeplink: list,
				channel: id,
				campaign: id,
				type: '',
				password: '',
				domain: '',
				expiry: '',
				metatitle: '',
				metadescription: '',
				metaimage: '',
				description: '',
			});
			expect(await stored()).toMatchObject({
				alias: 'full',
				domain: '',
				title: '',
				description: '',
				expiry: null,
				campaign: null,
			});
			expect(await stored()).toHaveProperty('options', {});
			expect(await inChannels()).toEqual([0, 0]);
		});

		test('under their own alias, but not under that of another link', async () => {
			await call('POST', '/url/add', { url: 'https://example.com/', custom: 'taken' });
			expect((await call('PUT', '/url/1/update', { custom: 'full' })).body.error).toBe(0);
			expect((await call('PUT', '/url/1/update', { custom: 'taken' })).body).toEqual({
				error: 1,
				message: 'That alias is taken. Please choose another one.',
			});
			expect(await stored()).toMatchObject({ alias: 'full' });
		});
	});

	test('are deleted with their statistics and their place in channels', async () => {
		await service.control('/seed', { method: 'POST', body: { links: 1, channels: 1, clicks: 3 } });
		await call('POST', '/channel/1/assign/links/1');
		const deleted = await call('DELETE', '/url/1/delete');
		expect(deleted.body).toEqual({ error: 0, message: 'Link has been deleted successfully.' });
		expect((await call('GET', '/url/1')).body).toEqual({ error: 1, message: 'Link not found.' });
		expect(await service.control('/state?counts=1')).toMatchObject({
			links: 0,
			visit_counts: 0,
			channel_items: 0,
		});
		expect((await fetch(`${service.url}/s1`)).status).toBe(404);
	});
});
