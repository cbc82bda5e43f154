/** The example workflow in a real n8n, with a rate limit far below the number of rows. */
import { join } from 'node:path';

import { exampleFor } from '../../sandbox/demo/example.ts';
import { isComplete, reportOn } from '../../sandbox/demo/report.ts';
import { root, setUpInstallation } from '../support/n8n/installation';
import { readSpreadsheet } from '../support/n8n/spreadsheet';

interface State {
	links: Array<{ alias: string; longurl: string; campaign: number | null }>;
	campaigns: Array<{ id: number; name: string }>;
}

const installation = setUpInstallation(['--limit', '30', '--window', '2']);

async function runExample(name: string) {
	const output = join(installation.folder, name);
	const input = join(root, 'examples', 'data', 'links.csv');
	const execution = await installation.run(
		exampleFor({ input, output, credential: installation.credential }),
	);
	return { report: reportOn(execution), rows: readSpreadsheet(output) };
}

test('every row gets its short link, in the order of the table', async () => {
	const { report, rows } = await runExample('first.xlsx');
	expect(report).toMatchObject({
		rows: 100,
		created: 100,
		refused: [],
		unanswered: 0,
		stoppedBy: undefined,
	});
	expect(isComplete(report)).toBe(true);

	const { links, campaigns } = await installation.service.control<State>('/state');
	const campaignOf = new Map(campaigns.map(({ id, name }) => [id, name]));
	const inService = links.map(({ alias, longurl, campaign }) => [
		alias,
		longurl,
		campaignOf.get(campaign ?? 0) ?? '',
	]);
	expect(inService).toHaveLength(100);
	expect(campaigns).toHaveLength(10);
	expect(new Set(inService.map(String))).toEqual(
		new Set(rows.map((row) => String([row.Alias, row['Long URL'], row.Campaign]))),
	);
	expect(rows.map((row) => row['Short URL'])).toEqual(
		rows.map((row) => `${installation.service.url}/${row.Alias}`),
	);
	expect(rows[0]).toMatchObject({ Alias: 'spring-tents' });
	expect(rows[99]).toMatchObject({ Alias: 'social-instagram' });
});

test('a second run creates nothing twice, and every row has its error message', async () => {
	const { report, rows } = await runExample('second.xlsx');
	expect(report).toMatchObject({ rows: 100, created: 0, unanswered: 0, stoppedBy: undefined });
	expect(report.refused).toHaveLength(100);
	expect(isComplete(report)).toBe(true);
	for (const row of rows)
		expect(row).toMatchObject({
			'Short URL': '',
			'Not Created Because': expect.stringMatching(/^[^[]*alias[^[]*$/),
		});

	const counts = await installation.service.control<Record<string, number>>('/state?counts=1');
	expect(counts).toMatchObject({ links: 100, campaigns: 10 });
});
