/** The sentences of the hints: what a run counted, and why items failed. */
import type { INode } from 'n8n-workflow';

import { invalidInput } from '../../../nodes/LinkManagement/errors';
import { Reasons } from '../../../nodes/LinkManagement/run/reasons';
import {
	type PlannedKind,
	type Summary,
	warningSentences,
} from '../../../nodes/LinkManagement/run/summary';
import { plainText } from '../../../nodes/LinkManagement/text/plainText';
import { itemName, pairInWords, valueWarning } from '../../../nodes/LinkManagement/text/sentences';
import { hintsOf, newRun } from '../actions/itemCall';

const ODD = valueWarning('is odd');
const OLD = valueWarning('is old');
const COUNTED = valueWarning('counts', { isOnlyCounted: true });
const NOTHING = valueWarning('counts', {
	isOnlyCounted: true,
	sentence: (values) => `${values.length} × ${values[0]}.`,
});

/** What a run notes that has so many of each. */
function note(s: Summary, ...names: string[]) {
	const count = names.length;
	for (const [item, name] of names.entries()) {
		s.addRow(item, 'created');
		for (const set of [s.existingLinks, s.existingCodes, s.replacedColumns]) set.add(name).add('a');
		s.assumedDomains.set(`${name}.example`, item === 0);
	}
	s.addHeadings(names, ['row_number', ...names], plainText);
	const warnings = [ODD, COUNTED, OLD].map((warning) => ({ label: '', value: 'v', warning }));
	for (const value of names) s.addWarnings([...warnings, { ...warnings[0]!, value }], plainText);
	s.addWarnings([{ ...warnings[1]!, counted: 'host' }], plainText);
	s.takenById.push(...names);
	Object.assign(s.createdMissing, { campaigns: names, channels: names });
	Object.assign(s, { otherAliases: count, otherDomains: count, codesMissing: count });
	Object.assign(s, { imagesMissing: count, readings: count, sentForHidden: count });
	s.matchColumnMissing = 'ID';
	s.serviceOffsets.add('UTC+02:00');
}

const OFFSET =
	'The service writes its dates in UTC+02:00, and Time Zone in the credential says another one. Set it to the zone of the service.';
const MATCHED =
	'Links are matched on ID, and the table has no column for it, so each row counts as a new link.';

/** `{one|several}` stands for what is said of one and of several. */
const SENTENCES = [
	'{1|2} created, 0 updated, 0 unchanged.',
	'{1 link|2 links} existed already; {its|their} other fields were not changed. To change them, use Create or Update.',
	'{1 QR code|2 QR codes} existed already and {was|were} not changed. To change {it|them}, use Update.',
	'No record has a name that was given, so the one with this ID was taken: a{|, b}.',
	...[MATCHED, OFFSET],
	'{1 link|2 links} got another alias than requested: see "warning".',
	'{1 link|2 links} got another domain than requested: see "warning".',
	'{1 link has|2 links have} no QR code: see "warning".',
	'{1 QR code has|2 QR codes have} no image: see "imageMissing".',
	'{1 item has|2 items have} a value that is odd: v, a{|, v, b}.',
	'{1 item has|2 items have} a value that is old: v.',
	'{1 campaign was|2 campaigns were} created: a{|, b}.',
	'{1 channel was|2 channels were} created: a{|, b}.',
	'{1 request|2 requests} read what the updates sent along.',
	'Headings that were taken for columns: a{|, b}.',
	'Not columns of a link, and ignored: a{|, b}.',
	'Columns that the record replaced came out under other names: a{|, b}.',
	'{1 link was|2 links were} updated only because of fields that no reading shows, which are sent once.',
	'a.example was taken for the default domain, because all links that were read are there. Set Default Domain in the credential if it is another one.',
	'{|b.example was taken for the default domain, because it is the only host of links that is no domain of the account. Set Default Domain in the credential if it is another one.}',
	'{2|3} items have a value that counts: v, host.',
];

test.each([[['a']], [['a', 'b']]])('what a run counts has a sentence each, for %j', (names) => {
	const run = newRun(3);
	note(run.summary, ...names);
	const told = SENTENCES.map((text) => text.replace(/\{(.*?)\|(.*?)\}/g, `$${names.length}`));
	expect(hintsOf(run)).toEqual(told.filter((text) => text !== ''));
});

test.each<[PlannedKind[], number, string]>([
	[['create'], 2, 'create 1, update 0, and leave 2 as they are.'],
	[
		['again', 'update'],
		0,
		'create 0, update 1, send 1 again (this n8n does not remember what it sent for fields that the service does not show), and leave 0 as they are.',
	],
])('the plan %j of a run with %i other rows is told', (kinds, others, told) => {
	const { summary } = newRun(3);
	expect(summary.counts()).toEqual([]);
	summary.plan = new Map();
	expect(summary.counts()).toEqual([]);
	for (const [item, kind] of kinds.entries()) summary.plan.set(item, kind);
	for (let item = 0; item < kinds.length + others; item++) summary.addRow(item, 'none');
	Object.assign(summary.plannedMissing, { campaigns: ['Spring', 'Fall', 'fall ', 'FALL'] });
	const sentence = `Nothing was changed. The run would ${told}`;
	const missing = 'It would create 2 campaigns: Fall (3 rows), Spring (1 row).';
	expect(summary.counts()).toEqual([sentence, missing]);
	summary.sendsAll = true;
	expect(summary.counts()[0]).toBe(
		sentence.replace(/\(this n8n.*show\)/, '(Send All Rows Again is on)'),
	);
});

const node = { id: 'node', name: 'Node', type: '' } as INode;

type Failure = [item: number, label: string, problem: string, name?: string, more?: string];

/** The lines about items that failed because of a value, and the names that no record has. */
function linesOf(failures: Failure[], maxLength = 1_000) {
	const reasons = new Reasons();
	for (const [item, label, problem, name, more = ''] of failures) {
		const unknown = name === undefined ? undefined : { what: 'no campaign is called', name, more };
		reasons.add(
			itemName(item),
			invalidInput({ label, node, item }, problem, 'Correct it.', unknown),
		);
	}
	return reasons.lines(maxLength, 20);
}

test('a reason quotes two values, and counts the items with others', () => {
	const values = ['a is wrong', 'b is wrong', 'a is wrong', 'c is wrong', 'd is wrong'];
	const failures = values.map((value, item): Failure => [item, 'Date', value]);
	expect(linesOf([...failures, [4, 'Date', 'e is wrong']])).toEqual([
		'Items 0–4 · Date: a is wrong, b is wrong, and so on for 2 other items. Correct it.',
	]);
});

test('unknown names come with their rows, the most frequent first, and what is close', () => {
	const name = (item: number, name: string, more?: string): Failure => [
		...([item, 'Campaign', `no campaign is called "${name}"`, `"${name}"`, more] as const),
	];
	expect(linesOf([name(0, 'Sprng')])).toEqual([
		'Item 0 · Campaign: no campaign is called "Sprng". Correct it.',
	]);
	expect(
		linesOf([
			name(0, 'Sprng', 'the closest is "Spring"'),
			name(1, 'Fall'),
			name(2, 'FALL'),
			name(2, 'fall'),
		]),
	).toEqual([
		'Items 0, 1, 2 · Campaign: no campaign is called "Fall" (2 rows), "Sprng" (1 row; the closest is "Spring"). Correct it.',
	]);
	expect(linesOf([name(0, 'Fall'), name(1, 'FALL')])).toEqual([
		'Items 0, 1 · Campaign: no campaign is called "Fall" (2 rows). Correct it.',
	]);
	const many = Array.from({ length: 12 }, (_, item) => name(item, `n${item}`));
	expect(linesOf(many)[0]).toMatch(/"n9" \(1 row\) and 2 other names\. Correct it\.$/);
});

test('reasons that are too many, or too long, are counted', () => {
	const reasons = (count: number) =>
		Array.from({ length: count }, (_, n): Failure => [n, `Field ${n}`, 'is wrong']);
	const [first, ...others] = linesOf(reasons(3), 70);
	expect([first, ...others]).toEqual([
		'Item 0 · Field 0: is wrong. Correct it.',
		'And 2 more reasons.',
	]);
	expect(linesOf(reasons(2), 5)).toEqual([first, 'And 1 more reason.']);
	expect(linesOf(reasons(2), 2 * first!.length)[1]).toMatch(/^Item 1/);
	expect(linesOf(reasons(101), 1e6)).toHaveLength(100);
	expect(linesOf([...reasons(100), [100, 'Field 7', 'is wrong']], 1e6)[0]).toMatch(
		/^Items 7, 100 · Field 7/,
	);
});

test('many warnings of one kind about an item are one sentence, and few are said one by one', () => {
	const none = (count: number) =>
		Array.from({ length: count }, (_, n) => ({
			...{ label: `Field ${n}`, value: '"none"', warning: NOTHING },
		}));
	const odd = { label: 'Alias', value: 'x', warning: ODD };
	expect(warningSentences([...none(2), odd])).toEqual([
		...['Alias: x is odd.', 'Field 0: "none" counts.', 'Field 1: "none" counts.'],
	]);
	expect(warningSentences([odd, ...none(4)])).toEqual([...['Alias: x is odd.', '4 × "none".']]);
});

test('two items are named in the order of the table, without what they are known by', () => {
	const [one, other] = [itemName(3, {}, 'spring'), itemName(17, {}, 'fall')];
	expect(pairInWords(other, one)).toBe('items 3 and 17');
});
