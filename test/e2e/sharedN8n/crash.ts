/** n8n is killed once, in the middle of a run and while two triggers wait: nothing is lost, nothing comes twice. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { until } from '../../support/n8n/published';
import { exampleOf, installation, removeFaults, tell } from './installation';
import { begin, linksOf, remembered, requests, run } from './runs';
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

	async function beginBulk(): Promise<void> {
		await tell('/reset', { settings: { limit: 100, window: 1, fractionalSeconds: true } });
		const input = join(installation.folder, 'rows.csv');
		const lines = [...rows, refused].map(({ url, alias }) => `${url},${alias}`);
		writeFileSync(input, ['url,alias', ...lines].join('\n'));
		bulk = exampleOf('resumable-bulk', { input });
		// these never get a reply, so that n8n is killed in the middle of a slice
		const held = {
			match: { method: 'POST', body: 'page/(1[5-9]|2\\d)\\d"' },
			times: 0,
			fault: { kind: 'hang' },
		};
		await tell('/faults', held);
		await begin(bulk);
		await until(async () => (await linksOf()).length >= 150);
	}

	beforeAll(async () => {
		await beginBulk();
		await watchCodes();
		await installation.restart(addWhatIsWatched);
		await removeFaults();
	});

	testTriggersAfterCrash();

	test('a second run of resumable-bulk loses no row and creates none twice, and a third sends no request', async () => {
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

		await requests();
		await run(bulk, 'Start');
		expect(await requests()).toEqual([]);
		expect(await remembered(memory)).toHaveLength(rows.length + 1);
	});
});
