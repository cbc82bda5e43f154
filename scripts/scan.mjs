/**
 * `npm run scan`: n8n's own scanner for community packages, which n8n runs on published packages. Here it checks the packed
 * files and the sources. Its command line needs a package on npm, so this script calls its functions, which take folders. Run
 * `npm run build` first.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { offerHelp } from './lib/help.mjs';
import { run } from './lib/run.mjs';
import { explain } from './lib/show.mjs';
import { root } from './lib/workspace.mjs';

offerHelp(`
Usage: npm run scan

Runs n8n's own scanner for community packages on the sources and the packed files. It needs "npm run build" before.
`);

const next = 'Next: run "npm run build", then the same command again.';

/** Packs the checkout as npm would publish it. @param {string} folder where to @returns {Promise<string>} the unpacked files */
async function pack(folder) {
	await run(['npm', 'pack', '--pack-destination', folder], { log: 'scan-pack', next });
	const tarball = /** @type {string} */ (readdirSync(folder).find((name) => name.endsWith('.tgz')));
	await run(['tar', '-xzf', join(folder, tarball), '-C', folder], { log: 'scan-unpack', next });
	const unpacked = join(folder, 'package');
	const { n8n } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
	const missing = [...n8n.credentials, ...n8n.nodes].filter(
		(file) => !existsSync(join(unpacked, file)),
	);
	// The scanner would pass a package without built files
	if (missing.length > 0)
		throw new Error(`Not in the packed files: ${missing.join(', ')}\n\n${next}`);
	return unpacked;
}

/** @typedef {{ passed: boolean, message?: string, details?: string }} Finding */

/** Prints a result of the scanner. @param {string} title @param {Finding} finding @returns {boolean} whether it passed */
function tell(title, { passed, message, details }) {
	// The scanner passes a folder without any files to check, with a message that says so
	const fine = passed && message === undefined;
	console.log(fine ? `${title}: passed` : `${title}: ${message}\n${details ?? next}`);
	return fine;
}

const folder = mkdtempSync(join(tmpdir(), 'scan-'));
try {
	// The scanner creates a temporary folder when it is loaded, and does not delete it
	process.env.TMPDIR = folder;
	const { analyzePackage, SOURCE_FILE_PATTERNS } =
		// @ts-expect-error It has no types
		await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const results = [
		tell('Sources', await analyzePackage(root, SOURCE_FILE_PATTERNS)),
		tell('Packed files', await analyzePackage(await pack(folder), ['**/*.js', 'package.json'])),
	];
	process.exitCode = results.every(Boolean) ? 0 : 1;
} catch (error) {
	console.error(explain(error));
	process.exitCode = 1;
} finally {
	rmSync(folder, { recursive: true, force: true });
}
