/**
 * Every setting of the service: what a client does, and what it sees with each value. The service checks each reply
 * against openapi.yaml, so the description must allow every form.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	defaultSettings,
	settingGroups,
	type Settings,
	settingsTable,
} from '../../sandbox/service/settings.ts';
import { startService } from '../support/service';
import { breaches } from './client';
import { call, each, type Habit, type Habits, service } from './habits/habit';
import { links } from './habits/links';
import { lists } from './habits/lists';
import { access, refusals } from './habits/refusals';
import { replies } from './habits/replies';

const rateLimit = {
	limit: 'limits.test.ts',
	window: 'limits.test.ts',
	stolenPerWindow: 'limits.test.ts',
	resetFormat: 'limits.test.ts',
	resetOverride: 'limits.test.ts',
	overLimit: 'limits.test.ts',
	fractionalSeconds: 'limits.test.ts',
} as const satisfies Partial<Habits>;

const sandbox = {
	validateResponses: 'contract.test.ts',
	seed: 'faults.test.ts',
	journalSize: {
		observe: async () => {
			await each(Array(3).fill(() => call('GET', '/account')));
			return (await service.control<object[]>('/requests')).length;
		},
		seen: [
			[50_000, 3],
			[2, 2],
			[0, 0],
		],
	},
} as const satisfies Partial<Habits>;

const habits: Habits = {
	...rateLimit,
	...access,
	...refusals,
	...replies,
	...links,
	...lists,
	...sandbox,
};

const cases = Object.entries(habits).flatMap(([name, habit]) => {
	if (typeof habit === 'string') return [];
	const { seen, ...rest } = habit as Habit<unknown>;
	return seen.map(([value, expected]) => ({ name, value, expected, ...rest }));
});

test.each(cases)('$name $value', async ({ name, value, expected, beside, seed, observe }) => {
	const settings = { ...beside, [name]: value };
	await service.control('/reset', { method: 'POST', body: { settings, seed } });
	expect([await observe()]).toMatchObject([expected]);
	expect(await breaches(service)).toEqual([]);
});

describe('the table of settings', () => {
	const kinds = Object.assign(
		{},
		...Object.values(settingGroups),
	) as (typeof settingGroups)[string];

	test('in README.md is that of settings.ts; `node main.ts --list-settings` prints it', () => {
		const readme = readFileSync(join(__dirname, '../../sandbox/service/README.md'), 'utf8');
		expect(readme).toContain(settingsTable());
	});

	test.each(Object.entries(habits).filter(([, habit]) => typeof habit !== 'string'))(
		'%s is tested with its default first, and with all its values',
		(name, habit) => {
			const values = (habit as Habit<unknown>).seen.map(([value]) => value);
			expect(values[0]).toEqual(defaultSettings[name as keyof Settings]);
			expect(values).toEqual(kinds[name]!.allowed ?? values);
			expect(values.length).toBeGreaterThan(1);
		},
	);

	test('values of the wrong type are refused, and nothing is changed', async () => {
		const before = await service.control('/settings');
		const patch = (body: object) => service.control('/settings', { method: 'PATCH', body });
		await expect(patch({ pageSize: 0 })).rejects.toThrow('must lie between 1');
		await expect(patch({ pageSize: '5' })).rejects.toThrow('must be a number');
		await expect(patch({ ownAlias: 'free' })).rejects.toThrow('must be one of accepted, taken');
		await expect(patch({ linkUpdateNeedsUrl: 1 })).rejects.toThrow('must be a boolean');
		await expect(patch({ sharedDomains: [1] })).rejects.toThrow('must be an array of texts');
		await expect(patch({ shortLinkBase: 'sho.rt' })).rejects.toThrow('must be an address');
		await expect(patch({ missingEndpoints: ['updateUrl'] })).rejects.toThrow('unknown operation');
		await expect(patch({ maxPageSizes: { urls: 5 } })).rejects.toThrow('unknown operation');
		await expect(patch({ maxPageSizes: { listLinks: 0 } })).rejects.toThrow('object of numbers');
		await expect(patch({ pageSize: 20, ownAlias: 'free' })).rejects.toThrow();
		expect(await service.control('/settings')).toEqual(before);
	});

	test('can be set on the command line', async () => {
		const args = ['--set', 'overlayKey=overlay', '--set', 'sharedDomains=["https://sho.rt"]'];
		const other = await startService([
			...args,
			'--set',
			'pageSize=7',
			'--set',
			'domainCreationStatus=201',
		]);
		expect(await other.control('/settings')).toMatchObject({
			overlayKey: 'overlay',
			sharedDomains: ['https://sho.rt'],
			pageSize: 7,
			domainCreationStatus: '201',
		});
		await other.stop();
	});
});
