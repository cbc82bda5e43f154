/**
 * The examples that read a table, with the tables that npm start fills in, one after the other. The rate limit of the service is
 * far below the number of rows.
 */
import { join } from 'node:path';

import { bulkCreate, inputNameOf } from '../../../sandbox/demo/example.ts';
import { root } from '../../support/n8n/installation';
import { readSpreadsheet } from '../../support/n8n/outputFiles';
import { type Change, exampleOf, installation, run, state, tell } from './installation';

/** Runs an example, changed as a user does. @param input the table, unless it is the one that npm start fills in */
async function runOnTable(name: string, change?: Change, input?: string) {
	const table = input ?? join(root, 'examples', 'data', inputNameOf(name)!);
	const output = join(installation.folder, `${name}.xlsx`);
	const execution = await run(exampleOf(name, { input: table, output }, change));
	return { execution, output, sheet: readSpreadsheet(output) };
}

/** The items of the table that have one alias. */
const FAILED = [17, 94];
const SAME_ALIAS = /^Alias: items 17 and 94 are for the same link, and differ in Long URL\. [^[]+$/;

test('bulk-create-from-spreadsheet: every row gets its link or the reason why not, and a second run in its XLSX creates only the link of a corrected row', async () => {
	await tell('/reset', { settings: { limit: 30, window: 2 } });
	const { execution, output, sheet } = await runOnTable(bulkCreate);
	const rows = execution.items('Rows').map(({ json }) => json as Record<string, string>);
	const expected = (aliasOf: (row: Record<string, string>, index: number) => string | undefined) =>
		rows.map((row, index) => {
			const alias = aliasOf(row, index);
			return {
				...row,
				short_url: alias === undefined ? '' : `${installation.service.url}/${alias}`,
				not_created_because: alias === undefined ? expect.stringMatching(SAME_ALIAS) : '',
			};
		});
	const isFailed = (index: number) => FAILED.includes(index);
	expect(rows).toHaveLength(100);
	expect(sheet).toEqual(expected(({ alias }, index) => (isFailed(index) ? undefined : alias)));

	const { links, campaigns } = await state();
	const campaignOf = new Map(campaigns.map(({ id, name }) => [id, name]));
	const made = links.map(({ alias, longurl, campaign }) =>
		[alias, longurl, campaignOf.get(campaign ?? 0)].join(),
	);
	const asked = rows.filter((_row, index) => !isFailed(index));
	expect(made.sort()).toEqual(asked.map((row) => [row.alias, row.url, row.campaign].join()).sort());
	expect(campaigns).toHaveLength(10);

	const correct: Change = ({ Rows, 'Create Short Link': create }) => {
		Rows!.parameters.operation = 'xlsx';
		const fields = create!.parameters.additionalFields as Record<string, unknown>;
		fields.custom = `={{ $itemIndex === ${FAILED[1]} ? 'corrected' : $json.alias }}`;
	};
	const again = await runOnTable(bulkCreate, correct, output);
	expect(again.sheet).toEqual(
		expected(({ alias }, index) => (index === FAILED[1] ? 'corrected' : alias)),
	);
	expect(await installation.service.control('/state?counts=1')).toMatchObject({
		links: 100,
		campaigns: 10,
	});
});

test('change-where-links-lead: every row with a new address changes its link or says why not', async () => {
	const before = await state();
	const { sheet } = await runOnTable('change-where-links-lead');
	const changed = sheet.slice(0, 3);
	expect(sheet.map(({ result }) => result)).toEqual([
		...changed.map(({ new_url }) => `Leads to ${new_url}`),
		'',
		expect.stringMatching(/^No link has the alias social-gift-cards\. /),
	]);
	const targets = new Map(changed.map(({ link, new_url }) => [link, new_url]));
	expect((await state()).links).toEqual(
		before.links.map((link) => ({ ...link, longurl: targets.get(link.alias) ?? link.longurl })),
	);
});

test('table-as-the-truth: a plan changes nothing, the run does what it says, and the next plan has nothing to do', async () => {
	const report = async (dryRun: boolean) => {
		const { sheet } = await runOnTable(
			'table-as-the-truth',
			({ 'Create or Update Links': step }) => {
				expect(step!.parameters.dryRun).toBe(true);
				step!.parameters.dryRun = dryRun;
			},
		);
		expect(sheet.filter(({ failed_because }) => failed_because)).toEqual([]);
		return sheet;
	};
	const before = await state();
	const plan = await report(true);
	expect(plan.map(({ Alias, action }) => `${action} ${Alias}`)).toEqual([
		...['update spring-rain-jackets', 'update spring-climbing', 'update fair-press-kit'],
		...['create autumn-sale', 'create autumn-tents', 'create autumn-workshops'],
		...['none spring-sleeping-bags', 'none nl-apr-ridge-2-tent', 'none nl-apr-repair-a-zipper'],
		...['none app-home', 'none app-support', 'none repair-stoves'],
	]);
	expect(plan.slice(0, 3).map(({ changes }) => changes)).toEqual([
		expect.stringMatching(/^Long URL: \S+rain-jackets\S+ → \S+jackets$/),
		'Meta Title: Climbing gear on sale → Climbing gear at 20% off',
		'Expiry: 2030-06-20 18:00:00 → 2030-06-30 18:00:00',
	]);
	const expiry = 'Expiry: – → 2030-10-31 23:59:59';
	expect(plan.slice(3, 7).map(({ changes }) => changes)).toEqual([expiry, expiry, '', '']);
	expect(await state()).toEqual(before);

	const done: Record<string, string> = { update: 'updated', create: 'created', none: 'unchanged' };
	const carriedOut = await report(false);
	const actionOf = new Map(carriedOut.map(({ Alias, action }) => [Alias, action]));
	for (const { Alias, action } of plan) expect(actionOf.get(Alias!)).toBe(done[action!]);
	const { links } = await state();
	const ofTable = links.filter(({ alias }) => actionOf.has(alias));
	expect(ofTable.map(({ alias, longurl, title }) => `${alias} ${longurl} ${title}`).sort()).toEqual(
		plan.map((row) => `${row.Alias} ${row['Long URL']} ${row['Meta Title']}`).sort(),
	);
	expect(links).toHaveLength(103);
	expect((await report(true)).filter(({ action }) => action !== 'none')).toEqual([]);
});
