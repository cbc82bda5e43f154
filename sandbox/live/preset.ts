/** The habits of a service as a preset of the sandbox. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { checkOperationIds } from '../service/api/description.ts';
import { checkSettings } from '../service/settings.ts';
import type { Findings } from './findings.ts';

/** Where the sandbox looks for presets, relative to the root. */
export const PRESET_FOLDER = 'sandbox/service/presets';

/**
 * What was measured, as the text of a preset. It has settings only: words such as `capped`, numbers, and operation IDs. Of
 * the service's own words it can have those that refuse a taken alias.
 *
 * @throws when a value is not one of the sandbox's
 */
export function presetText({ settings }: Findings): string {
	checkSettings(settings);
	checkOperationIds(settings);
	const sorted = Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1));
	return `${JSON.stringify(Object.fromEntries(sorted), null, '\t')}\n`;
}

/** Writes the preset and returns its path relative to the root. */
export function writePreset(root: string, name: string, findings: Findings): string {
	const path = join(PRESET_FOLDER, `${name}.json`);
	writeFileSync(join(root, path), presetText(findings));
	return path;
}
