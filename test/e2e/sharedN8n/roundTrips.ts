/** The examples that read a list or a table and write a file: what the file says is what the service holds. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../support/n8n/installation';
import { filesOfZip, readSpreadsheet } from '../../support/n8n/outputFiles';
import {
	assign,
	type Change,
	exampleOf,
	installation,
	refuse,
	removeFaults,
	reset,
	run,
	state,
	tell,
} from './installation';

const aliases = async () => (await state()).links.map(({ alias }) => alias);

/** Asks the service, as a colleague does. */
const ask = async (line: string, body?: object) =>
	expect(await installation.service.ask(line, body)).toMatchObject({ error: 0 });
const createLink = async (body: object) => await ask('POST /api/url/add', body);

/** The requests that change something, since the last call. */
const changes = async (): Promise<string[]> =>
	(await installation.requests())
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path }) => `${method} ${path}`);

const file = (name: string) => join(installation.folder, name);

describe('clean-up-links', () => {
	const output = 'clean-up.xlsx';
	const cleanUp = (change: Change) => exampleOf('clean-up-links', { output: file(output) }, change);
	const really = () => cleanUp(({ Settings }) => assign(Settings, 'dry_run', false));
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
		const [url, gone, later] = [
			'https://example.com/',
			'2025-01-01 00:00:00',
			'2099-01-01 00:00:00',
		];
		await createLink({ url: `${url}a`, custom: 'gone', expiry: gone });
		await createLink({ url: `${url}b`, custom: 'later', expiry: later });
		await createLink({ url: `${url}c`, custom: 'fresh' });
		await changes();
		// As if this run took place years ago
		const before = cleanUp(({ 'Last Click': step }) => {
			const { jsCode } = step!.parameters;
			expect(jsCode).toContain('$now.toISODate()');
			step!.parameters.jsCode = String(jsCode).replace('$now.toISODate()', "'2024-06-01'");
		});
		await run(before, 'Every Sunday');
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
		expect(await aliases()).toHaveLength(8);
	});

	test('without the dry run, what the sheet calls deleted is gone, and only that; the next runs delete what is left, and then say that there is nothing', async () => {
		await tell('/clicks', { id: 2, count: 1 });
		await refuse({ method: 'DELETE', path: '^/api/url/5/' }, 'This link is locked.', 1);
		// Its expiry is not known, so it is not deleted
		await refuse({ method: 'GET', path: '^/api/url/3$' }, 'Come back later.', 1);
		await run(really(), 'Every Sunday');
		expect(report()).toEqual({
			gone: ['Expired on 2025-01-01', 'Deleted'],
			s1: ['Not clicked since 2024-06-01', 'Deleted'],
			s4: ['Never clicked since 2024-01-01', 'Deleted'],
			s5: ['Never clicked since 2024-01-01', 'This link is locked.'],
		});
		expect(await aliases()).toEqual(['s2', 's3', 's5', 'later', 'fresh']);

		await run(really(), 'Every Sunday');
		expect(report()).toEqual({
			s3: ['Never clicked since 2024-01-01', 'Deleted'],
			s5: ['Never clicked since 2024-01-01', 'Deleted'],
		});
		await run(really(), 'Every Sunday');
		expect(readSpreadsheet(file(output))).toMatchObject([{ Result: 'No link to delete' }]);
		expect(await aliases()).toEqual(['s2', 'later', 'fresh']);
	});
});

test('qr-codes-for-a-list names every row that lacks something; else each row of its table gets its code, in a file with its name, and a second run creates none', async () => {
	await reset({ qrs: 3 });
	const [broken, output] = [file('codes.csv'), file('codes.zip')];
	const table = join(root, 'examples', 'data', 'codes.csv');
	const example = (input: string) => exampleOf('qr-codes-for-a-list', { input, output });
	const lacking = 'Broken,n/a,\n,https://go.example.com/back,Back\n';
	writeFileSync(broken, `${readFileSync(table, 'utf8')}${lacking}`);
	await changes();
	expect((await installation.run(example(broken))).error?.message).toBe(
		'2 of 6 items cannot be sent. Nothing was changed.',
	);
	expect(await changes()).toEqual([]);

	const rows = readSpreadsheet(table);
	for (const created of [rows.length, 0]) {
		await run(example(table));
		expect(await changes()).toEqual(Array(created).fill('POST /api/qr/add'));
		const made = (await state()).qr_codes.slice(3);
		expect(made.map(({ name, data }) => [name, data])).toEqual(
			rows.map(({ name, url }) => [name, url]),
		);
		const images = filesOfZip(output);
		expect(Object.keys(images)).toEqual(rows.map(({ name }) => `${name}.png`));
		for (const [index, image] of Object.values(images).entries()) {
			const served = await fetch(`${installation.service.url}/qr/${made[index]!.alias}.png`);
			expect(image.equals(Buffer.from(await served.arrayBuffer()))).toBe(true);
		}
	}
});

describe('nightly-clicks-to-spreadsheet', () => {
	const output = 'clicks.xlsx';
	const night = async (day: string) => {
		const setDay: Change = ({ Files }) => assign(Files, 'day', day);
		const files = { output: file(output) };
		await run(exampleOf('nightly-clicks-to-spreadsheet', files, setDay), 'Every Night');
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
		await refuse({ method: 'GET', path: '^/api/url/2$' }, 'Link does not exist.');
		const rows = await night('2030-01-03');
		await removeFaults();
		expect(clicksOn(rows, '2030-01-03')).toEqual({ s1: 0, s3: 0, s2: '', new: '' });
	});
});
