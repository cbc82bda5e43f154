/** The service as a program: its arguments, its key and its data. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startService } from '../support/service';
import { client } from './client';

test('takes its settings from the command line, and its key from the environment', async () => {
	process.env.LINK_SERVICE_KEY = 'own';
	const values = {
		...{ overlayKey: 'overlay', sharedDomains: ['https://sho.rt'] },
		...{ pageSize: 7, domainCreationStatus: '201' },
	};
	const set = Object.entries(values).flatMap(([name, value]) => [
		'--set',
		`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
	]);
	const limits = ['--limit', '2', '--window', '0.2', '--no-response-validation'];
	const service = await startService([...limits, ...set]);
	delete process.env.LINK_SERVICE_KEY;
	expect(service.key).toBe('own');
	const settings = { ...values, limit: 2, window: 0.2, validateResponses: false };
	expect(await service.control('/settings')).toMatchObject(settings);
	await service.stop();
});

test('begins with the records of the demo when asked to, and keeps its data over a restart', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'link-service-'));
	const args = ['--data', join(folder, 'links.db'), '--demo-records'];
	const demo = { channels: 1, campaigns: 1, qr_codes: 1, pixels: 3, channel_items: 3 };
	try {
		const first = await startService([...args, '--base-url', 'https://short.example/']);
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
	} finally {
		await rm(folder, { recursive: true });
	}
});
