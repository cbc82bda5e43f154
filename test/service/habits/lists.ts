/** What lists show, and in which order. */
import { addChannel, addCode, addLink, each, type Habits, listed, namesIn, send } from './habit';

export const lists = {
	maxPageSize: {
		seed: { links: 1200 },
		observe: async () => (await listed('/urls?limit=1100')).urls.length,
		seen: [
			[1000, 1000],
			[100, 100],
			[0, 1100],
		],
	},
	cappedPage: {
		seed: { links: 250 },
		beside: { maxPageSize: 100 },
		observe: () =>
			each(
				['limit=1000', 'limit=120&page=2', 'limit=100'].map((query) => async () => {
					const { perpage, nextpage, maxpage, urls } = await listed(`/urls?${query}`);
					return [perpage, nextpage, maxpage, urls.length, urls[0].id];
				}),
			),
		seen: [
			[
				'given',
				[
					[100, 2, 3, 100, 250],
					[100, 3, 3, 100, 150],
					[100, 2, 3, 100, 250],
				],
			],
			[
				'maxpageAsked',
				[
					[100, 2, 1, 100, 250],
					[100, 3, 3, 100, 150],
					[100, 2, 3, 100, 250],
				],
			],
			[
				'asked',
				[
					[1000, 1, 1, 100, 250],
					[120, 3, 3, 100, 150],
					[100, 2, 3, 100, 250],
				],
			],
		],
	},
	listOrder: {
		observe: async () => {
			for (const name of ['Beta', 'alpha', 'Gamma']) {
				await send('POST', '/campaign/add', { name });
				await addChannel(name);
				await addCode({ name });
				await send('POST', '/pixel/add', { type: 'bing', name, tag: 'x' });
			}
			const orders = [
				await namesIn('/campaigns', 'campaigns', 'domain'),
				await namesIn('/channels', 'channels'),
				await namesIn('/qr', 'qrs'),
				(await namesIn('/pixels', 'pixels')).filter((name: string) => /^\w+$/.test(name)),
			];
			// All four in the same order
			expect(new Set(orders.map(String)).size).toBe(1);
			return [
				orders[0],
				await namesIn('/splash', 'splash'),
				await namesIn('/domains', 'domains', 'domain'),
				(await namesIn('/overlay', 'cta'))[0],
			];
		},
		seen: [
			[
				'newest',
				[
					['Gamma', 'alpha', 'Beta'],
					['Season greetings', 'Product launch'],
					['https://links.example.org', 'https://go.example.com'],
					'Cookie notice',
				],
			],
			[
				'oldest',
				[
					['Beta', 'alpha', 'Gamma'],
					['Product launch', 'Season greetings'],
					['https://go.example.com', 'https://links.example.org'],
					'Newsletter',
				],
			],
			[
				'name',
				[
					['alpha', 'Beta', 'Gamma'],
					['Product launch', 'Season greetings'],
					['https://go.example.com', 'https://links.example.org'],
					'Contact form',
				],
			],
		],
	},
	sharedDomains: {
		observe: async () => {
			const { shorturl, message } = await addLink({ domain: 'https://sho.rt', custom: 'go' });
			const pages = await each(
				[1, 2].map((number) => () => listed(`/domains?limit=1&page=${number}`)),
			);
			const ids = pages.map(({ domains, result }) => [
				result,
				...domains.map((domain: { id: unknown }) => domain.id),
			]);
			return [message ?? shorturl, ids];
		},
		seen: [
			[
				[],
				[
					'This domain is not available.',
					[
						[2, 2],
						[2, 1],
					],
				],
			],
			[
				['https://sho.rt'],
				[
					'https://sho.rt/go',
					[
						[2, 2, null],
						[2, 1, null],
					],
				],
			],
		],
	},
} as const satisfies Partial<Habits>;
