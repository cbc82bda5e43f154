import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { checkOperationIds } from './api/description.ts';
import { checkSettings, type Settings } from './settings.ts';

const presetFolder = fileURLToPath(new URL('presets', import.meta.url));

/** The names of all presets. */
export const presetNames = (folder = presetFolder): string[] =>
	readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.replace('.json', ''))
		.sort();

/**
 * The settings of a preset: the habits of one kind of service.
 *
 * @throws when there is no such preset, or when it has an unknown setting or a value that is not allowed
 */
export function presetSettings(name: string, folder = presetFolder): Partial<Settings> {
	const names = presetNames(folder);
	if (!names.includes(name))
		throw new Error(`There is no preset "${name}". Presets: ${names.join(', ')}`);
	const file = join(folder, `${name}.json`);
	try {
		const settings = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
		checkSettings(settings);
		checkOperationIds(settings);
		return settings;
	} catch (error) {
		throw new Error(`${file}: ${(error as Error).message}`);
	}
}
