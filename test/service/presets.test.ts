/** Settings of one kind of service, by a name. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { nodeBinary } from '../../sandbox/n8n/node.ts';
import { presetNames, presetSettings } from '../../sandbox/service/presets.ts';
import { defaultSettings } from '../../sandbox/service/settings.ts';
import { manyServices, startService } from '../support/service';

test.each(presetNames())(
	'with `npm run test:engine -- --preset %s`, the services of all tests begin with it, also after a reset, and other options come on top',
	async (name) => {
		process.env.LINK_SERVICE_PRESET = name;
		const onTop = ['--set', 'maxPageSize=50', '--limit', '7'];
		const [one, [other]] = await Promise.all([startService(onTop), manyServices(['x'])(1)]);
		delete process.env.LINK_SERVICE_PRESET;
		try {
			const expected = { ...defaultSettings, ...presetSettings(name) };
			expect(expected).not.toEqual(defaultSettings);
			expect(await one.control('/settings')).toEqual({ ...expected, maxPageSize: 50, limit: 7 });
			expect(await other!.control('/settings')).toEqual(expected);
			await other!.tell('/reset', { settings: { seed: 2, limit: 0 } });
			expect(await other!.control('/settings')).toEqual({ ...expected, seed: 2, limit: 0 });
		} finally {
			await Promise.all([one.stop(), other!.stop()]);
		}
	},
);

test.each([
	['misspelled', '{"overlaykey": "cta"}', 'misspelled.json: Unknown setting "overlaykey"'],
	['broken', '{', 'broken.json: '],
])('a preset that is %s is named with its file', (name, text, message) => {
	const folder = mkdtempSync(join(tmpdir(), 'presets-'));
	writeFileSync(join(folder, `${name}.json`), text);
	expect(() => presetSettings(name, folder)).toThrow(message);
	rmSync(folder, { recursive: true });
});

test('there is no preset "../presets/strict", and the program says which there are', () => {
	const main = join(__dirname, '../../sandbox/service/main.ts');
	const { status, stderr } = spawnSync(nodeBinary(), [main, '--preset=../presets/strict']);
	expect(status).toBe(1);
	expect(String(stderr)).toBe(
		`The link service cannot start: There is no preset "../presets/strict". Presets: ${presetNames().join(', ')}\n`,
	);
});
