/** Deletions whose reply does not tell what became of the record: `deleted: true` is only said of what is known. */
import { expect, test } from '@jest/globals';

import { useVirtualClock } from '../support/virtual/clock';
import {
	runInVirtualTime,
	type VirtualOutcome,
	type VirtualReply,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

useVirtualClock();

const EMPTY: VirtualReply = { body: '' };
const UNCLEAR: VirtualReply = { body: { message: 'No access.' } };

const remove = async (resource: string, script: VirtualScript): Promise<VirtualOutcome> =>
	await runInVirtualTime(
		{ resource, operation: 'delete', items: [{ [`${resource}Id`]: '4' }] },
		script,
	);

/** A service that has these campaigns after the deletion, which it answers so. */
const campaigns =
	(answer: VirtualReply, ...ids: number[]): VirtualScript =>
	({ method }) => {
		if (method !== 'GET') return answer;
		const records = ids.map((id) => ({ id, name: `campaign ${id}` }));
		return { body: { error: 0, data: { maxpage: 1, campaigns: records } } };
	};

test.each([
	['nothing', EMPTY],
	['neither success nor a refusal', UNCLEAR],
])(
	'a deletion that is answered with %s is sent once, and done if the record is gone',
	async (_, answer) => {
		const { items, requests } = await remove('campaign', campaigns(answer, 5, 3));
		expect(items.map(({ json }) => json)).toEqual([{ deleted: true }]);
		expect(requests.map(({ method }) => method)).toEqual(['DELETE', 'GET']);
		const failed = await remove('campaign', campaigns(answer, 5, 4, 3));
		expect(failed.items).toEqual([]);
		expect(failed.error?.message).toContain('The service did not delete the record');
		expect(failed.error?.description).toContain('and the record still exists');
	},
);

let id = 1_000;
const endless = () => Array.from({ length: 1_000 }, () => ({ id: ++id }));
/** A link that is not found, at a service that answers the account so. */
const notFound =
	(account: VirtualReply): VirtualScript =>
	({ method, path }) => {
		if (method === 'DELETE') return UNCLEAR;
		const refusal = { error: 1, message: 'Link does not exist.' };
		return path.endsWith('/account') ? account : { status: 404, body: refusal };
	};

test.each<[string, string, VirtualScript]>([
	[
		'a list that never ends',
		'campaign',
		({ method }) =>
			method === 'GET'
				? { body: { error: 0, data: { maxpage: 1e9, campaigns: endless() } } }
				: EMPTY,
	],
	['the same answer to every request', 'link', () => UNCLEAR],
	['no link, and an empty account', 'link', notFound({ status: 204, body: '' })],
	['no link, and an account without an answer', 'link', notFound(UNCLEAR)],
])('whether a record was deleted is not known after %s', async (_, resource, script) => {
	const { error, requests } = await remove(resource, script);
	expect(error?.message).toContain('Whether the record was deleted is not known');
	expect(requests.length).toBeLessThan(30);
});
