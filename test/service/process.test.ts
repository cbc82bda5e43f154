import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startService } from '../support/service';
import { client } from './client';

test('keeps its data over a restart', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'link-service-'));
	const data = join(folder, 'links.db');
	try {
		const first = await startService(['--data', data, '--base-url', 'https://short.example/']);
		const { body } = await client(first)('POST', '/url/add', {
			url: 'https://example.com/',
			custom: 'kept',
		});
		expect(body).toEqual({ error: 0, id: 1, shorturl: 'https://short.example/kept' });
		await first.stop();

		const second = await startService(['--data', data]);
		const kept = await client(second)('GET', '/url/1');
		expect(kept.body.details).toMatchObject({
			shorturl: `${second.url}/kept`,
			longurl: 'https://example.com/',
		});
		await second.stop();
	} finally {
		await rm(folder, { recursive: true });
	}
});

test('takes its limits and keys from the command line', async () => {
	const service = await startService([
		'--limit',
		'2',
		'--window',
		'0.2',
		'--key',
		'own',
		'--no-response-validation',
	]);
	expect(service.key).toBe('own');
	expect(await service.control('/settings')).toMatchObject({
		limit: 2,
		window: 0.2,
		validateResponses: false,
	});
	await service.stop();
});

test('plants many links at once', async () => {
	const service = await startService();
	await service.control('/seed', { method: 'POST', body: { links: 100_000 } });
	const last = await client(service)('GET', '/urls?limit=1000&page=100');
	expect(last.body.data).toMatchObject({ result: 100_000, nextpage: 100, maxpage: 100 });
	expect(last.body.data.urls.at(-1)).toMatchObject({ id: 1 });
	await service.stop();
});
