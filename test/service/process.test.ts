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

test('takes its limits from the command line, and its key from the environment', async () => {
	process.env.LINK_SERVICE_KEY = 'own';
	const service = await startService([
		'--limit',
		'2',
		'--window',
		'0.2',
		'--no-response-validation',
	]);
	delete process.env.LINK_SERVICE_KEY;
	expect(service.key).toBe('own');
	expect(await service.control('/settings')).toMatchObject({
		limit: 2,
		window: 0.2,
		validateResponses: false,
	});
	await service.stop();
});

test('begins with the records of the demo when asked to, but only with a new data file', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'link-service-'));
	const args = ['--data', join(folder, 'links.db'), '--demo-records'];
	try {
		const records = {
			links: 6,
			channels: 1,
			campaigns: 1,
			qr_codes: 1,
			pixels: 3,
			channel_items: 3,
		};
		for (const run of [1, 2]) {
			const service = await startService(args);
			expect({ run, ...(await service.control<object>('/state?counts=1')) }).toMatchObject(records);
			const { body } = await client(service)('GET', '/urls?order=click');
			const clicks = (body.data.urls as Array<{ clicks: number }>).map((link) => link.clicks);
			expect(clicks).toEqual([412, 268, 143, 57, 21, 0]);
			await service.stop();
		}
	} finally {
		await rm(folder, { recursive: true });
	}
});
