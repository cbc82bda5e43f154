/** The paths of a checkout. This file runs on Node 20 without packages, because it is used before anything is installed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** For everything that is created at run time (data, logs, the tarball). git and ESLint ignore it. */
export const stateFolder = join(root, '.sandbox');

/** The Node 24 that n8n needs and that its native parts are built for, whichever Node runs this. */
export const pinnedNode = join(root, 'sandbox', 'node_modules', '.bin', 'node');

/** The packed community package, relative to the root. */
export function tarballName() {
	const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	return join('.sandbox', `${name}-${version}.tgz`);
}
