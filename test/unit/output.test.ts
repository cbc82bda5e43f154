/**
 * What comes out of replies: the declared types, whatever the service sent; and items: the fields of the input, failed items,
 * and long lists that do not block the event loop.
 */
import { type IDataObject, type INode, NodeOperationError } from 'n8n-workflow';

import { named } from '../../nodes/LinkManagement/actions/campaign';
import { data, message, record, statistics } from '../../nodes/LinkManagement/actions/reply';
import { inSlices } from '../../nodes/LinkManagement/client/wait';
import {
	invalidInput,
	Problems,
	reasonInWords,
	toNodeError,
} from '../../nodes/LinkManagement/errors';
import { failedItem, pairedItems } from '../../nodes/LinkManagement/run/output';
import { Summary } from '../../nodes/LinkManagement/run/summary';
import { plainTextWithout } from '../../nodes/LinkManagement/text/plainText';
import { outcomeOf } from '../support/stubService';

const OUTPUT = { id: 'integer', clicks: 'integer', name: 'string', public: 'boolean' } as const;

const typed = (sent: object) => record(OUTPUT).record({ ...sent });

test('texts come out in the declared type', () => {
	const sent = { id: '12', clicks: '1,234', public: '1' };
	expect(typed(sent)).toEqual({ id: 12, clicks: 1234, public: true });
	expect(typed({ public: 'False' })).toEqual({ public: false });
});

test.each([
	...[{ id: null }, { id: '' }, { id: '12345678901234567890' }, { clicks: '1,23' }],
	...[{ public: 'perhaps' }, { public: '10' }, { public: '01' }],
	...[{ name: '12' }, { undeclared: '12' }],
])('%j is no text of the declared type, and comes out as it was sent', (sent) => {
	expect(typed(sent)).toEqual(sent);
});

const CHANNEL = { name: '7', description: '', color: '#3366ff' };

test.each([
	[{ msg: 'Done', success: '1' }, { message: 'Done' }],
	[{ message: null }, { message: '' }],
	[
		{ ...CHANNEL, id: '12', starred: '1' },
		{ ...CHANNEL, id: 12, starred: true, message: '' },
	],
])('the message %j, or a record in its place, comes out as %j', (sent, json) => {
	expect(message.record({ error: 0, ...sent })).toEqual({ success: true, ...json });
});

describe('Statistics', () => {
	const newReply = () => statistics({ id: 'integer', scans: 'integer', date: 'string' });
	const body = {
		error: '0',
		id: '7',
		details: { id: '7', scans: '1,002', clicks: 'many', topOs: 'a field of the details' },
		data: { clicks: '1,234', uniqueClicks: '9', topOs: { Windows: '34', Linux: '1,200' } },
	};

	test('numbers sent as text come out as numbers, also with a comma, and all of them are declared', () => {
		const reply = newReply();
		const json = reply.record({ ...body, data: { ...body.data, date: '2030-01-31' } }, 'simple');
		expect(Object.keys(reply.output).sort()).toEqual(Object.keys(json).sort());
		expect(json).toEqual({
			id: 7,
			scans: 1002,
			date: '2030-01-31',
			clicks: 1234,
			uniqueClicks: 9,
			topCountry: '',
			topReferrer: '',
			topBrowser: '',
			topOperatingSystem: 'Linux',
			topCountries: {},
			topReferrers: {},
			topBrowsers: {},
			topOperatingSystems: { Linux: 1200, Windows: 34 },
		});
	});

	test('an expiry of zeros, or an empty one, is none', () => {
		const link = statistics({ id: 'integer', expiry: 'string' });
		const shownFor = (expiry: string) =>
			link.record({ details: { id: 1, expiry }, data: {} }, 'simple').expiry;
		expect(['0000-00-00 00:00:00', ''].map(shownFor)).toEqual([null, null]);
		expect(shownFor('2030-01-31 12:00:00')).toBe('2030-01-31 12:00:00');
	});

	test.each([undefined, [], null])('%j in place of statistics are counts of 0', (figures) => {
		const sent = { details: { id: 1, clicks: '5' }, data: figures } as IDataObject;
		const counts = { id: 1, clicks: 5, uniqueClicks: 0, topCountries: {} };
		expect(newReply().record(sent, 'simple')).toMatchObject(counts);
	});

	test('details and data stay as sent where the output is raw', () => {
		const { details, data: figures } = body;
		expect(newReply().record(body, 'raw')).toEqual({ id: '7', details, data: figures });
	});

	test('a reply without its record is an error', () => {
		const account = data({ id: 'integer' });
		expect(account.record({ error: 0, data: { id: '7', error: 0 } })).toEqual({ id: 7 });
		expect(() => account.record({ error: 0, data: [] })).toThrow('a record under "data"');
		expect(() => newReply().record({ error: 0, data: {} })).toThrow('a record under "details"');
	});
});

test('a campaign has its name under "name", whatever the key that the service uses', () => {
	expect(named({ domain: 'Spring' })).toEqual({ name: 'Spring' });
	const sent = { id: 1, campaign: 'Spring', name: null, public: 1 };
	expect(named(sent)).toEqual({ id: 1, name: 'Spring', public: 1 });
	for (const asSent of [
		{ name: 'Spring', domain: 'go.example.com' },
		{ id: 1, name: null },
	])
		expect(named(asSent)).toEqual(asSent);
});

const node = { name: 'Link Management', type: 'linkManagement', parameters: {} } as INode;

/** The item of a record beside the fields of its input. */
const jsonOf = async (json: IDataObject, input: IDataObject) =>
	(await pairedItems([{ json }], 2, input, node, new Summary()))[0]!.json;

const RECORD = { id: 7, shorturl: 'x', action: 'updated', created: true, title: 'T' };

test.each<IDataObject>([
	{ id: 7, shorturl: 'x', action: 'created', created: 'TRUE' },
	{ shorturl: 'x', action: 'update', title: 'own' },
	{ shorturl: '', changes: 'Alias: – → a', action: 'create' },
])('the record replaces what an earlier run or plan gave: %j', async (input) => {
	expect(await jsonOf(RECORD, input)).toEqual(RECORD);
});

test.each<[own: IDataObject, beside: IDataObject]>([
	// An earlier run has a filled short URL, and an action of ours or a boolean "created"
	[{ id: 6, shorturl: 'y' }, { action: 'none' }],
	[{ action: 'uncreated', created: 'untrue' }, { shorturl: 'x' }],
	[{ action: 'nonesuch', created: 'truely' }, { shorturl: 'x' }],
	[{ action: 'update', created: '2024-01-05' }, { id: 7 }],
])('the words of others stay under another name: %j beside %j', async (own, beside) => {
	const renamed = Object.entries(own).map(([name, value]) => [`input_${name}`, value]);
	const kept = Object.fromEntries(renamed) as IDataObject;
	expect(await jsonOf(RECORD, { ...own, ...beside })).toEqual({ ...RECORD, ...kept });
	expect(await jsonOf(RECORD, { ...RECORD, ...kept })).toEqual({ ...RECORD, ...kept });
});

test.each([
	[{ id: 7, shorturl: 'x', title: 'of the record' }, 'shorturl,row,id,title'],
	[{ id: 7, shorturl: 'x', created: true }, 'shorturl,created,row,id'],
	[{ id: 7, shorturl: 'x', action: 'created', warning: 'w' }, 'shorturl,action,row,id,warning'],
])('the short URL of %j, and what was done, come before the row', async (record, order) => {
	const json = await jsonOf(record, { row: 1, shorturl: '', created: '' });
	const names = Object.keys(json).filter((name) => name in record || name === 'row');
	expect(names.join()).toBe(order);
});

test.each<[given: IDataObject, ofAnEarlierRun: IDataObject]>([
	[{ row: 1 }, { id: 6, shorturl: 'x', action: 'created', warning: 'old' }],
	[
		{ input_id: 'own', row: 1 },
		{ id: 6, shorturl: 'x', created: 'FALSE' },
	],
	[{ id: 'own', shorturl: 'x' }, { warning: 'old' }],
	// A table of somebody else's tool, whose link was not made yet
	[{ id: 12, shorturl: '', action: 'update' }, {}],
])('a failed item has the fields %j of its input, without %j', (given, ofAnEarlierRun) => {
	const input = { ...given, ...ofAnEarlierRun };
	const failed = failedItem('taken', node, 2, { kind: 'create' }, input);
	expect(Object.entries(failed.json)).toEqual([['error', 'taken'], ...Object.entries(given)]);
});

test.each(['id', 'shorturl'])(
	'a failed row keeps its %s, on which links are matched',
	(matchOn) => {
		const matching = { ...node, parameters: { matchOn } };
		const input = { id: 6, shorturl: 'x', action: 'created' };
		const failed = failedItem('taken', matching, 2, { kind: 'upsert' }, input);
		expect(failed.json).toEqual({ error: 'taken', [matchOn]: input[matchOn as 'id'] });
	},
);

test('the error of a failed item names all problems, each advice once', async () => {
	const problems = new Problems(node, 3);
	for (const label of ['Campaign', 'Channel'])
		await problems.try(() => {
			throw invalidInput({ label, node, item: 3 }, '"<b>" is not there', 'Check it.');
		});
	const { error, message } = await outcomeOf((async () => problems.throwIfAny())());
	expect(message).toBe('Campaign: "‹b›" is not there · Channel: "‹b›" is not there [item 3]');
	expect(reasonInWords(error as NodeOperationError, 3)).toBe(
		'Campaign: "‹b›" is not there. Check it. Channel: "‹b›" is not there.',
	);
});

test.each<[string, unknown, string]>([
	['an error', new TypeError('No <b>such</b> thing as KEY-OF-TESTS'), 'No such thing as (key)'],
	['a text', 'No <b>such</b> thing', 'No such thing'],
	['nothing', undefined, 'The reason is not known'],
])('%s that is thrown becomes an error of n8n', (_, thrown, message) => {
	const error = toNodeError(thrown, node, 3, plainTextWithout('KEY-OF-TESTS'));
	expect(error).toMatchObject({ name: 'NodeOperationError', message: `${message} [item 3]` });
	expect(error.context.itemIndex).toBe(3);
});

test('a long list is processed in slices, in order, with a turn for other work between them', async () => {
	const numbers = Array.from({ length: 25_000 }, (_, n) => n);
	let done = 0;
	const doneAtYield: number[] = [];
	const { postMessage } = MessagePort.prototype;
	const posting = jest.spyOn(MessagePort.prototype, 'postMessage');
	posting.mockImplementation(function (this: unknown, message: unknown) {
		doneAtYield.push(done);
		Reflect.apply(postMessage, this, [message]);
	});
	const doubled = await inSlices(numbers, (n) => {
		done++;
		return 2 * n;
	});
	jest.restoreAllMocks();
	expect(doneAtYield).toEqual([10_000, 20_000]);
	expect(doubled).toEqual(numbers.map((n) => 2 * n));
});
