/** The row about the size of the package. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { root, tarballName } from '../../scripts/lib/workspace.mjs';
import { short } from '../report.mts';
import type { Result } from '../types.mts';

const MAX_KB = 146;

function measure(): Result {
	const kilobytes = statSync(join(root, tarballName())).size / 1000;
	const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
		dependencies?: object;
	};
	const dependencies = Object.keys(manifest.dependencies ?? {}).length;
	return {
		id: 'package',
		title: 'package',
		cells: { node: `${short(kilobytes)} kB packed, ${dependencies} dependencies` },
		verdicts: [
			{ says: `≤ ${MAX_KB} kB packed`, figure: kilobytes, reached: kilobytes <= MAX_KB },
			{ says: 'no dependency', figure: dependencies, reached: dependencies === 0 },
		],
		rounds: [{ kilobytes, dependencies }],
	};
}

export const packageRow = { id: 'package', measure };
