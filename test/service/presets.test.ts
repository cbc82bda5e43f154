/** Settings of one kind of service, by a name. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { nodeBinary } from '../../sandbox/n8n/node.ts';
import { presetNames, presetSettings } from '../../sandbox/service/presets.ts';
import { defaultSettings } from '../../sandbox/service/settings.ts';
import { startService, startServices } from '../support/service';
import { breaches, client } from './client';

const requests: Array<[method: string, path: string, body?: object]> = [
	['POST', '/url/add', { url: 'https://example.com/?a=1&b=2', custom: 'one' }],
	['PUT', '/url/1/update', { url: 'https://example.com/', description: 'Note' }],
	['PUT', '/url/9/update', { url: 'https://example.com/' }],
	['GET', '/url/1'],
	['GET', '/urls?limit=1000'],
	['GET', '/urls?short=https%3A%2F%2Fexample.org%2Fnone'],
	['POST', '/qr/add', { type: 'text', data: 'x', name: 'poster' }],
	['PUT', '/qr/1/update', { type: 'text', data: 'y' }],
	['GET', '/qr/1'],
	['GET', '/qr'],
	['POST', '/campaign/add', { name: 'spring' }],
	['PUT', '/campaign/1/update', { name: 'summer' }],
	['GET', '/campaigns'],
	['POST', '/channel/add', { name: 'news' }],
	['PUT', '/channel/1/update', { name: 'letters' }],
	['GET', '/channels'],
	['POST', '/domain/add', { domain: 'https://new.example' }],
	['GET', '/domains'],
	['GET', '/overlay'],
	['GET', '/splash'],
	['PUT', '/pixel/1/update', { tag: 'x' }],
	['GET', '/pixels'],
	['DELETE', '/url/1/delete'],
];

test.each(presetNames())('%s: exactly its settings, also after a reset', async (name) => {
	const service = await startService(['--preset', name]);
	try {
		const expected = { ...defaultSettings, ...presetSettings(name) };
		expect(expected).not.toEqual(defaultSettings);
		expect(await service.control('/settings')).toEqual(expected);
		await service.control('/reset', { method: 'POST', body: { settings: { seed: 2, limit: 0 } } });
		expect(await service.control('/settings')).toEqual({ ...expected, seed: 2, limit: 0 });

		const call = client(service);
		for (const request of requests) expect((await call(...request)).status).toBeLessThan(500);
		expect(await breaches(service)).toEqual([]);
	} finally {
		await service.stop();
	}
});

test('other options come on top of a preset', async () => {
	const args = ['--preset', 'strict', '--set', 'maxPageSize=50', '--limit', '7'];
	const service = await startService(args);
	try {
		const { ownAlias } = presetSettings('strict');
		const settings = { maxPageSize: 50, limit: 7, ownAlias };
		expect(await service.control('/settings')).toMatchObject(settings);
	} finally {
		await service.stop();
	}
});

test('with `npm run test:engine -- --preset`, the services of all tests begin with it', async () => {
	process.env.LINK_SERVICE_PRESET = 'strict';
	const [one, [other]] = await Promise.all([
		startService(['--limit', '7']),
		startServices(1, ['x']),
	]);
	delete process.env.LINK_SERVICE_PRESET;
	try {
		const strict = { ...defaultSettings, ...presetSettings('strict') };
		expect(await one.control('/settings')).toEqual({ ...strict, limit: 7 });
		expect(await other!.control('/settings')).toEqual(strict);
	} finally {
		await Promise.all([one.stop(), other!.stop()]);
	}
});

describe('what cannot be', () => {
	const folder = mkdtempSync(join(tmpdir(), 'presets-'));
	afterAll(() => rmSync(folder, { recursive: true }));

	test.each([
		['misspelled', '{"overlaykey": "cta"}', 'misspelled.json: Unknown setting "overlaykey"'],
		['wrong', '{"pageSize": 0}', 'wrong.json: Setting "pageSize" must lie between 1 and Infinity'],
		['unknown', '{"maxPageSizes": {"links": 5}}', 'names an unknown operation "links"'],
		['broken', '{', 'broken.json: '],
	])('a %s setting is named with its file', (name, text, message) => {
		writeFileSync(join(folder, `${name}.json`), text);
		expect(() => presetSettings(name, folder)).toThrow(message);
	});

	test.each(['../presets/strict'])('there is no preset "%s"', (name) => {
		const main = join(__dirname, '../../sandbox/service/main.ts');
		const { status, stderr } = spawnSync(nodeBinary(), [main, `--preset=${name}`]);
		expect(status).toBe(1);
		expect(String(stderr)).toBe(
			`The link service cannot start: There is no preset "${name}". Presets: ${presetNames().join(', ')}\n`,
		);
	});
});
