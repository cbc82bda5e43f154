/** Create or Update: what the node remembers of what it sent, and when it sends it once more. */
import { type IDataObject, ObservableObject } from 'n8n-workflow';

import { Sent } from '../../../nodes/LinkManagement/actions/link/sentLink';
import { LongUrl } from '../../../nodes/LinkManagement/text/longUrl';
import { good, newKey, stubService } from '../../support/stubService';
import { useVirtualClock } from '../../support/virtual/clock';
import { hintsOf, itemCall } from './itemCall';

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
	const getWorkflowStaticData = (type: string) => (type === 'node' ? data : undefined);
	const caller = { getMode: () => mode, getWorkflowStaticData } as never;
	const service = stubService(() => good(), { account: key });
	const own = itemCall(service, { caller, node: { id: node } });
	const row = (name = 'alias /spring') => new Sent(own, name);
	const copy = () => JSON.parse(JSON.stringify(data)) as IDataObject;
	return { row, data, run: own.run, call: own, copy };
}

const urlOf = ({ url, parameters }: IDataObject) => new LongUrl(url, parameters);

/** What a run does with a row whose link shows a URL or other fields: it decides, and sends if it must. */
function decide(row: Sent, shown: string | IDataObject, values: IDataObject = VALUES): string {
	const link = typeof shown === 'string' ? shows(shown) : shown;
	const { comparison, isSent, warning } = row.decide(link, {
		...{ values, longUrl: urlOf(values), sendsAll: false },
	});
	if (isSent) {
		const isFinal = row.forget(link, values);
		row.note(link, values, comparison.shown, isFinal);
	}
	return isSent ? 'sent' : (warning ?? 'unchanged');
}

test.each<[string, string[], string[]]>([
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
	[
		// No run sees the link as the table has it before the last one
		'stores what is sent, and a colleague changes it again and again',
		['other', 'a', 'other', 'a', 'other', 'other'],
		['sent', 'unchanged', 'sent', 'unchanged', 'sent', 'other'],
	],
])('a service that %s: %j', (_, shown, expected) => {
	const urls: Record<string, string> = {
		a: VALUES.url,
		old: 'https://example.com/old',
		http: 'http://example.com/a',
		cut: 'https://example.com/',
		other: 'https://elsewhere.example/',
	};
	// In one process, and in another one for each run
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

test('production runs know it in another process, manual runs in this one', () => {
	const production = runIn();
	production.row().note(LINK, VALUES);
	expect(production.row().has(LINK, VALUES)).toBe(true);
	const elsewhere = runIn({ stored: production.copy() });
	const reordered = Object.fromEntries(Object.entries(VALUES).reverse());
	expect(elsewhere.row().has(LINK, reordered)).toBe(true);
	expect(elsewhere.data.__dataChanged).toBeFalsy();
	expect(runIn({ stored: production.copy(), mode: 'manual' }).row().has(LINK, VALUES)).toBe(false);
	const key = newKey();
	const manual = runIn({ key, mode: 'manual' });
	manual.row().note(LINK, VALUES);
	expect(manual.copy()).toEqual({});
	expect(runIn({ key, mode: 'manual' }).row().has(LINK, VALUES)).toBe(true);
	expect(runIn({ key, mode: 'manual', node: 'other' }).row().has(LINK, VALUES)).toBe(false);
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

test('stores no value, and nothing that can be compared without the key or shows equal passwords', () => {
	const stored = (key: string, id = 7) => {
		const { row, copy } = runIn({ key: newKey(key) });
		row().note({ ...LINK, id }, VALUES);
		row().noteMade({ ...LINK, id }, { custom: 'spring' });
		return Object.entries(copy().sent as IDataObject)
			.flat()
			.map(String);
	};
	const [one, other, twin] = [stored('one'), stored('two'), stored('one', 8)];
	expect(one.join(' ')).not.toMatch(/secret|spring|example/);
	// IDs and times are readable: the digests are those of the values, the long URL and what was shown, and of the row and its alias
	expect([one[0], one[1]!.length, one[2]!.length, one[3]!.length]).toEqual(['7', 29, 9, 14]);
	expect(one[3]!.endsWith('7')).toBe(true);
	const digests = ([, entry, row]: string[]) => [entry!.slice(6, 14), entry!.slice(14, 22), row];
	for (const [at, digest] of digests(one).entries()) expect(digests(other)[at]).not.toBe(digest);
	expect(digests(twin).slice(0, 2)).not.toEqual(digests(one).slice(0, 2));
});

test('remembers 50,000 links with their rows: those of this run first, and the hint says when they are too many', () => {
	const noteIn = (run: ReturnType<typeof runIn>, id: number) =>
		run.row().note({ ...LINK, id }, VALUES);
	const one = runIn();
	noteIn(one, 1);
	const [entry] = Object.values(one.copy().sent as IDataObject);
	const ids = Array.from({ length: 100_000 }, (_, n) => String(n + 1));
	const entriesOf = (some: string[]) => ({
		sent: Object.fromEntries(some.map((id) => [id, entry])),
	});
	const next = runIn({ stored: entriesOf(ids) });
	for (let n = 1; n <= 600; n++) noteIn(next, 200_000 + n);
	const count = ({ data }: typeof next) => Object.keys(data.sent as IDataObject).length;
	// A thousand made room at once
	expect(count(next)).toBe(99_600);
	expect(next.row().has({ ...LINK, id: 200_001 }, VALUES)).toBe(true);
	expect(hintsOf(next.run)).toEqual([]);
	const seen = ids.slice(0, -5);
	const all = runIn({ stored: entriesOf(seen) });
	for (const id of seen) all.run.sent.seen.add(id);
	for (let n = 99_990; n <= 100_010; n++) noteIn(all, n);
	expect(count(all)).toBe(100_000);
	expect(hintsOf(all.run)).toEqual([expect.stringContaining('50,000 links')]);
});

test('the hint names a link that shows something else, and the warning the fields', () => {
	const run = runIn();
	const values = { metatitle: 'Sale', description: 'Note' };
	const link = { ...LINK, title: 'Other', description: '' };
	const results = [1, 2, 3].map(() => decide(run.row(), link, values));
	expect(results).toEqual([
		'sent',
		'sent',
		'The link has Meta Title Other, has no Description, but the row says something else. The row was sent twice.',
	]);
	expect(run.run.summary.toSee()).toEqual([
		'Sent twice, and the service shows something else: https://sho.rt/spring. See "warning".',
	]);
});

test('a plan remembers nothing, and an entry in another form counts as none', () => {
	const empty = runIn();
	const planned = ({ call }: ReturnType<typeof runIn>) => new Sent(call, 'alias /spring', true);
	const plan = { values: VALUES, longUrl: urlOf(VALUES), sendsAll: false };
	expect(planned(empty).decide(shows('https://example.com/old'), plan).isSent).toBe(true);
	planned(empty).noteMade(LINK, { custom: 'spring' });
	// Nor does a run remember a link without an ID
	empty.row().noteMade({ shorturl: LINK.shorturl }, { custom: 'spring' });
	empty.row().note({ shorturl: LINK.shorturl }, VALUES);
	expect(empty.copy()).toEqual({});
	const run = runIn();
	decide(run.row(), 'https://example.com/old');
	const before = run.copy();
	expect(planned(run).decide(shows('http://example.com/a'), plan).isSent).toBe(false);
	expect(run.copy()).toEqual(before);
	const [name, entry] = Object.entries(before.sent as IDataObject)[0]!;
	const damaged = { sent: { [name]: `--${String(entry)}` } };
	expect(decide(runIn({ stored: damaged }).row(), VALUES.url)).toBe('sent');
	expect(decide(runIn({ stored: before }).row(), VALUES.url)).toBe('unchanged');
});
