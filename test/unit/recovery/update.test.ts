/** Whether an update, an assignment or a deletion was done, where the answer does not tell. */
import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../../nodes/LinkManagement/client/endpoints';
import type { FailureKind } from '../../../nodes/LinkManagement/errors';
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

const lostBefore = (message: string, kind: 'refused' | 'notFound' = 'refused') =>
	failed(kind, { message, mayHaveActed: true });

describe('An update', () => {
	const RECORD = { id: 5, url: 'x' };
	const EMPTY = failed('emptyReply', { message: 'The service sent an empty reply (HTTP 204)' });
	const UNCLEAR = good({ msg: 'Saved..' });
	const TAKEN = lostBefore('Alias is taken.');

	interface Row {
		reply: StubReply;
		/** What reading the record gives. */
		record?: IDataObject | Error;
		hasNewValues?: boolean;
		/** What users read, or nothing when the update is done. */
		message: string;
		advice?: RegExp;
		kind?: FailureKind;
		reads?: number;
	}

	test.each<Row>([
		{ reply: UNCLEAR, record: RECORD, hasNewValues: true, message: '' },
		{ reply: UNCLEAR, record: RECORD, message: '' },
		...[
			{ reply: UNCLEAR, advice: /^The service answered "Saved", and/ },
			{ reply: good(), advice: /^The service sent an empty reply, and/ },
			{ reply: EMPTY, advice: /^The service sent an empty reply, and/ },
		].map((row) => ({
			...row,
			...{ record: RECORD, hasNewValues: false, kind: 'refused' as const },
			message: 'The service did not save all new values [item 3]',
		})),
		{ reply: EMPTY, message: 'The service has no record with this ID [item 3]', kind: 'notFound' },
		{
			...{ reply: EMPTY, record: new Error('Down.') },
			message:
				'The service sent an empty reply. Whether the record was updated is not known [item 3]',
			advice: /failed, too \(Down\)/,
		},
		// The reply to an earlier try was lost
		{ reply: TAKEN, record: RECORD, hasNewValues: true, message: '' },
		...[
			{ record: RECORD, hasNewValues: false },
			{ record: RECORD },
			{ hasNewValues: true },
			{ record: new Error('Down.') },
		].map((row) => ({ reply: TAKEN, message: 'Alias is taken. [item 3]', ...row })),
		...[failed('refused', { message: 'No.' }), lostBefore('No.', 'notFound')].map((reply) => ({
			...{ reply, record: RECORD, hasNewValues: true, message: 'No. [item 3]', reads: 0 },
		})),
	])('is done, or says what is not: %j', async ({ reply, record, hasNewValues, ...row }) => {
		const service = stubService(() => reply);
		let reads = 0;
		let compared: unknown;
		const check = {
			find: async () => {
				reads++;
				return record instanceof Error ? await Promise.reject(record) : record;
			},
			hasNewValues: (_: IDataObject, body: IDataObject) => {
				compared = body;
				return hasNewValues;
			},
			repliesWithRecord: true,
		};
		const body = { url: 'x' };
		const request = { method: 'PUT' as const, url: '/api/url/5/update', body };
		const done = await outcomeOf(updateRecord({ service, request, item: 3 }, check));
		expect([done.message, reads]).toEqual([row.message, row.reads ?? 1]);
		expect(done.result).toEqual(row.message === '' ? RECORD : undefined);
		if (row.message === '') expect(compared).toEqual(body);
		if (row.advice) expect(done.advice).toMatch(row.advice);
		if (row.kind) expect(done.error).toMatchObject({ context: { failureKind: row.kind } });
		expect(service.requests).toMatchObject([{ options: { item: 3, mayBeEmpty: true } }]);
	});
});

const ALREADY = 'The link is Already in the campaign';
test.each([
	[lostBefore(ALREADY), { message: ALREADY }],
	[failed('refused', { message: 'It is already there.' }), 'It is already there. [item 3]'],
	[lostBefore('Not found.'), 'Not found. [item 3]'],
])(
	'an assignment is done when the service says "already" after a lost reply: %j',
	async (...row) => {
		const [reply, done] = row;
		const request = { method: 'POST' as const, url: '/api/campaign/1/assign/2' };
		const service = stubService(() => reply);
		const { result, message } = await outcomeOf(assignRecord({ service, request, item: 3 }));
		expect(result ?? message).toEqual(done);
	},
);

const THERE = [{ id: 6 }, { id: '7' }];
const GONE = [{ id: 6 }, { id: 77 }];
const LOST = { retry: 'ifRepeatable', message: 'Lost..', advice: 'Look there.' } as const;
const NO_RECORD = 'The service has no record with this ID [item 3]';

test.each<[StubReply, list: IDataObject[] | StubReply, message: string, advice?: RegExp]>([
	[failed('lostReply', LOST), GONE, ''],
	[failed('invalidJson', LOST), GONE, ''],
	[failed('unavailable', { ...LOST, late: true }), GONE, ''],
	[lostBefore('As it was said'), GONE, ''],
	[lostBefore('As it was said'), THERE, 'As it was said [item 3]'],
	[
		failed('lostReply', LOST),
		failed('unavailable', { message: 'Down.' }),
		'Lost. Whether the record was deleted is not known [item 3]',
		/failed, too \(Down\)\. Look there\./,
	],
	// The record may never have existed
	[failed('unavailable', { ...LOST, mayHaveActed: true }), GONE, NO_RECORD, /\(Lost.*Check the ID/],
	[failed('refused', { message: 'No' }), GONE, 'No [item 3]'],
])('a deletion answered with %j is done, or says what is not', async (reply, list, ...told) => {
	const [message, advice = /^/] = told;
	const service = stubService(({ method }) => {
		if (method === 'DELETE') return reply;
		return Array.isArray(list) ? listReply('campaigns', list, { maxpage: 1 }) : list;
	});
	const request = { method: 'DELETE' as const, url: '/api/campaign/7/delete' };
	const source = { path: '/api/campaigns/7', inList: { list: LISTS.campaigns, id: '7' } };
	const done = await outcomeOf(deleteRecord({ service, request, item: 3 }, source));
	expect([done.result, done.message]).toEqual([message === '' ? {} : undefined, message]);
	expect(done.advice).toMatch(advice);
	if (message === NO_RECORD)
		expect(done.error).toMatchObject({ context: { failureKind: 'notFound' } });
	const isLookedFor = service.requests.length > 1;
	expect(isLookedFor).toBe(!message.startsWith('No '));
});
