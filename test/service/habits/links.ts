/** What a service does with links. */
import { everyOption } from '../client';
import {
	addLink,
	counts,
	each,
	type Habits,
	listed,
	refused,
	send,
	service,
	single,
	stored,
} from './habit';

export const links = {
	linkUpdate: {
		seed: { channels: 1, campaigns: 1 },
		observe: async () => {
			await addLink(everyOption);
			await send('PUT', '/url/1/update', { url: 'https://example.com/new' });
			const [{ options, ...row }] = (await stored()) as [Record<string, unknown>];
			const { channel_items: channels } = await counts();
			return { ...row, options: Object.keys(options as object).sort(), channels };
		},
		seen: [
			[
				'patch',
				{
					longurl: 'https://example.com/new',
					alias: 'full',
					title: 'Title',
					description: 'Note',
					expiry: '2099-01-01 00:00:00',
					status: 'public',
					campaign: 1,
					channels: 1,
					options: [
						'deeplink',
						'devicetarget',
						'geotarget',
						'languagetarget',
						'metadescription',
						'metaimage',
						'metatitle',
						'parameters',
						'password',
						'pixels',
						'type',
					],
				},
			],
			[
				'replace',
				{
					longurl: 'https://example.com/new',
					alias: 'full',
					domain: 'https://go.example.com',
					status: 'public',
					campaign: 1,
					title: 'example.com',
					description: '',
					expiry: null,
					channels: 1,
					options: ['type'],
				},
			],
			[
				'replaceAll',
				{
					longurl: 'https://example.com/new',
					alias: 'full',
					domain: 'https://go.example.com',
					status: 'private',
					campaign: null,
					title: 'example.com',
					description: '',
					expiry: null,
					channels: 0,
					options: [],
				},
			],
		],
	},
	furtherPixelTypes: {
		observe: async () => {
			const types = ['bing', 'mastodon'];
			return await each(
				types.map((type) => () => send('POST', '/pixel/add', { type, name: 'x', tag: 'x' })),
			);
		},
		seen: [
			[[], [{ error: 0, id: 4 }, refused('Unknown pixel type.')]],
			[
				['mastodon'],
				[
					{ error: 0, id: 4 },
					{ error: 0, id: 5 },
				],
			],
		],
	},
	customAlias: {
		observe: async () => {
			await addLink({ custom: 'Früh_am-Tag!' });
			await addLink({ custom: 'Other' });
			await send('PUT', '/url/2/update', { custom: 'Second_One' });
			// With a space: most refuse it
			await addLink({ custom: 'Spring Sale' });
			const aliases = (await stored()).map((link) => Object(link).alias as string);
			// Random aliases have six characters
			return aliases.map((alias) => (/^\w{6}$/.test(alias) ? 'random' : alias));
		},
		seen: [
			['kept', ['Früh_am-Tag!', 'Second_One']],
			['replaced', ['random', 'random', 'random']],
			['slug', ['fruh-am-tag', 'second-one', 'spring-sale']],
			['lowerCase', ['früh_am-tag!', 'second_one']],
		],
	},
	longUrls: {
		observe: async () => {
			const url = 'https://example.com/?a=1&b=2';
			await addLink({ url, custom: 'go' });
			await addLink({ url: 'https://example.com/?a=1&amp;b=2' });
			await send('PUT', '/url/2/update', { url: `${url}&c=3` });
			const { longurl } = await single('/url/1');
			// What is read can be sent back
			await send('PUT', '/url/1/update', { url: longurl });
			expect((await single('/url/1')).longurl).toBe(longurl);
			const visit = await fetch(`${service.url}/go`, { redirect: 'manual' });
			expect(visit.headers.get('Location')).toBe(url);
			const entries = (await listed('/urls')).urls as Array<{ longurl: string }>;
			return [longurl, ...entries.map((entry) => entry.longurl)];
		},
		seen: [
			['kept', ['?a=1&b=2', '?a=1&b=2&c=3', '?a=1&b=2'].map((end) => `https://example.com/${end}`)],
			[
				'entities',
				['?a=1&amp;b=2', '?a=1&amp;b=2&amp;c=3', '?a=1&amp;b=2'].map(
					(end) => `https://example.com/${end}`,
				),
			],
		],
	},
} as const satisfies Partial<Habits>;
