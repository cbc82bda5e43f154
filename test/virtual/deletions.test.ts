/** Deletions whose reply does not tell what became of the record: `deleted: true` is only said of what is known. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { startClock, stopClock } from '../support/virtual/clock';
import {
	runInVirtualTime,
	type VirtualOutcome,
	type VirtualReply,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

beforeEach(() => startClock(Date.parse('2030-01-31T10:00:00.300Z')));
afterEach(stopClock);

const ERROR_500: VirtualReply = { status: 500, body: '<html>Server Error</html>' };
const BUSY: VirtualReply = { status: 503, body: { error: 1, message: 'Busy.' } };
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

const methodsOf = ({ requests }: VirtualOutcome) => requests.map(({ method }) => method);

describe('A deletion of a record that never existed', () => {
	test.each<[string, VirtualReply[], RegExp]>([
		['is refused', [NOT_FOUND], /^Campaign does not exist\./],
		['fails with HTTP 500 on every try', [ERROR_500], /^The service has no record with this ID/],
	])('is an error where it %s', async (_, replies, message) => {
		const outcome = await deleteCampaign(campaigns(replies, { exists: false }));
		expect(outcome.error?.message).toMatch(message);
	});

	test('tells that a failed try may have deleted it', async () => {
		const outcome = await deleteCampaign(campaigns([ERROR_500], { exists: false }));
		expect(outcome.error?.description).toMatch(/never existed.*HTTP 500.*may have deleted it/);
	});
});

describe('A deletion is done', () => {
	test.each<[string, VirtualReply[]]>([
		['where the answer was lost', ['lost']],
		['where it is refused after HTTP 503', [BUSY, NOT_FOUND]],
		['where it is answered with nothing', [EMPTY]],
	])('%s', async (_, replies) => {
		const script = campaigns(replies, { exists: true, deletesAt: 1 });
		const outcome = await deleteCampaign(script);
		expect(outcome.error).toBeUndefined();
		expect(outcome.items.map(({ json }) => json)).toEqual([{ deleted: true }]);
	});

	test('once where it is answered with nothing', async () => {
		const script = campaigns([EMPTY], { exists: true, deletesAt: 1 });
		expect(methodsOf(await deleteCampaign(script))).toEqual(['DELETE', 'GET']);
	});
});

describe('A deletion fails while the record is still there', () => {
	test.each<[string, VirtualReply[], RegExp]>([
		['answered with nothing', [EMPTY], /^The service did not delete the record/],
		['failing with HTTP 500', [ERROR_500], /HTTP 500/],
		['refused after HTTP 503', [BUSY, { body: { error: 1, message: 'In use.' } }], /^In use\./],
	])('%s', async (_, replies, message) => {
		const outcome = await deleteCampaign(campaigns(replies, { exists: true }));
		expect(outcome.error?.message).toMatch(message);
	});
});

describe('A deletion whose record can not be read', () => {
	const unreadable =
		(reply: VirtualReply): VirtualScript =>
		({ method }) =>
			method === 'GET' ? { body: { error: 1, message: 'No lists today.' } } : reply;

	test.each<[string, VirtualReply]>([
		['answered with nothing', EMPTY],
		['lost', 'lost'],
	])('%s, is not known to be done', async (_, reply) => {
		const outcome = await deleteCampaign(unreadable(reply));
		expect(outcome.error?.message).toMatch(/Whether the record was deleted is not known/);
		expect(outcome.error?.description).toMatch(/No lists today/);
	});

	test('because the list never ends, reads a limited number of records', async () => {
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
});

describe('A deletion that is answered with neither success nor a refusal', () => {
	const answers: VirtualReply[] = [
		{ body: { message: 'No access.' } },
		{ body: { errors: ['No access.'] } },
		{ body: { status: false } },
	];

	test.each(answers)('is not done while the record is there: %j', async (answer) => {
		const { error, items } = await deleteCampaign(campaigns([answer], { exists: true }));
		expect(items).toEqual([]);
		expect(error?.message).toContain('The service did not delete the record');
		expect(error?.description).toContain('and the record still exists');
	});

	test.each(answers)('is done when the record is gone: %j', async (answer) => {
		const { items } = await deleteCampaign(campaigns([answer], { exists: false }));
		expect(items.map(({ json }) => json)).toEqual([{ deleted: true }]);
	});

	test.each(answers)('is not known where every request is answered so: %j', async (answer) => {
		const { error } = await runInVirtualTime(deletion('link', 'linkId'), () => answer);
		expect(error?.message).toContain('Whether the record was deleted is not known');
	});

	test.each<VirtualReply>([{ status: 204, body: '' }, { body: { message: 'No access.' } }])(
		'is not known where the link is not found and the account is answered with %j',
		async (account) => {
			const { error } = await runInVirtualTime(deletion('link', 'linkId'), ({ method, path }) => {
				if (method === 'DELETE') return answers[0]!;
				return path.endsWith('/account') ? account : { status: 404, body: NOT_FOUND.body };
			});
			expect(error?.message).toContain('Whether the record was deleted is not known');
		},
	);
});
