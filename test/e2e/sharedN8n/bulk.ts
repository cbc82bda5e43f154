/** The example workflow in a real n8n, with a rate limit far below the number of rows. */
import { join } from 'node:path';

import { exampleFor, inputNameOf } from '../../../sandbox/demo/example.ts';
import { isComplete, reportOn } from '../../../sandbox/demo/report.ts';
import type { WorkflowNode } from '../../../sandbox/n8n/client.ts';
import { withoutGoogle } from '../../support/n8n/googleSheets';
import { credentialOf, root } from '../../support/n8n/installation';
import { filesOfZip, readSpreadsheet } from '../../support/n8n/outputFiles';
import { type RunningService, startService } from '../../support/service';
import { installation, succeeded } from './installation';

let service: RunningService;
let credential: { id: string; name: string };
const output = () => join(installation.folder, 'links.xlsx');

type Nodes = Record<string, WorkflowNode>;

async function runExample(input: string, change: (nodes: Nodes) => void = () => {}) {
	const workflow = exampleFor({ input, output: output(), credential });
	change(Object.fromEntries(workflow.nodes.map((node) => [node.name, node])));
	return await installation.run(workflow);
}

const counts = async () => await service.control<Record<string, number>>('/state?counts=1');

/** The items of the table that have one alias. */
const FAILED = [17, 94];
const SAME_ALIAS = /^Alias: items 17 and 94 are for the same link, and differ in Long URL\. [^[]+$/;
const ALIAS_TAKEN = /^The alias nl-apr-preferences is taken: [^[]+$/;

describe('The example bulk-create-from-spreadsheet', () => {
	beforeAll(async () => {
		service = await startService(['--limit', '30', '--window', '2']);
		credential = await installation.server.client.saveCredential({
			...credentialOf(service),
			name: 'Limited account',
		});
	});
	afterAll(async () => await service?.stop());

	test('every row gets its short link beside its own columns, and the two rows that contradict each other their reason', async () => {
		const execution = await runExample(join(root, 'examples', 'data', 'links.csv'));
		const report = reportOn(execution);
		expect(report).toMatchObject({
			rows: 100,
			created: 98,
			failed: FAILED.map((item) => ({
				item: `${item} (nl-apr-preferences)`,
				reason: expect.stringMatching(SAME_ALIAS),
			})),
			unanswered: 0,
			stoppedBy: undefined,
		});
		expect(isComplete(report)).toBe(true);

		const { links, campaigns } = await service.state();
		const campaignOf = new Map(campaigns.map(({ id, name }) => [id, name]));
		const inService = links.map(({ alias, longurl, campaign }) => [
			alias,
			longurl,
			campaignOf.get(campaign ?? 0) ?? '',
		]);
		expect(inService).toHaveLength(98);
		expect(campaigns).toHaveLength(10);
		const rows = readSpreadsheet(output());
		const created = rows.filter((_row, index) => !FAILED.includes(index));
		expect(new Set(inService.map(String))).toEqual(
			new Set(created.map((row) => String([row.alias, row.url, row.campaign]))),
		);
		const table = execution.items('Rows').map(({ json }) => json as Record<string, string>);
		expect(rows).toEqual(
			table.map((row, index) => ({
				...row,
				short_url: FAILED.includes(index) ? '' : `${service.url}/${row.alias}`,
				not_created_because: FAILED.includes(index) ? expect.stringMatching(SAME_ALIAS) : '',
			})),
		);
	});

	test('a second run in the same XLSX creates nothing twice and leaves the sheet as it is', async () => {
		const before = readSpreadsheet(output());
		const execution = await runExample(
			output(),
			({ Rows }) => (Rows!.parameters.operation = 'xlsx'),
		);
		expect(reportOn(execution)).toMatchObject({ rows: 100, created: 98, unanswered: 0 });
		expect(readSpreadsheet(output())).toEqual(before);
		expect(await counts()).toMatchObject({ links: 98, campaigns: 10 });
	});

	test('with one of the two rows corrected, both get their links with the next run, in their own rows', async () => {
		const before = readSpreadsheet(output());
		const alias = (row: { alias?: string }, item: number) =>
			item === FAILED[1] ? 'social-newsletter' : row.alias;
		const correct = ({ Rows, 'Create Short Link': create }: Nodes) => {
			Rows!.parameters.operation = 'xlsx';
			const fields = create!.parameters.additionalFields as Record<string, unknown>;
			fields.custom = `={{ $itemIndex === ${FAILED[1]} ? 'social-newsletter' : $json.alias }}`;
		};
		await runExample(output(), correct);
		expect(readSpreadsheet(output())).toEqual(
			before.map((row, item) => ({
				...row,
				short_url: `${service.url}/${alias(row, item)}`,
				not_created_because: '',
			})),
		);
		expect(await counts()).toMatchObject({ links: 100, campaigns: 10 });
	});

	test('with Google Sheets, the rows of the sheet go through, and each gets its link by its row number', async () => {
		const rows = ['spring-tents', 'sheet-1', 'nl-apr-preferences'].map((alias, index) => ({
			url:
				index === 0
					? 'https://www.alpenglow-outdoor.example/sale/tents?utm_source=website&utm_campaign=spring'
					: `https://www.example.com/${index}`,
			alias,
			campaign: 'Summer Festival',
			short_url: '',
			not_created_because: '',
		}));
		const example = exampleFor({ credential }, 'bulk-create-from-google-sheets');
		const workflow = withoutGoogle(example, rows);
		const execution = await installation.run(workflow);
		expect(execution).toMatchObject(succeeded);
		const short = (alias: string) => `${service.url}/${alias}`;
		expect(execution.items('Update Google Sheet').map(({ json }) => json)).toEqual([
			{ row_number: 2, short_url: short('spring-tents'), not_created_because: '' },
			{ row_number: 3, short_url: short('sheet-1'), not_created_because: '' },
			{
				row_number: 4,
				short_url: '',
				not_created_because: expect.stringMatching(ALIAS_TAKEN),
			},
		]);
		expect(await counts()).toMatchObject({ links: 101, campaigns: 10 });
	});

	describe('the tables of other examples, which npm start fills in', () => {
		const runOther = async (name: string) => {
			const input = join(root, 'examples', 'data', inputNameOf(name)!);
			const workflow = exampleFor({ input, output: output(), credential }, name);
			expect(await installation.run(workflow)).toMatchObject({ status: 'success' });
		};

		test('change where links of this example lead', async () => {
			await runOther('change-where-links-lead');
			const rows = readSpreadsheet(output());
			expect(rows.map(({ result }) => result)).toEqual([
				...rows.slice(0, 3).map(({ new_url }) => `Leads to ${new_url}`),
				'',
				expect.stringMatching(/^No link has the alias social-gift-cards\. /),
			]);
			const { links } = await service.state();
			const longUrlOf = new Map(links.map(({ alias, longurl }) => [alias, longurl]));
			for (const { link, new_url } of rows.slice(0, 3)) expect(longUrlOf.get(link!)).toBe(new_url);
		});

		test('make a QR code for each row', async () => {
			await runOther('qr-codes-for-a-list');
			expect(Object.keys(filesOfZip(output()))).toEqual([
				...['Shop window.png', 'Size guide.png', 'Repair Week.png', 'Newsletter.png'],
			]);
		});

		test('plan new, changed and equal links', async () => {
			await runOther('table-as-the-truth');
			const rows = readSpreadsheet(output());
			expect(rows.map(({ Alias, action }) => `${action} ${Alias}`)).toEqual([
				...['update spring-rain-jackets', 'update spring-climbing', 'update fair-press-kit'],
				...['create autumn-sale', 'create autumn-tents', 'create autumn-workshops'],
				...['none spring-sleeping-bags', 'none nl-apr-ridge-2-tent', 'none nl-apr-repair-a-zipper'],
				...['none app-home', 'none app-support', 'none repair-stoves'],
			]);
			expect(rows.map(({ failed_because }) => failed_because)).toEqual(rows.map(() => ''));
		});
	});
});
