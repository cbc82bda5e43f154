/** Create or Update: what the node remembers of what it sent, and when it sends it once more. */
import { type IDataObject, ObservableObject } from 'n8n-workflow';

import { SentRow } from '../../../nodes/LinkManagement/operations/links/sent';
import { runNotesOf } from '../../../nodes/LinkManagement/operations/output/notes';
import { good, newKey, stubService } from '../../support/stubService';
import { useVirtualClock } from '../../support/virtual/clock';
import { itemCall } from './itemCall';

useVirtualClock('2030-01-31T10:00:00Z');

const LINK = { id: 7, alias: 'spring', shorturl: 'https://sho.rt/spring' };
const VALUES = { url: 'https://example.com/a', campaign: 3, password: 'secret' };
const shows = (longurl: string) => ({ ...LINK, longurl });

interface World {
	/** The node's static data. */
	stored?: IDataObject;
	mode?: string;
	key?: ReturnType<typeof newKey>;
	node?: string;
}

/** One run. With the same key object, it is in the same process. */
function runIn({ stored, mode = 'trigger', key = newKey(), node = 'node' }: World = {}) {
	const data = ObservableObject.create(stored ?? {}) as unknown as IDataObject;
	const call = itemCall(stubService(() => good(), { key }));
	const caller = { getMode: () => mode, getWorkflowStaticData: () => data };
	const own = { ...call, caller: caller as never, run: { items: 1 } };
	const row = (name = 'alias /spring') =>
		new SentRow({ ...own, node: { ...call.node, id: node } }, name);
	return { row, data, run: own.run, copy: () => JSON.parse(JSON.stringify(data)) as IDataObject };
}

/** What a run does with a row whose link shows a URL: it decides, and sends if it must. */
function decide(row: SentRow, longurl: string, values: IDataObject = VALUES): string {
	const link = shows(longurl);
	const { comparison, isSent, warning } = row.decide(link, {
		...{ values, isDryRun: false, sendsAll: false },
	});
	if (isSent) {
		row.forget(link, values);
		row.note(link, values, comparison.shown);
	}
	return isSent ? 'sent' : (warning ?? 'unchanged');
}

test.each<[string, string[], string[]]>([
	['takes the values', ['old', 'a', 'a'], ['sent', 'unchanged', 'unchanged']],
	['does nothing', ['old', 'old', 'old'], ['sent', 'sent', 'old']],
	[
		'stores http for https, and a colleague changes it later',
		['old', 'http', 'http', 'other', 'http', 'http'],
		['sent', 'unchanged', 'unchanged', 'sent', 'unchanged', 'unchanged'],
	],
	[
		'stores something else, and a colleague changes it later',
		['old', 'cut', 'cut', 'cut', 'other', 'cut', 'cut'],
		['sent', 'sent', 'cut', 'cut', 'sent', 'sent', 'cut'],
	],
])('a service that %s: %j', (_, shown, expected) => {
	const urls: Record<string, string> = {
		a: VALUES.url,
		old: 'https://example.com/old',
		http: 'http://example.com/a',
		cut: 'https://example.com/',
		other: 'https://elsewhere.example/',
	};
	for (const world of [{ key: newKey() }, {}]) {
		let stored: IDataObject = {};
		const done = shown.map((name) => {
			const run = runIn({ ...world, stored });
			const result = decide(run.row(), urls[name]!);
			stored = run.copy();
			return result;
		});
		expect(done.map((one, n) => one.includes(`leads to ${urls[shown[n]!]},`) || one)).toEqual(
			expected.map((one) => one in urls || one),
		);
	}
});

test('another value of the row is sent, and a link that has it all already is not', () => {
	const key = newKey();
	const next = () => runIn({ key }).row();
	expect(decide(next(), VALUES.url)).toBe('sent');
	expect(decide(next(), VALUES.url)).toBe('unchanged');
	expect(decide(next(), VALUES.url, { ...VALUES, campaign: 4 })).toBe('sent');
	expect(decide(next(), VALUES.url, { url: VALUES.url })).toBe('unchanged');
});

test('production runs know it in another process, manual runs in this one', () => {
	const production = runIn();
	production.row().note(LINK, VALUES);
	expect(production.row().has(LINK, VALUES)).toBe(true);
	const elsewhere = runIn({ stored: production.copy() });
	expect(elsewhere.row().has(LINK, { ...VALUES })).toBe(true);
	expect(elsewhere.data.__dataChanged).toBeFalsy();
	expect(runIn({ stored: production.copy(), mode: 'manual' }).row().has(LINK, VALUES)).toBe(false);
	const key = newKey();
	const manual = runIn({ key, mode: 'manual' });
	manual.row().note(LINK, VALUES);
	expect(manual.copy()).toEqual({});
	expect(runIn({ key, mode: 'manual' }).row().has(LINK, VALUES)).toBe(true);
});

test('of two processes, the newer entry counts', () => {
	const here = newKey();
	runIn({ key: here }).row().note(LINK, VALUES);
	jest.setSystemTime(Date.now() + 2_000);
	const worker = runIn();
	const changed = { ...VALUES, campaign: 4 };
	worker.row().note(LINK, changed);
	const row = runIn({ key: here, stored: worker.copy() }).row();
	expect([row.has(LINK, changed), row.has(LINK, VALUES)]).toEqual([true, false]);
	jest.setSystemTime(Date.now() + 2_000);
	runIn({ key: here }).row().note(LINK, VALUES);
	expect(runIn({ key: here, stored: worker.copy() }).row().has(LINK, VALUES)).toBe(true);
});

test('two nodes, rows and links are told apart', () => {
	const key = newKey();
	runIn({ key }).row().note(LINK, VALUES);
	expect(runIn({ key, node: 'other' }).row().has(LINK, VALUES)).toBe(false);
	expect(runIn({ key }).row('alias /summer').has(LINK, VALUES)).toBe(false);
	expect(
		runIn({ key })
			.row()
			.has({ ...LINK, id: 8 }, VALUES),
	).toBe(false);
	expect(runIn({ key }).row().id).toBe('7');
});

test('stores no value, and nothing that can be compared without the key or shows equal passwords', () => {
	const stored = (key: string, id = 7) => {
		const { row, copy } = runIn({ key: newKey(key) });
		row().note({ ...LINK, id }, VALUES);
		return Object.entries(copy().sentRows as IDataObject)[0]!;
	};
	const [[name, entry], [, other]] = [stored('one'), stored('one', 8)];
	expect(`${name} ${String(entry)}`).not.toMatch(/secret|spring|example/);
	expect(stored('two')[0]).not.toBe(name);
	expect(String(entry).slice(6, 14)).not.toBe(String(other).slice(6, 14));
	expect(`${name}${String(entry)}`.length).toBeLessThan(32);
});

test('remembers 50,000 rows: those of this run first, and the hint says when they are too many', () => {
	const before = runIn();
	for (let n = 0; n < 50_000; n++) before.row(`row ${n}`).note(LINK, VALUES);
	const next = runIn({ stored: before.copy() });
	for (let n = 0; n < 600; n++) next.row(`new ${n}`).note(LINK, VALUES);
	const count = ({ data }: typeof next) => Object.keys(data.sentRows as IDataObject).length;
	expect(count(next)).toBeLessThanOrEqual(50_000);
	expect(next.row('new 0').has(LINK, VALUES)).toBe(true);
	expect(runNotesOf(next.run).sentences()).toEqual([]);
	const all = runIn();
	for (let n = 0; n < 50_010; n++) all.row(`row ${n}`).note(LINK, VALUES);
	expect(count(all)).toBe(50_000);
	expect(runNotesOf(all.run).sentences()).toEqual([
		expect.stringContaining('more than 50,000 rows'),
	]);
});

test('the order of the columns does not matter, nor how many digits the ID of the link has', () => {
	const world = { key: newKey() };
	const link = { ...shows(VALUES.url), id: 1234 };
	runIn(world).row().note(link, VALUES);
	const reversed = Object.fromEntries(Object.entries(VALUES).reverse());
	const sends = (values: IDataObject) =>
		runIn(world).row().decide(link, { values, isDryRun: false, sendsAll: false }).isSent;
	expect([sends(reversed), sends({ ...reversed, campaign: 4 })]).toEqual([false, true]);
});

test('the hint names a link that shows something else, and the warning the fields', () => {
	const run = runIn();
	const values = { metatitle: 'Sale', description: 'Note' };
	const link = { ...LINK, title: 'Other', description: '' };
	const results = [1, 2, 3].map(() => {
		const row = run.row();
		const decision = row.decide(link, { values, isDryRun: false, sendsAll: false });
		if (decision.isSent) {
			row.forget(link, values);
			row.note(link, values, decision.comparison.shown);
		}
		return decision.warning;
	});
	expect(results).toEqual([
		undefined,
		undefined,
		'The link has Meta Title Other, has no Description, but the row says something else. The row was sent twice.',
	]);
	expect(runNotesOf(run.run).sentences('needsEye')).toEqual([
		'Sent twice, and the service shows something else: https://sho.rt/spring. See "warning".',
	]);
});

test('with Send All Rows Again, a row is sent unless it gives nothing but the alias of its link', () => {
	const sends = (values: IDataObject) =>
		runIn().row().decide(shows(VALUES.url), { values, isDryRun: false, sendsAll: true }).isSent;
	expect([sends({}), sends({ custom: 'spring' })]).toEqual([false, false]);
	expect([sends({ url: VALUES.url }), sends({ custom: 'summer' })]).toEqual([true, true]);
});

test('a plan remembers nothing, and an entry in another form counts as none', () => {
	const empty = runIn();
	const firstPlan = { values: VALUES, isDryRun: true, sendsAll: false };
	expect(empty.row().decide(shows('https://example.com/old'), firstPlan).isSent).toBe(true);
	expect(empty.copy()).toEqual({});
	const run = runIn();
	decide(run.row(), 'https://example.com/old');
	const before = run.copy();
	const plan = { values: VALUES, isDryRun: true, sendsAll: false };
	expect(run.row().decide(shows('http://example.com/a'), plan).isSent).toBe(false);
	expect(run.copy()).toEqual(before);
	const [name, entry] = Object.entries(before.sentRows as IDataObject)[0]!;
	const damaged = { sentRows: { [name]: `--${String(entry)}` } };
	expect(decide(runIn({ stored: damaged }).row(), VALUES.url)).toBe('sent');
	expect(decide(runIn({ stored: before }).row(), VALUES.url)).toBe('unchanged');
});
