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
	type SentRequest,
	type StubReply,
	stubService,
} from '../../support/stubService';

describe('A record shows the values that were sent', () => {
	test.each([
		['another case, as services capitalize names', 'spring sale', 'Spring sale'],
		['the number 1 for true', true, 1],
		['the text "0" for false', false, '0'],
		['an address without its scheme', 'https://example.com', 'example.com'],
	])('as %s', (_, sent, shown) => {
		expect(showsNewValues({ name: shown }, { name: sent })).toBe(true);
	});

	test.each([
		['2 for true', true, 2],
		['1 for the text "true"', 'true', 1],
	])('but not as %s', (_, sent, shown) => {
		expect(showsNewValues({ name: shown }, { name: sent })).toBe(false);
	});

	test('only where every field does', () => {
		const record = { id: 1, name: 'Spring', color: '#ff0000' };
		expect(showsNewValues(record, { name: 'Spring', color: '#ff0000' })).toBe(true);
		expect(showsNewValues(record, { name: 'Spring', color: '#00ff00' })).toBe(false);
	});

	test('in the fields that it has; lists and objects say nothing', () => {
		const record = { name: 'Spring', geo: { a: 1 }, tags: 'x' };
		expect(showsNewValues(record, { name: 'Spring', password: 'x' })).toBe(true);
		expect(showsNewValues(record, { name: 'Spring', geo: 'text', tags: ['y'] })).toBe(true);
		expect(showsNewValues(record, { geo: 'text', tags: ['y'], password: 'x' })).toBeUndefined();
		expect(showsNewValues(record, {})).toBeUndefined();
	});
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

	test('gives the reply of the service, and may be answered with nothing', async () => {
		const { options, ...outcome } = await run({ reply: good({ message: 'Done.' }) });
		expect(outcome).toMatchObject({ body: { error: 0, message: 'Done.' }, reads: 0 });
		expect(options).toEqual({ item: 3, mayBeEmpty: true });
	});

	test('is not read again when the reply names the record, as it should', async () => {
		const given = { reply: good({ id: 5 }), repliesWithRecord: true };
		expect(await run(given)).toMatchObject({ body: { id: 5 }, reads: 0 });
	});

	test('that gets a reply without the record that it should name is judged by reading the record', async () => {
		const given = { reply: good({ message: 'OK.' }), repliesWithRecord: true, record: RECORD };
		const done = { body: RECORD, reads: 1, requests: 1, compared: { url: 'x' } };
		expect(await run({ ...given, hasNewValues: true })).toMatchObject(done);
		expect(await run({ ...given, hasNewValues: undefined })).toMatchObject(done);
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
	const source = { path: '/api/campaigns/7', inList: { list: LISTS.campaigns, id: '7' } };
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
		const done = await outcomeOf(deleteRecord({ service, request, item: 3 }, source));
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
