/** What the examples write into files and messages: text of visitors and colleagues stays text, wherever it is opened. */
import { createRequire } from 'node:module';

import { beforeAll, expect, test } from '@jest/globals';

import { storedExample } from '../../../sandbox/demo/example.ts';
import type { Workflow, WorkflowNode } from '../../../sandbox/n8n/client.ts';
import type { Engine, ItemReply, Json } from '../../support/engine';
import { shared } from '../../support/engine/shared';

interface Cell {
	t: string;
	v: unknown;
	f?: string;
}
interface SpreadsheetLibrary {
	read(
		content: Buffer,
		options?: { raw: boolean },
	): { SheetNames: string[]; Sheets: Record<string, Record<string, Cell>> };
}
// The library n8n writes spreadsheets with
const { read } = createRequire(require.resolve('../../../sandbox/package.json'))(
	'@e965/xlsx',
) as SpreadsheetLibrary;

let engine: Engine;
beforeAll(async () => void (engine = await shared.engine()));

const nodeOf = ({ nodes }: Workflow, named: string): WorkflowNode =>
	nodes.find(({ name }) => name === named)!;

/** The node that a node leads to. */
function nextOf(workflow: Workflow, name: string): string {
	const { main } = workflow.connections[name] as { main: Array<Array<{ node: string }>> };
	return main[0]![0]!.node;
}

/** What a node of an example gives for items. */
async function outputOf(example: Workflow, name: string, items: Json[]): Promise<ItemReply[]> {
	const { type: nodeType, typeVersion, parameters } = nodeOf(example, name);
	const { error, outputs } = await engine.run({ nodeType, typeVersion, parameters, items });
	expect(error).toBeUndefined();
	return outputs[0]!;
}
const rowsOf = async (example: string, name: string, items: Json[]): Promise<Json[]> =>
	(await outputOf(storedExample(example), name, items)).map(({ json }) => json);

/** Gives items to the node behind `first`, and runs from there to the node that makes the file. Returns its content. */
async function fileOf(workflow: Workflow, first: string, rows: Json[]): Promise<string> {
	let items = rows;
	for (let name = nextOf(workflow, first); ; name = nextOf(workflow, name)) {
		// n8n hands the items of a deactivated node on as they are
		if (nodeOf(workflow, name).disabled) continue;
		const output = await outputOf(workflow, name, items);
		const [file] = Object.values(output[0]?.binary ?? {});
		if (file) return file.base64;
		items = output.map(({ json }) => json);
	}
}

/** The cells of a file's first sheet. In a CSV, `raw` tells the library to take them as they are. */
function cellsOf(base64: string, options?: { raw: boolean }): Record<string, Cell> {
	const { SheetNames, Sheets } = read(Buffer.from(base64, 'base64'), options);
	return Sheets[SheetNames[0] ?? ''] ?? {};
}

/** Titles that a spreadsheet could take for a formula. */
const FORMULAS = [
	'=HYPERLINK("http://evil.example","Click")',
	'@SUM(1)',
	'\t=1+1',
	'\n=1+1',
	'＝1+1',
];

test('weekly-report shows markup in a title as text', async () => {
	const title = '<script>alert(1)</script> R&D "quoted" \'quoted\'';
	let [item] = await rowsOf('weekly-report', 'Escape HTML', [{ Title: title, Clicks: 12 }]);
	for (const name of ['Bars', 'Table']) [item] = await rowsOf('weekly-report', name, [item!]);
	const html = String(item!.table);
	const [, shown, clicks] = /<td [^>]*>([^<]*)<\/td><td .*<td [^>]*>(\d+)&nbsp;/.exec(html) ?? [];
	const unescaped = shown?.replace(/&#(\d+);/g, (_, code: string) =>
		String.fromCharCode(Number(code)),
	);
	expect(unescaped).toBe(title);
	expect(clicks).toBe('12');
	expect(html).not.toContain('<script');
});

test.each([
	['nightly-clicks-to-spreadsheet', 'One Row per Link and Country', 'Title'],
	['bulk-create-from-spreadsheet', 'Result Row', 'title'],
	['change-where-links-lead', 'Result Row', 'title'],
	['clean-up-links', 'Report', 'Title'],
	['table-as-the-truth', 'Report Row', 'title'],
])('%s writes titles as text, not as formulas', async (name, before, column) => {
	const rows = FORMULAS.map((title) => ({ [column]: title, Clicks: 12 }));
	const cells = cellsOf(await fileOf(storedExample(name), before, rows));
	FORMULAS.forEach((title, n) => {
		const [text, count] = [cells[`A${n + 2}`], cells[`B${n + 2}`]];
		expect(text).toMatchObject({ t: 's', v: title });
		expect(text?.f).toBeUndefined();
		expect(count).toMatchObject({ t: 'n', v: 12 });
	});
});

/** What the Code node of walk-large-account gives for the links of a slice, as n8n runs it. */
function notYetWritten(example: Workflow, links: Json[], written = ''): Json[] {
	const code = nodeOf(example, 'Not Yet Written').parameters.jsCode as string;
	const slice = { first: () => ({ json: { written } }) };
	const input = { all: () => links.map((json) => ({ json })) };
	const rows = new Function('$', '$input', code)(() => slice, input) as Array<{ json: Json }>;
	return rows.map(({ json }) => json);
}

test('walk-large-account leaves out what the last slice wrote, and no link whose ID is higher', () => {
	const links = [{ id: 9 }, { id: 8 }, { id: 12 }, { id: 7 }];
	const rows = notYetWritten(storedExample('walk-large-account'), links, '11,9,8');
	expect(rows.map(({ id }) => id)).toEqual([12, 7]);
	// The slice behind the end of the list
	expect(notYetWritten(storedExample('walk-large-account'), [{}])).toEqual([]);
});

test('walk-large-account writes titles as text, not as formulas, and leaves the rest as it is', async () => {
	const example = storedExample('walk-large-account');
	const texts = new Map([
		...FORMULAS.map((title) => [title, `'${title.replace(/[\r\n]/, ' ')}`] as const),
		// A program may end a row at a line break that is not quoted, and Excel separates columns by semicolons in some countries
		['Sale\r=1+1', 'Sale =1+1'],
		['Sale\n@SUM(1)', 'Sale @SUM(1)'],
		['Sale; =1+1', "Sale;' =1+1"],
		['Spring sale: 50 - 70 % = cheap', 'Spring sale: 50 - 70 % = cheap'],
	]);
	const links = [...texts.keys()].map((title) => ({
		...{ id: 7, shorturl: 'https://go.example.com/s7', longurl: 'https://example.com' },
		...{ title, clicks: 12 },
	}));
	const json = notYetWritten(example, links);
	const file = await fileOf(example, 'Not Yet Written', json);
	const cells = cellsOf(file, { raw: true });
	expect(links.map((_, n) => cells[`D${n + 2}`]?.v)).toEqual([...texts.values()]);
	const others = ['A2', 'C2', 'E2'].map((cell) => cells[cell]?.v);
	expect(others).toEqual(['7', 'https://example.com', '12']);
});

test('the message of link-takes-off calls nobody, whatever the title of the page is', async () => {
	const shorturl = 'https://go.example.com/a';
	const titles = [
		...['<!channel> sale', '<!here|x> @all @channel', '<users/all>', '&lt;!channel&gt;', ''],
	];
	const items = titles.map((title) => ({
		...{ title, shorturl, clicks: 100 },
		// The trigger may not know the count of before
		...(title !== '' && { difference: 7 }),
	}));
	const output = await rowsOf('link-takes-off', 'Message', items);
	const texts = output.map(({ text }) => String(text));
	expect(texts).toHaveLength(titles.length);
	expect(texts.filter((text) => /[<>]|@\w|&(?!amp;|lt;|gt;)/.test(text))).toEqual([]);
	expect(texts[3]).toContain('&amp;lt;!channel&amp;gt;');
	expect(texts[3]).toContain('100 clicks by now, 7 more than at the last look. https://');
	expect(texts[4]).toBe(`${shorturl} takes off: 100 clicks by now. ${shorturl}`);
});

test('the message of feed-to-chat calls nobody, and has the long address where there is no short one', async () => {
	const link = 'https://www.example.com/new';
	const place = { name: 'team', webhook: 'https://chat.example.com/hooks/1' };
	const items = [
		{ title: '<!channel> @all R&D', link, place, shorturl: 'https://go.example.com/a' },
		{ title: 'New', link, place, error: 'Your plan is used up.' },
	];
	expect(await rowsOf('feed-to-chat', 'Message', items)).toEqual([
		{
			webhook: place.webhook,
			text: '&lt;!channel&gt; @\u200ball R&amp;D https://go.example.com/a',
		},
		{ webhook: place.webhook, text: `New ${link}` },
	]);
});

test('each person of qr-tickets-by-email has a number of their own, which depends on the event and the secret', async () => {
	const ticketOf = async (more: Json) => {
		const person = { event: 'Party', when_and_where: 'June', secret: 'abc', Name: ' Ada', ...more };
		const [row] = await rowsOf('qr-tickets-by-email', 'Ticket', [
			{ Email: 'Ada@example.com ', ...person },
		]);
		return row!;
	};
	const ada = await ticketOf({});
	expect(ada).toMatchObject({ name: 'Ada', email: 'ada@example.com', event: 'Party' });
	expect(ada.ticket).toMatch(/^[0-9A-F]{12}$/);
	expect((await ticketOf({ Name: 'A. L.', Email: 'ada@EXAMPLE.com' })).ticket).toBe(ada.ticket);
	const others = [{ Email: 'bob@example.com' }, { event: 'Fair' }, { secret: 'abd' }];
	const tickets = await Promise.all(others.map(async (more) => (await ticketOf(more)).ticket));
	expect(new Set([ada.ticket, ...tickets])).toHaveProperty('size', 4);
});

test('change-where-links-lead says why nothing changes when the table has other headings', async () => {
	const error = 'Link: a value is required. Fill in this field.';
	const output = await rowsOf('change-where-links-lead', 'Result Row', [
		{ Link: 'spring', 'New URL': 'https://www.example.com', error },
		{ link: 'spring', new_url: '', error: 'Update Fields: a value is required.' },
		{ link: 'spring', new_url: 'https://www.example.com' },
	]);
	expect(output.map(({ result }) => result)).toEqual([
		...[error, '', 'Leads to https://www.example.com'],
	]);
});

test.each([
	['bulk-create-from-spreadsheet', 'Result Row'],
	['change-where-links-lead', 'Result Row'],
	['table-as-the-truth', 'Report Row'],
])('%s leaves rows without a link their own id, and out the one of a link', async (name, step) => {
	const link = { id: 1, shorturl: 'https://go.example.com/a', action: 'updated', input_id: 'A2' };
	const rows = [{ id: 'A1', error: 'A reason.' }, link, { id: 'A3' }];
	const output = await rowsOf(name, step, rows);
	expect(output.map(({ id, input_id, error }) => [id, input_id, error])).toEqual([
		['A1', undefined, undefined],
		[undefined, 'A2', undefined],
		['A3', undefined, undefined],
	]);
});

test('campaign-launch gives each campaign its own alias, in any script', async () => {
	const { parameters } = nodeOf(storedExample('campaign-launch'), 'Create Short Link');
	const { custom: value } = parameters.additionalFields as Json;
	const assignments = [{ id: 'alias', name: 'alias', type: 'string', value }];
	const { outputs } = await engine.run({
		...{ nodeType: 'n8n-nodes-base.set', typeVersion: 3.4 },
		parameters: { assignments: { assignments }, options: {} },
		items: ['Лето', 'Зима', 'Frühling'].map((campaign) => ({ campaign, place: 'poster' })),
	});
	expect(outputs[0]!.map(({ json }) => json.alias)).toEqual([
		...['leto-poster', 'zima-poster', 'fruhling-poster'],
	]);
});
