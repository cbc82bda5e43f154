/** Whether an update, an assignment or a deletion was done, where the answer does not tell. */
import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../../nodes/LinkManagement/client/endpoints';
import {
	assignRecord,
	deleteRecord,
	showsNewValues,
	updateRecord,
} from '../../../nodes/LinkManagement/recovery/changeRecord';
import {
	failed,
	good,
	listReply,
	outcomeOf,
	type StubReply,
	stubService,
} from '../../support/stubService';

const SPRING = { name: 'Spring', color: '#ff0000', geo: { a: 1 }, tags: 'x' };
/** Lists and objects say nothing, and neither does a field that the record has not. */
const UNSHOWN = { geo: 'text', tags: ['y'], password: 'x' };

test.each<[sent: IDataObject, shown: IDataObject, isSaved: boolean | undefined]>([
	// Services capitalize names
	[{ name: 'spring sale' }, { name: 'Spring sale' }, true],
	[{ open: true }, { open: 1 }, true],
	[{ open: false }, { open: '0' }, true],
	[{ open: true }, { open: 2 }, false],
	[{ open: 'true' }, { open: 1 }, false],
	[{ name: 'Spring', color: '#ff0000' }, SPRING, true],
	[{ name: 'Spring', color: '#00ff00' }, SPRING, false],
	[{ name: 'Spring', ...UNSHOWN }, SPRING, true],
	[UNSHOWN, SPRING, undefined],
	[{}, SPRING, undefined],
])('that the values %j were saved, the record %j shows: %p', (sent, shown, isSaved) => {
	expect(showsNewValues(shown, sent)).toBe(isSaved);
});

describe('An update', () => {
	interface Given {
		reply: StubReply;
		record?: IDataObject | Error;
		repliesWithRecord?: boolean;
		hasNewValues?: boolean;
	}

	const run = async ({ reply, record, repliesWithRecord = false, hasNewValues }: Given) => {
		const service = stubService(() => reply);
		let reads = 0;
		let compared: unknown;
		const check = {
			find: async () => {
				reads++;
				if (record instanceof Error) throw record;
				return record;
			},
			hasNewValues: (_: IDataObject, body: IDataObject) => {
				compared = body;
				return hasNewValues;
			},
			repliesWithRecord,
		};
		const request = { method: 'PUT' as const, url: '/api/url/5/update', body: { url: 'x' } };
		const { result: body, ...outcome } = await outcomeOf(
			updateRecord({ service, request, item: 3 }, check),
		);
		const options = service.requests[0]?.options;
		return { ...outcome, body, reads, compared, options, requests: service.requests.length };
	};
	const RECORD = { id: 5, url: 'x' };
	const EMPTY = failed('emptyReply', { message: 'The service sent an empty reply (HTTP 204)' });

	test('that gets a reply without the record that it should name is judged by reading the record', async () => {
		const given = { reply: good({ message: 'OK.' }), repliesWithRecord: true, record: RECORD };
		const done = { body: RECORD, reads: 1, requests: 1, compared: { url: 'x' } };
		const options = { item: 3, mayBeEmpty: true };
		for (const hasNewValues of [true, undefined])
			expect(await run({ ...given, hasNewValues })).toMatchObject({ ...done, options });
		const { message, error } = await run({ ...given, hasNewValues: false });
		expect(message).toBe('The service did not save all new values [item 3]');
		expect(error).toMatchObject({ context: { failureKind: 'refused' } });
	});

	test('that was not done tells what the service answered', async () => {
		const given = { record: RECORD, repliesWithRecord: true, hasNewValues: false };
		const adviceAfter = async (reply: StubReply) => (await run({ ...given, reply })).advice;
		expect(await adviceAfter(EMPTY)).toMatch(/^The service sent an empty reply, and/);
		expect(await adviceAfter(good({ msg: 'Saved..' }))).toMatch(
			/^The service answered "Saved", and/,
		);
		expect(await adviceAfter(good())).toMatch(/^The service sent an empty reply, and/);
	});

	test('that gets an empty reply has failed when there is no such record', async () => {
		const { message, error } = await run({ reply: EMPTY, record: undefined });
		expect(message).toBe('The service has no record with this ID [item 3]');
		expect(error).toMatchObject({ context: { failureKind: 'notFound' } });
	});

	test('is not known to be done when the record cannot be read', async () => {
		const { message, advice } = await run({ reply: EMPTY, record: new Error('Down.') });
		expect(message).toBe(
			'The service sent an empty reply. Whether the record was updated is not known [item 3]',
		);
		expect(advice).toMatch(/failed, too \(Down\)/);
	});

	test('that is refused after a lost reply is done when the record shows the new values', async () => {
		const reply = failed('refused', { message: 'Alias is taken.', mayHaveActed: true });
		expect(await run({ reply, record: RECORD, hasNewValues: true })).toMatchObject({
			body: RECORD,
		});
		for (const given of [
			{ record: RECORD, hasNewValues: false },
			{ record: RECORD, hasNewValues: undefined },
			{ record: undefined, hasNewValues: true },
			{ record: new Error('Down.') },
		])
			expect((await run({ reply, ...given })).message).toBe('Alias is taken. [item 3]');
	});

	test.each([
		['refused at once', failed('refused', { message: 'No.' })],
		['not found after a lost reply', failed('notFound', { message: 'No.', mayHaveActed: true })],
	])('that is %s is not read', async (_, reply) => {
		const given = { reply, record: RECORD, hasNewValues: true };
		expect(await run(given)).toMatchObject({ message: 'No. [item 3]', reads: 0 });
	});
});

describe('An assignment', () => {
	const request = { method: 'POST' as const, url: '/api/campaign/1/assign/2' };
	const assign = async (message: string, mayHaveActed: boolean) => {
		const service = stubService(() => failed('refused', { message, mayHaveActed }));
		return await assignRecord({ service, request, item: 3 });
	};

	test('is done when the service says "already" after a lost reply', async () => {
		const message = 'The link is Already in the campaign';
		expect(await assign(message, true)).toEqual({ message });
	});

	test.each([
		['says "already" at once', 'It is already there.', false],
		['says something else after a lost reply', 'Not found.', true],
	])('has failed when the service %s', async (_, message, mayHaveActed) => {
		await expect(assign(message, mayHaveActed)).rejects.toThrow(`${message} [item 3]`);
	});
});

describe('A deletion', () => {
	const request = { method: 'DELETE' as const, url: '/api/campaign/7/delete' };
	const source = { path: '/api/campaigns/7', inList: { list: LISTS.campaigns, id: '7' } };
	const THERE = [{ id: 6 }, { id: '7' }];
	const GONE = [{ id: 6 }, { id: 77 }];

	const run = async (reply: StubReply, records: IDataObject[] | StubReply = GONE) => {
		const service = stubService(({ method }) => {
			if (method === 'DELETE') return reply;
			return Array.isArray(records) ? listReply('campaigns', records, { maxpage: 1 }) : records;
		});
		const done = await outcomeOf(deleteRecord({ service, request, item: 3 }, source));
		return { ...done, requests: service.requests.map(({ method }) => method) };
	};

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

	test('that is refused at once is not looked for', async () => {
		const { message, requests } = await run(failed('refused', { message: 'No' }));
		expect([message, requests]).toEqual(['No [item 3]', ['DELETE']]);
	});

	test('is not known to be done when the list cannot be read', async () => {
		const { message, advice } = await run(
			failed('lostReply', { retry: 'ifRepeatable', message: 'Lost..', advice: 'Look there.' }),
			failed('unavailable', { message: 'Down.' }),
		);
		expect(message).toBe('Lost. Whether the record was deleted is not known [item 3]');
		expect(advice).toMatch(/failed, too \(Down\)\. Look there\./);
	});

	test('that fails with HTTP 500 on every try proves nothing: the record may never have existed', async () => {
		const failure = { retry: 'ifRepeatable', message: 'Broken', mayHaveActed: true } as const;
		const { message, advice, error } = await run(failed('unavailable', failure));
		expect(message).toBe('The service has no record with this ID [item 3]');
		expect(advice).toMatch(/\(Broken\).*Check the ID/);
		expect(error).toMatchObject({ context: { failureKind: 'notFound' } });
	});
});
