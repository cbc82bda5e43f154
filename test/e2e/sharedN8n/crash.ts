/** n8n is killed once, in the middle of two runs and while two triggers wait: nothing is lost, nothing comes twice. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { exampleFor } from '../../../sandbox/demo/example.ts';
import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { finished } from '../../../sandbox/n8n/executions.ts';
import { LINKS } from '../../support/n8n/largeAccount';
import { until } from '../../support/n8n/published';
import { installation } from './installation';
import { account, begin, control, linksOf, remembered, requests, run } from './runs';
import { addWhatIsWatched, testTriggersAfterCrash, watchCodes } from './trigger';

describe('After n8n is killed', () => {
	const memory = 'Short links of the bulk run';
	// every other row has no alias
	const rows = Array.from({ length: 250 }, (_, n) => ({
		url: `https://www.example.com/page/${n}`,
		alias: n % 2 ? `page-${n}` : '',
	}));
	const refused = { url: 'no address', alias: '' };
	let bulk: Workflow;
	let written: number;
	let secondWalk: string;

	async function beginBulk(): Promise<void> {
		await control('/reset', { settings: { limit: 100, window: 1, fractionalSeconds: true } });
		const input = join(installation.folder, 'rows.csv');
		const lines = [...rows, refused].map(({ url, alias }) => `${url},${alias}`);
		writeFileSync(input, ['url,alias', ...lines].join('\n'));
		bulk = exampleFor({ input, credential: installation.credential }, 'resumable-bulk');
		// these never get a reply, so that n8n is killed in the middle of a slice
		const held = {
			match: { method: 'POST', body: 'page/(1[5-9]|2\\d)\\d"' },
			times: 0,
			fault: { kind: 'hang' },
		};
		await control('/faults', held);
		await begin(bulk);
		await until(async () => (await linksOf()).length >= 150);
	}

	beforeAll(async () => {
		await beginBulk();
		await account.reset();
		await account.beginToChange();
		const walk = account.walk('moving');
		await begin(walk);
		await watchCodes();
		await until(async () => account.filesOf('moving').length >= 3);
		await installation.restart(async () => {
			await addWhatIsWatched();
			await account.deleteNewest();
			await account.beginToChange();
		});
		await installation.service.control('/faults', { method: 'DELETE' });
		written = account.written('moving').length;
		secondWalk = await begin(walk);
	});

	testTriggersAfterCrash();

	test('a second run of resumable-bulk loses no row and creates none twice', async () => {
		const made = (await linksOf()).length;
		const known = (await remembered(memory)).length;
		expect([known > 0, known < made, made < rows.length]).toEqual([true, true, true]);
		await requests();
		const execution = await run(bulk, 'Start');
		const creations = (await requests()).filter(({ method }) => method === 'POST');
		// Rows whose links exist are found in the list instead, as soon as that takes fewer requests
		expect(creations.length).toBeGreaterThanOrEqual(rows.length - made);
		expect(creations.length).toBeLessThanOrEqual(rows.length - known);

		const links = await linksOf();
		expect(links.map(({ longurl }) => longurl).sort()).toEqual(rows.map(({ url }) => url).sort());
		expect(new Set(links.map(({ alias }) => alias)).size).toBe(rows.length);
		const aliasOf = new Map(links.map(({ longurl, alias }) => [longurl, alias]));
		for (const { url, alias } of rows) if (alias) expect(aliasOf.get(url)).toBe(alias);
		const wanted = rows.map(
			({ url, alias }) => `${url} ${alias} ${installation.service.url}/${aliasOf.get(url)} `,
		);
		const kept = (await remembered(memory)).filter(({ url }) => url !== refused.url);
		expect(
			kept
				.map((row) => `${row.url} ${row.alias} ${row.short_url} ${row.not_created_because}`)
				.sort(),
		).toEqual(wanted.sort());
		expect(execution.items('Not Created').map(({ json }) => json)).toMatchObject([
			{ ...refused, short_url: '', not_created_because: expect.stringMatching(/URL/) },
		]);
	});

	test('a third run of resumable-bulk sends no request', async () => {
		await requests();
		await run(bulk, 'Start');
		expect(await requests()).toEqual([]);
		expect(await remembered(memory)).toHaveLength(rows.length + 1);
	});

	test('a second run of walk-large-account reads every link once, although links are added and deleted meanwhile', async () => {
		const execution = await finished(installation.server.client, secondWalk);
		expect(execution).toMatchObject({ status: 'success', error: undefined });

		expect(await account.firstPage()).toBeGreaterThan(1);
		const ids = account.written('moving');
		expect([written > 0, written < ids.length]).toEqual([true, true]);
		expect(new Set(ids).size).toBe(ids.length);
		const held = await account.held();
		expect(held.filter((id) => id <= LINKS && !ids.includes(id))).toEqual([]);
		expect(execution.items('Read a Slice').at(-1)?.json).toMatchObject({
			links: ids.length,
			more: false,
		});
	});
});
