/** The service as a program: its arguments, its key and its data. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { nodeBinary } from '../../sandbox/n8n/node.ts';
import { startService } from '../support/service';
import { client } from './client';

const folder = mkdtempSync(join(tmpdir(), 'link-service-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('takes settings from the command line and its key from the environment, begins with the records of the demo when asked to, and keeps its data over a restart', async () => {
	process.env.LINK_SERVICE_KEY = 'own';
	const args = ['--data', join(folder, 'links.db'), '--demo-records'];
	const set = ['sharedDomains=["https://sho.rt"]', 'pageSize=7', 'domainCreationStatus=201'];
	const limits = ['--limit', '20', '--window', '0.2', '--no-response-validation'];
	const first = await startService([
		...[...args, ...limits, '--base-url', 'https://short.example/'],
		...set.flatMap((setting) => ['--set', setting]),
	]);
	delete process.env.LINK_SERVICE_KEY;
	expect(first.key).toBe('own');
	expect(await first.control('/settings')).toMatchObject({
		...{ limit: 20, window: 0.2, validateResponses: false },
		...{ sharedDomains: ['https://sho.rt'], pageSize: 7, domainCreationStatus: '201' },
	});
	const demo = { channels: 1, campaigns: 1, qr_codes: 1, pixels: 3, channel_items: 3 };
	expect(await first.control('/state?counts=1')).toMatchObject({ ...demo, links: 6 });
	const link = { url: 'https://example.com/', custom: 'kept' };
	const { body } = await client(first)('POST', '/url/add', link);
	expect(body).toEqual({ error: 0, id: 7, shorturl: 'https://short.example/kept' });
	await first.stop();

	const second = await startService(args);
	expect(await second.control('/state?counts=1')).toMatchObject({ ...demo, links: 7 });
	const { urls } = (await client(second)('GET', '/urls?order=click')).body.data;
	expect((urls as Array<{ clicks: number }>).map(({ clicks }) => clicks)).toEqual([
		...[412, 268, 143, 57, 21, 0, 0],
	]);
	const kept = await client(second)('GET', '/url/7');
	const details = { shorturl: `${second.url}/kept`, longurl: link.url };
	expect(kept.body).toMatchObject({ details });
	await second.stop();
});

test('does not begin with the records of the demo once more when all links of a data file are deleted', async () => {
	const args = ['--data', join(folder, 'emptied.db'), '--demo-records'];
	const first = await startService(args);
	for (let id = 1; id <= 6; id++) await client(first)('DELETE', `/url/${id}/delete`);
	await first.stop();
	const second = await startService(args);
	expect(await second.control('/state?counts=1')).toMatchObject({ links: 0, campaigns: 1 });
	await second.stop();
});

test('ends with the process that started it', async () => {
	const script = join(__dirname, '../../sandbox/service/main.ts');
	const child = spawn(nodeBinary(), [script], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
	await once(child.stdout!, 'data');
	child.disconnect();
	expect(await once(child, 'exit')).toEqual([0, null]);
});
