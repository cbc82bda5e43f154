/** What became of an assignment or a deletion whose reply was lost. */
import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../../nodes/LinkManagement/api/lists';
import { deleteRecord } from '../../../nodes/LinkManagement/recovery/deletion';
import { assignRecord } from '../../../nodes/LinkManagement/recovery/update';
import {
	failed,
	good,
	listReply,
	outcomeOf,
	type SentRequest,
	type StubReply,
	stubService,
} from '../../support/stubService';

describe('An assignment', () => {
	const request = { method: 'POST' as const, url: '/api/campaign/1/assign/2' };
	const assign = async (reply: StubReply) =>
		await assignRecord({ service: stubService(() => reply), request, item: 3 });

	test('gives the reply of the service', async () => {
		expect(await assign(good({ message: 'Added.' }))).toEqual({ error: 0, message: 'Added.' });
	});

	test('is done when the service says "already" after a lost reply', async () => {
		const message = 'The link is Already in the campaign';
		expect(await assign(failed('refused', { message, mayHaveActed: true }))).toEqual({ message });
	});

	test.each([
		['says "already" at once', { message: 'It is already there.' }],
		['says something else after a lost reply', { message: 'Not found.', mayHaveActed: true }],
	])('has failed when the service %s', async (_, more) => {
		await expect(assign(failed('refused', more))).rejects.toThrow(`${more.message} [item 3]`);
	});
});

describe('A deletion', () => {
	const request = { method: 'DELETE' as const, url: '/api/campaign/7/delete' };
	const inList = { list: LISTS.campaigns, id: '7' };
	const THERE = [{ id: 6 }, { id: '7' }];
	const GONE = [{ id: 6 }, { id: 77 }];

	const run = async (
		reply: StubReply | ((request: SentRequest) => StubReply),
		records: IDataObject[] | StubReply = GONE,
	) => {
		const service = stubService((sent) => {
			if (sent.method === 'DELETE') return typeof reply === 'function' ? reply(sent) : reply;
			return Array.isArray(records) ? listReply('campaigns', records, { maxpage: 1 }) : records;
		});
		const done = await outcomeOf(deleteRecord({ service, request, item: 3 }, inList));
		return { ...done, requests: service.requests.map(({ method }) => method) };
	};

	test('gives the reply of the service, and may be answered with nothing', async () => {
		const { result, requests } = await run(({ options }) => good({ empty: options.mayBeEmpty }));
		expect(result).toEqual({ error: 0, empty: true });
		expect(requests).toEqual(['DELETE']);
	});

	test.each([
		['lostReply', { retry: 'ifRepeatable' }],
		['invalidJson', { retry: 'ifRepeatable' }],
		['unavailable', { retry: 'ifRepeatable', late: true }],
		['refused', { retry: 'never', mayHaveActed: true }],
	] as const)('whose answer is %s %p is done when the record is not there', async (kind, more) => {
		expect(await run(failed(kind, more))).toMatchObject({
			result: {},
			requests: ['DELETE', 'GET'],
		});
	});

	test('that is refused after a lost reply has failed when the record is there', async () => {
		const refusal = failed('refused', { message: 'As it was said', mayHaveActed: true });
		expect((await run(refusal, THERE)).message).toBe('As it was said [item 3]');
	});

	test('that is answered with nothing says so when the record is there', async () => {
		const { message, advice } = await run(failed('emptyReply'), THERE);
		expect(message).toBe('The service did not delete the record [item 3]');
		expect(advice).toMatch(/^It failed, and the record still exists/);
	});

	test('that is refused at once is not looked for', async () => {
		const { message, requests } = await run(failed('refused', { message: 'No' }));
		expect([message, requests]).toEqual(['No [item 3]', ['DELETE']]);
	});

	test('that fails with HTTP 500 on every try proves nothing: the record may never have existed', async () => {
		const failure = { retry: 'ifRepeatable', message: 'Broken', mayHaveActed: true } as const;
		const { message, advice, error } = await run(failed('unavailable', failure));
		expect(message).toBe('The service has no record with this ID [item 3]');
		expect(advice).toMatch(/\(Broken\).*Check the ID/);
		expect(error).toMatchObject({ context: { failureKind: 'notFound' } });
	});

	test('is not known to be done when the list cannot be read', async () => {
		const { message, advice } = await run(
			failed('lostReply', { retry: 'ifRepeatable', message: 'Lost..', advice: 'Look there.' }),
			failed('unavailable', { message: 'Down.' }),
		);
		expect(message).toBe('Lost. Whether the record was deleted is not known [item 3]');
		expect(advice).toMatch(/failed, too \(Down\)\. Look there\./);
	});
});
