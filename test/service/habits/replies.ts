/** What replies look like. */
import {
	addChannel,
	addCode,
	addLink,
	each,
	type Habits,
	listed,
	namesIn,
	send,
	service,
	single,
} from './habit';

export const replies = {
	createdRecordUnder: {
		observe: async () =>
			await each([
				() => addCode(),
				() => addLink(),
				() => send('POST', '/domain/add', { domain: 'https://new.example' }),
				() => addChannel('x'),
				() => send('POST', '/campaign/add', { name: 'x' }),
				() => send('PUT', '/url/1/update', { description: 'x' }),
			]),
		seen: [
			['top', Array(6).fill(expect.objectContaining({ error: 0, id: expect.any(Number) }))],
			[
				'data',
				[
					...Array(5).fill({ error: 0, data: expect.objectContaining({ id: expect.any(Number) }) }),
					expect.objectContaining({ error: 0, id: 1 }),
				],
			],
		],
	},
	recordNumbers: {
		seed: { links: 1, clicks: 1234, qrs: 1, scans: 7 },
		observe: async () => {
			const link = await send('GET', '/url/1');
			const [{ id, clicks }] = (await listed('/urls')).urls;
			const [{ scans }] = (await listed('/qr')).qrs;
			return [id, clicks, scans, link.id, link.details.id, link.data.uniqueClicks];
		},
		seen: [
			['number', [1, 1234, 7, 1, 1, 1234]],
			['text', ['1', '1234', '7', '1', '1', '1234']],
			['grouped', ['1', '1,234', '7', '1', '1', '1,234']],
		],
	},
	locationFormat: {
		observe: async () => {
			const [all, quebec] = ['https://example.com/ca', 'https://example.com/qc'];
			await addLink({ geotarget: [{ location: 'Canada', link: all }] });
			const before = (await single('/url/1')).location;
			const body = { id: 1, location: 'Canada', region: 'Quebec', link: quebec };
			await service.control('/regions', { method: 'POST', body });
			const places = ['Quebec', 'Ontario'].map((region) => ({
				'CF-IPCountry': 'CA',
				'CF-Region': region,
			}));
			const { shorturl } = await single('/url/1');
			const targets = await each(
				places.map((headers) => async () => {
					const visit = await fetch(shorturl, { headers, redirect: 'manual' });
					return visit.headers.get('Location');
				}),
			);
			expect(targets).toEqual([quebec, all]);
			return [before, (await single('/url/1')).location];
		},
		seen: [
			['flat', [{ Canada: 'https://example.com/ca' }, { Canada: 'https://example.com/ca' }]],
			[
				'nested',
				[
					{ canada: { all: 'https://example.com/ca' } },
					{ canada: { all: 'https://example.com/ca', quebec: 'https://example.com/qc' } },
				],
			],
		],
	},
	nameCase: {
		observe: async () => {
			await addChannel('news');
			await addCode({ name: 'poster' });
			await send('PUT', '/pixel/3/update', { tag: 'x', name: 'élan' });
			await send('POST', '/campaign/add', { name: 'spring' });
			return [
				await namesIn('/channels', 'channels'),
				await namesIn('/qr', 'qrs'),
				(await namesIn('/pixels', 'pixels'))[0],
				await namesIn('/campaigns', 'campaigns', 'domain'),
			];
		},
		seen: [
			['kept', [['news'], ['poster'], 'élan', ['spring']]],
			['capitalized', [['News'], ['Poster'], 'Élan', ['Spring']]],
		],
	},
} as const satisfies Partial<Habits>;
