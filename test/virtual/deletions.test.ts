/** Deletions whose reply does not tell what became of the record: `deleted: true` is only said of what is known. */
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../support/virtual/clock';
import {
	runInVirtualTime,
	type VirtualOutcome,
	type VirtualReply,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

useVirtualClock();

const EMPTY: VirtualReply = { body: '' };
const NOT_FOUND: VirtualReply = { body: { error: 1, message: 'Campaign does not exist.' } };

const ID = 4;
const deletion = (resource: string, parameter: string) => ({
	resource,
	operation: 'delete',
	items: [{ [parameter]: String(ID) }],
});

/**
 * A service with the campaigns 3 and 5, and perhaps 4.
 *
 * @param replies to the deletions, the last one again and again
 * @param deletesAt the number of the try that deletes the campaign
 */
function campaigns(
	replies: VirtualReply[],
	{ exists, deletesAt = 0 }: { exists: boolean; deletesAt?: number },
): VirtualScript {
	let tries = 0;
	return ({ method }) => {
		if (method === 'GET') {
			const isThere = exists && (deletesAt === 0 || tries < deletesAt);
			const ids = isThere ? [5, ID, 3] : [5, 3];
			const records: IDataObject[] = ids.map((id) => ({ id, name: `campaign ${id}` }));
			return { body: { error: 0, data: { maxpage: 1, campaigns: records } } };
		}
		return replies[Math.min(tries++, replies.length - 1)]!;
	};
}

const deleteCampaign = async (script: VirtualScript): Promise<VirtualOutcome> =>
	await runInVirtualTime(deletion('campaign', 'campaignId'), script);

test('a deletion that is answered with nothing is sent once, and done when the record is gone', async () => {
	const outcome = await deleteCampaign(campaigns([EMPTY], { exists: true, deletesAt: 1 }));
	expect(outcome.items.map(({ json }) => json)).toEqual([{ deleted: true }]);
	expect(outcome.requests.map(({ method }) => method)).toEqual(['DELETE', 'GET']);
});

test('a list that never ends is not read to its end to find the record', async () => {
	let id = 1_000;
	const endless: VirtualScript = ({ method }) => {
		if (method !== 'GET') return EMPTY;
		const records = Array.from({ length: 1_000 }, () => ({ id: ++id }));
		return { body: { error: 0, data: { maxpage: 1e9, campaigns: records } } };
	};
	const outcome = await deleteCampaign(endless);
	expect(outcome.error?.message).toMatch(/Whether the record was deleted is not known/);
	expect(outcome.requests.length).toBeLessThan(30);
});

describe('A deletion that is answered with neither success nor a refusal', () => {
	const answer: VirtualReply = { body: { message: 'No access.' } };
	const deleteLink = async (script: VirtualScript): Promise<VirtualOutcome> =>
		await runInVirtualTime(deletion('link', 'linkId'), script);

	test('is not done while the record is there', async () => {
		const { error, items } = await deleteCampaign(campaigns([answer], { exists: true }));
		expect(items).toEqual([]);
		expect(error?.message).toContain('The service did not delete the record');
		expect(error?.description).toContain('and the record still exists');
	});

	test('is done when the record is gone', async () => {
		const { items } = await deleteCampaign(campaigns([answer], { exists: false }));
		expect(items.map(({ json }) => json)).toEqual([{ deleted: true }]);
	});

	test('is not known where every request is answered so', async () => {
		const { error } = await deleteLink(() => answer);
		expect(error?.message).toContain('Whether the record was deleted is not known');
	});

	test.each<VirtualReply>([{ status: 204, body: '' }, answer])(
		'is not known where the link is not found and the account is answered with %j',
		async (account) => {
			const { error } = await deleteLink(({ method, path }) => {
				if (method === 'DELETE') return answer;
				return path.endsWith('/account') ? account : { status: 404, body: NOT_FOUND.body };
			});
			expect(error?.message).toContain('Whether the record was deleted is not known');
		},
	);
});
