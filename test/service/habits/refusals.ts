/** Which requests a service refuses, and how. */
import type { Call } from '../client';
import {
	addChannel,
	addCode,
	addLink,
	answer,
	counts,
	each,
	type Habits,
	isEmpty,
	LONG_URL,
	page,
	refused,
	said,
	send,
	statusOf,
	stored,
} from './habit';

export const access = {
	badKey: 'limits.test.ts',
	missingEndpointReply: {
		beside: { missingEndpoints: ['listPixels'] },
		observe: () => answer('GET', '/pixels'),
		seen: [
			['404', [404, refused('This endpoint does not exist.')]],
			['page', [404, page]],
			['refusal', [200, refused('This endpoint does not exist.')]],
		],
	},
} as const satisfies Partial<Habits>;

/** The same reply to two creations, and then good ones to a reading and an update. */
const afterCreation = (reply: unknown) => [reply, reply, [200, {}], [200, { error: 0 }]];

export const refusals = {
	duplicateNames: {
		observe: async () => {
			const tag = { type: 'bing', tag: 'x' };
			for (const name of ['Spring', 'Summer']) {
				await send('POST', '/campaign/add', { name });
				await addChannel(name);
				await send('POST', '/pixel/add', { name, ...tag });
				await addCode({ name });
			}
			const replies = await each([
				() => send('POST', '/campaign/add', { name: 'spring' }),
				() => addChannel('spring'),
				() => send('POST', '/pixel/add', { name: 'spring', ...tag }),
				() => addCode({ name: 'spring' }),
				() => send('PUT', '/campaign/2/update', { name: 'spring' }),
				() => send('PUT', '/channel/2/update', { name: 'spring' }),
				() => send('PUT', '/pixel/5/update', { name: 'spring', tag: 'x' }),
				() => send('PUT', '/qr/2/update', { name: 'spring', data: 'x' }),
				// Its own name is no other's
				() => send('PUT', '/channel/1/update', { name: 'spring' }),
			]);
			return replies.map((reply) => reply.message?.includes('already in use') ?? false);
		},
		seen: [
			['allowed', Array(9).fill(false)],
			['refused', [...Array(8).fill(true), false]],
		],
	},
	unknownRecord: {
		observe: async () => {
			const changes: Array<Parameters<Call>> = [
				['PUT', '/campaign/9/update', { name: 'x' }],
				['PUT', '/channel/9/update', { name: 'x' }],
				['PUT', '/domain/9/update', { redirectroot: '' }],
				['PUT', '/pixel/9/update', { tag: 'x' }],
				['PUT', '/qr/9/update', { data: 'x' }],
				['PUT', '/url/9/update', { description: 'x' }],
				['DELETE', '/url/9/delete'],
			];
			const replies = await each(changes.map((change) => () => answer(...change)));
			expect(await answer('GET', '/url/9')).toEqual([200, refused('Link not found.')]);
			// An empty object would match every reply
			return replies.map(([status, body]) => [status, isEmpty(body) ? JSON.stringify(body) : body]);
		},
		seen: [
			['refusal', Array(7).fill([200, refused(expect.stringMatching(/^[\w ]+ not found\.$/))])],
			['empty', Array(7).fill([200, ''])],
			['500', Array(7).fill([500, page])],
			['emptyObject', Array(7).fill([200, '{}'])],
			['emptyArray', Array(7).fill([200, '[]'])],
		],
	},
	messageMarkup: {
		observe: () =>
			each([
				() => send('GET', '/url/9'),
				() => send('PUT', '/account/update', { email: 'a@example.com' }),
			]),
		seen: [
			['none', [refused('Link not found.'), said('Account has been successfully updated.')]],
			[
				'strong',
				[
					refused('<strong>Link not found.</strong>'),
					said('<strong>Account has been successfully updated.</strong>'),
				],
			],
			['script', Array(2).fill({ message: expect.stringMatching(/^<script>document\.location=/) })],
			['entities', Array(2).fill({ message: expect.stringContaining('&quot;&nbsp;&#8211;') })],
		],
	},
	aliasTakenMessage: {
		seed: { links: 1 },
		observe: () => addLink({ custom: 's1' }),
		seen: [
			[
				'That alias is taken. Please choose another one.',
				refused('That alias is taken. Please choose another one.'),
			],
			['Not free.', refused('Not free.')],
		],
	},
	blockedAliasWords: {
		observe: async () => {
			await addLink({ custom: 'free' });
			const replies = await each([
				() => addLink({ custom: 'MyCasino1' }),
				() => send('PUT', '/url/1/update', { custom: 'casino' }),
				() => addLink({ custom: 'mcsn' }),
			]);
			return replies.map(({ error }) => error);
		},
		seen: [
			[[], [0, 0, 0]],
			[
				['CASINO', 'lottery'],
				[1, 1, 0],
			],
		],
	},
	creationFailure: {
		observe: async () => {
			const replies = await each([
				() => answer('POST', '/url/add', { url: LONG_URL }),
				() => answer('POST', '/pixel/add', { type: 'bing', name: 'x', tag: 'x' }),
				() => answer('GET', '/urls'),
				() => answer('PUT', '/pixel/1/update', { tag: 'x' }),
			]);
			const { links, pixels } = await counts();
			return { replies, links, pixels };
		},
		seen: [
			['none', { links: 1, pixels: 4, replies: afterCreation([200, { error: 0 }]) }],
			['500', { links: 0, pixels: 3, replies: afterCreation([500, page]) }],
			['502', { links: 0, pixels: 3, replies: afterCreation([502, page]) }],
			['refusal', { links: 0, pixels: 3, replies: afterCreation([200, refused()]) }],
		],
	},
	creationQuota: {
		beside: { creationFailure: '500' },
		observe: () => each(Array(3).fill(() => statusOf('POST', '/url/add', { url: LONG_URL }))),
		seen: [
			[0, [500, 500, 500]],
			[2, [200, 200, 500]],
		],
	},
	creationFailureText: {
		beside: { creationFailure: '502' },
		observe: () =>
			each(
				['fine', 'broken'].map(
					(description) => () => statusOf('POST', '/url/add', { url: LONG_URL, description }),
				),
			),
		seen: [
			['', [502, 502]],
			['broken', [200, 502]],
		],
	},
	badPreviewImage: {
		seed: { links: 1 },
		observe: async () => {
			const metaimage = 'https://example.com/page.html';
			const replies = await each([
				() => addLink({ metaimage }),
				() => send('PUT', '/url/1/update', { metaimage, description: 'Changed' }),
				() => addLink({ metaimage: 'https://example.com/i.PNG?v=1' }),
			]);
			return { replies, descriptions: (await stored()).map((link) => Object(link).description) };
		},
		seen: [
			[
				'accepted',
				{ replies: [{ id: 2 }, { id: 1 }, { id: 3 }], descriptions: ['Changed', '', ''] },
			],
			['refusal', { replies: [refused(), refused(), { id: 2 }], descriptions: ['', ''] }],
			['nothingMade', { replies: [said(), said(), { id: 2 }], descriptions: ['', ''] }],
		],
	},
} as const satisfies Partial<Habits>;
