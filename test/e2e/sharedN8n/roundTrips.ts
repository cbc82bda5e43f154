/** The examples that take a table or a list, change something, and give a sheet back: what the sheet says is what the service holds. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { WorkflowNode } from '../../../sandbox/n8n/client.ts';
import type { Execution } from '../../../sandbox/n8n/executions.ts';
import { filesOfZip, readSpreadsheet } from '../../support/n8n/outputFiles';
import {
	exampleOf,
	installation,
	removeFaults,
	reset,
	state,
	succeeded,
	tell,
} from './installation';

const linkIds = async () => (await state()).links.map(({ id }) => id);
const shortUrl = (alias: string) => `${installation.service.url}/${alias}`;

/** Asks the service, as a colleague does. */
const ask = async (line: string, body?: object) =>
	expect(await installation.service.ask(line, body)).toMatchObject({ error: 0 });
const createLink = async (body: object) => await ask('POST /api/url/add', body);

/** The requests that change something, since the last call. */
const changes = async (): Promise<string[]> =>
	(await installation.requests())
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path }) => `${method} ${path}`);

type Nodes = Record<string, WorkflowNode>;
const file = (name: string) => join(installation.folder, name);

/** Runs the example, filled in and changed as a user does. */
async function run(
	name: string,
	trigger: string,
	files: { input?: string; output: string },
	change: (nodes: Nodes) => void = () => {},
): Promise<Execution> {
	const workflow = exampleOf(name, files);
	change(Object.fromEntries(workflow.nodes.map((node) => [node.name, node])));
	return await installation.run(workflow, trigger);
}

/** Changes a field of a Set node. */
function assign(node: WorkflowNode | undefined, name: string, value: unknown): void {
	const { assignments } = node!.parameters.assignments as {
		assignments: Array<{ name: string; value: unknown }>;
	};
	assignments.find((field) => field.name === name)!.value = value;
}

describe('change-where-links-lead', () => {
	const name = 'change-where-links-lead';
	const [input, output] = ['new-addresses.csv', 'new-addresses.xlsx'];
	const addressesOf = async () =>
		Object.fromEntries((await state()).links.map(({ alias, longurl }) => [alias, longurl]));
	const byShortUrl = ({ 'Change Link': link }: Nodes) => {
		(link!.parameters.linkId as { mode: string }).mode = 'idOrUrl';
	};

	test('every row with a new address changes its link or says why not, and the others stay', async () => {
		await reset({ links: 5 });
		const rows = [
			[shortUrl('s1'), 'First', 'https://www.example.com/new/1'],
			[shortUrl('s2'), 'Untouched', ''],
			[shortUrl('missing'), 'Unknown', 'https://www.example.com/new/3'],
			[shortUrl('s4'), 'Typo', 'n/a'],
			[shortUrl('s5'), 'Last', 'https://www.example.com/new/5'],
		];
		const table = [['link', 'name', 'new_url'], ...rows];
		// With a byte order mark, as Excel saves "CSV UTF-8"
		writeFileSync(file(input), `\uFEFF${table.map((row) => row.join(',')).join('\n')}`);
		const files = { input: file(input), output: file(output) };
		expect(await run(name, 'Start', files, byShortUrl)).toMatchObject(succeeded);

		expect(readSpreadsheet(file(output))).toEqual(
			[
				'Leads to https://www.example.com/new/1',
				'',
				expect.stringMatching(/^No link has the short URL \S+missing\. /),
				expect.stringMatching(/^Long URL: "n\/a" is not [^[]+$/),
				'Leads to https://www.example.com/new/5',
			].map((result, index) => {
				const [link, rowName, new_url] = rows[index]!;
				return { name: rowName, link, new_url, result };
			}),
		);
		expect(await addressesOf()).toEqual({
			s1: 'https://www.example.com/new/1',
			s2: 'https://www.example.com/page/2',
			s3: 'https://www.example.com/page/3',
			s4: 'https://www.example.com/page/4',
			s5: 'https://www.example.com/new/5',
		});
	});

	test('a second run in the same XLSX changes the corrected row', async () => {
		await changes();
		const correct = (nodes: Nodes) => {
			byShortUrl(nodes);
			nodes.Rows!.parameters.operation = 'xlsx';
			nodes['Change Link']!.parameters.updateFields = {
				url: "={{ $json.new_url.replace('n/a', 'https://www.example.com/new/4') }}",
			};
		};
		const files = { input: file(output), output: file(output) };
		expect(await run(name, 'Start', files, correct)).toMatchObject(succeeded);
		expect((await changes()).sort()).toEqual([1, 4, 5].map((id) => `PUT /api/url/${id}/update`));
		expect(readSpreadsheet(file(output)).map(({ result }) => result)).toEqual([
			'Leads to https://www.example.com/new/1',
			'',
			expect.stringMatching(/^No link/),
			'Leads to n/a',
			'Leads to https://www.example.com/new/5',
		]);
	});
});

describe('clean-up-links', () => {
	const output = 'clean-up.xlsx';
	const clean = async (change: (nodes: Nodes) => void = () => {}) =>
		await run('clean-up-links', 'Every Sunday', { output: file(output) }, change);
	const really = ({ Settings }: Nodes) => assign(Settings, 'dry_run', false);
	const report = (): Record<string, string[]> =>
		Object.fromEntries(
			readSpreadsheet(file(output)).map((row) => [
				row['Short URL']!.split('/').at(-1),
				[row.Reason!, row.Result!],
			]),
		);

	test('a dry run reports the links that are not needed, and deletes nothing', async () => {
		await reset({ links: 5 });
		for (const id of [1, 2]) await tell('/clicks', { id, count: 3 });
		await createLink({
			url: 'https://example.com/a',
			custom: 'gone',
			expiry: '2025-01-01 00:00:00',
		});
		await createLink({
			url: 'https://example.com/b',
			custom: 'later',
			expiry: '2099-01-01 00:00:00',
		});
		await createLink({ url: 'https://example.com/c', custom: 'fresh' });
		await changes();
		// As if this run took place years ago
		const before = ({ 'Last Click': { parameters } = {} as WorkflowNode }: Nodes) => {
			expect(parameters.jsCode).toContain('$now.toISODate()');
			parameters.jsCode = String(parameters.jsCode).replace('$now.toISODate()', "'2024-06-01'");
		};
		expect(await clean(before)).toMatchObject(succeeded);
		const dryRun = 'Would be deleted (dry run)';
		expect(report()).toEqual({
			gone: ['Expired on 2025-01-01', dryRun],
			// Clicked links count from the first run, which is years ago here
			s1: ['Not clicked since 2024-06-01', dryRun],
			s2: ['Not clicked since 2024-06-01', dryRun],
			s3: ['Never clicked since 2024-01-01', dryRun],
			s4: ['Never clicked since 2024-01-01', dryRun],
			s5: ['Never clicked since 2024-01-01', dryRun],
		});
		expect(await changes()).toEqual([]);
		expect(await linkIds()).toHaveLength(8);
	});

	test('nothing is deleted when the expiry of a link cannot be read', async () => {
		const match = { method: 'GET', path: '^/api/url/3$' };
		const body = { error: 1, message: 'Come back later.' };
		await tell('/faults', { match, times: 0, fault: { kind: 'wrongShape', body } });
		expect(await clean(really)).toMatchObject({
			status: 'error',
			error: { message: expect.stringMatching(/Come back later/) },
		});
		expect(await changes()).toEqual([]);
		await removeFaults();
	});

	test('without the dry run, what the sheet calls deleted is gone, and only that', async () => {
		await tell('/clicks', { id: 2, count: 1 });
		const match = { method: 'DELETE', path: '^/api/url/5/' };
		const body = { error: 1, message: 'This link is locked.' };
		await tell('/faults', { match, fault: { kind: 'wrongShape', body } });
		const before = await state();
		expect(await clean(really)).toMatchObject(succeeded);
		expect(report()).toEqual({
			gone: ['Expired on 2025-01-01', 'Deleted'],
			s1: ['Not clicked since 2024-06-01', 'Deleted'],
			s3: ['Never clicked since 2024-01-01', 'Deleted'],
			s4: ['Never clicked since 2024-01-01', 'Deleted'],
			s5: ['Never clicked since 2024-01-01', 'This link is locked.'],
		});
		const deleted = Object.entries(report()).filter(([, [, result]]) => result === 'Deleted');
		const aliases = (await state()).links.map(({ alias }) => alias);
		expect(aliases).toEqual(['s2', 's5', 'later', 'fresh']);
		expect(aliases).toHaveLength(before.links.length - deleted.length);
	});

	test('the next run deletes what is left, and the one after it says that there is nothing', async () => {
		expect(await clean(really)).toMatchObject(succeeded);
		expect(report()).toEqual({ s5: ['Never clicked since 2024-01-01', 'Deleted'] });
		expect(await clean(really)).toMatchObject(succeeded);
		expect(readSpreadsheet(file(output))).toMatchObject([{ Result: 'No link to delete' }]);
		expect(await linkIds()).toHaveLength(3);
	});
});

describe('table-as-the-truth', () => {
	/** More than other tests of this example have made: links that are known by their IDs are no new ones. */
	const SEEDED = 20;
	const name = 'table-as-the-truth';
	const [input, output] = ['table.csv', 'report.xlsx'];
	const rows = [
		['one', 'https://www.example.com/1', 'First', '31 Oct 2030', 'Ann'],
		['two', 'https://www.example.com/2', 'Second', '', 'Bob'],
		['', 'https://www.example.com/3', 'No alias', '', 'Cy'],
	];
	const write = (table: string[][]) =>
		writeFileSync(
			file(input),
			[['Alias', 'Long URL', 'Meta Title', 'Expiry', 'Owner'], ...table]
				.map((row) => row.join(','))
				.join('\n'),
		);
	const plan = async () => await report(() => {});
	/** Turns Dry Run off. */
	const carryOut = async () =>
		await report(({ 'Create or Update Links': { parameters } = {} as WorkflowNode }: Nodes) => {
			expect(parameters.dryRun).toBe(true);
			parameters.dryRun = false;
		});
	async function report(change: (nodes: Nodes) => void) {
		const files = { input: file(input), output: file(output) };
		expect(await run(name, 'Start', files, change)).toMatchObject(succeeded);
		return readSpreadsheet(file(output));
	}
	const aliases = async () => (await state()).links.slice(SEEDED).map(({ alias }) => alias);

	test('the plan changes nothing, the run does what it says, and the next plan has nothing to do', async () => {
		await reset({ links: SEEDED });
		write(rows);
		await changes();
		const failed = expect.stringMatching(/^Alias: a value is required/);
		const withAction = (actions: string[][]) =>
			rows.map(([Alias, longUrl, title, Expiry, Owner], index) => {
				const [action, short_url] = actions[index]!;
				const failed_because = action === 'failed' ? failed : '';
				return {
					...{ Alias, 'Long URL': longUrl, 'Meta Title': title, Expiry, Owner },
					...{ action, changes: '', short_url, failed_because },
				};
			});
		const planned = [
			['create', ''],
			['create', ''],
			['failed', ''],
		];
		// What needs an eye comes first in a plan
		const failedFirst = ([one, two, failedRow]: unknown[]) => [failedRow, one, two];
		expect(await plan()).toEqual(failedFirst(withAction(planned)));
		expect(await changes()).toEqual([]);

		const done = (action: string) => [
			[action, shortUrl('one')],
			[action, shortUrl('two')],
			['failed', ''],
		];
		expect(await carryOut()).toEqual(withAction(done('created')));
		expect(await aliases()).toEqual(['one', 'two']);
		await changes();
		expect(await plan()).toEqual(failedFirst(withAction(done('none'))));
		expect(await carryOut()).toEqual(withAction(done('unchanged')));
		expect(await changes()).toEqual([]);
	});

	test('the plan names what a changed cell changes, and the run changes only that', async () => {
		write([
			['one', 'https://www.example.com/1', 'First', '1 Nov 2030', 'Ann'],
			['two', 'https://www.example.com/2', 'New', '', 'Bob'],
			['three', 'https://www.example.com/3', '', '', ''],
		]);
		expect((await plan()).map(({ action, changes: texts }) => [action, texts])).toEqual([
			['update', 'Expiry: 2030-10-31 23:59:59 → 2030-11-01 23:59:59'],
			['update', 'Meta Title: Second → New'],
			['create', ''],
		]);
		expect(await changes()).toEqual([]);
		const { links } = await state();
		const [idOne, idTwo] = links.slice(-2).map(({ id }) => id);
		expect((await carryOut()).map(({ action }) => action)).toEqual([
			...['updated', 'updated', 'created'],
		]);
		expect((await changes()).sort()).toEqual([
			'POST /api/url/add',
			`PUT /api/url/${idOne}/update`,
			`PUT /api/url/${idTwo}/update`,
		]);
		expect(await aliases()).toEqual(['one', 'two', 'three']);
	});
});

describe('qr-codes-for-a-list', () => {
	const rows = [
		{ name: 'Door sign', url: 'https://go.example.com/door', place: 'Entrance' },
		{ name: 'Menu: table 4', url: 'https://go.example.com/menu', place: 'Table 4' },
		{ name: 'Broken', url: 'n/a', place: '' },
		{ name: '', url: 'https://go.example.com/back', place: 'Back' },
	];
	const [input, output] = ['codes.csv', 'codes.zip'];
	const makeCodes = async (table: typeof rows) => {
		const lines = table.map((row) => Object.values(row).join(','));
		writeFileSync(file(input), ['name,url,place', ...lines].join('\n'));
		await changes();
		return await run('qr-codes-for-a-list', 'Start', { input: file(input), output: file(output) });
	};

	test('a row without a name and a row without an address are named, and nothing is created', async () => {
		await reset({ qrs: 3 });
		expect(await makeCodes(rows)).toMatchObject({
			status: 'error',
			error: { message: '2 of 4 items cannot be sent. Nothing was changed.' },
		});
		expect(await changes()).toEqual([]);
	});

	test.each([
		['each row gets its code, in a file with the name of the code', 2],
		['a second run downloads the same codes and creates none', 0],
	])('%s', async (_, creations) => {
		expect(await makeCodes(rows.slice(0, 2))).toMatchObject(succeeded);
		expect(await changes()).toEqual(Array.from({ length: creations }, () => 'POST /api/qr/add'));

		const images = filesOfZip(file(output));
		expect(Object.keys(images)).toEqual(['Door sign.png', 'Menu- table 4.png']);
		const made = (await state()).qr_codes.slice(3);
		expect(made.map(({ name, data }) => [name, data])).toEqual(
			rows.slice(0, 2).map(({ name, url }) => [name, url]),
		);
		for (const [index, image] of Object.values(images).entries()) {
			const served = await fetch(shortUrl(`qr/${made[index]!.alias}.png`));
			expect(image.equals(Buffer.from(await served.arrayBuffer()))).toBe(true);
		}
	});
});

describe('nightly-clicks-to-spreadsheet', () => {
	const output = 'clicks.xlsx';
	const night = async (day: string) => {
		const files = { output: file(output) };
		const execution = await run(
			'nightly-clicks-to-spreadsheet',
			'Every Night',
			files,
			({ Files }) => assign(Files, 'day', day),
		);
		expect(execution).toMatchObject(succeeded);
		return readSpreadsheet(file(output));
	};
	/** The clicks of one day from everywhere or from one country, by the alias of the link. */
	const clicksOn = (
		rows: Array<Record<string, string>>,
		day: string,
		from = 'Everywhere',
	): Record<string, unknown> =>
		Object.fromEntries(
			rows
				.filter((row) => row['Clicks From'] === from)
				.map((row) => [row['Short URL']!.split('/').at(-1), row[day]]),
		);
	const clicksNow = async () =>
		Object.fromEntries((await state()).links.map(({ alias, clicks }) => [alias, clicks]));

	test('each night adds a column, and what is new of a link and country goes into its row', async () => {
		await reset({ links: 3 });
		await tell('/clicks', { id: 1, count: 5 });
		const firstNight = await clicksNow();
		expect(clicksOn(await night('2030-01-01'), '2030-01-01')).toEqual(firstNight);

		await tell('/clicks', { id: 2, count: 7 });
		await createLink({ url: 'https://example.com/new', custom: 'new' });
		await ask('DELETE /api/url/3/delete');
		await night('2030-01-02');
		// The second run on a day takes the place of the first
		await tell('/clicks', { id: 1, count: 2 });
		const rows = await night('2030-01-02');

		expect(Object.keys(rows[0]!)).toEqual([
			...['Key', 'Link ID', 'Short URL', 'Long URL', 'Title', 'Clicks From'],
			...['2030-01-01', '2030-01-02'],
		]);
		expect(rows[0]).toMatchObject({
			'Long URL': 'https://www.example.com/page/1',
			Title: 'Page 1',
		});
		expect(clicksOn(rows, '2030-01-01')).toEqual({ ...firstNight, new: '' });
		expect(clicksOn(rows, '2030-01-02')).toEqual({ ...(await clicksNow()), s3: '' });
		expect(clicksOn(rows, '2030-01-02')).toMatchObject({ s1: 7, s2: 7, new: 0 });
		expect(clicksOn(rows, '2030-01-02', 'Canada')).toEqual({ s1: 7, s2: 7 });
		expect(clicksOn(rows, '2030-01-01', 'Canada')).toEqual({ s1: 5, s2: '' });
	});

	test('a link that is deleted while the report is read keeps its row, and the others get theirs', async () => {
		await reset({ links: 3 });
		const match = { method: 'GET', path: '^/api/url/2$' };
		const body = { error: 1, message: 'Link does not exist.' };
		await tell('/faults', { match, times: 0, fault: { kind: 'wrongShape', body } });
		const rows = await night('2030-01-03');
		await removeFaults();
		expect(clicksOn(rows, '2030-01-03')).toEqual({ s1: 0, s3: 0, s2: '', new: '' });
	});
});
