import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// The library n8n packs files with
const { unzipSync } = createRequire(require.resolve('../../../sandbox/package.json'))('fflate') as {
	unzipSync(archive: Uint8Array): Record<string, Uint8Array>;
};

/** The files of a ZIP by their names. */
export function filesOfZip(file: string): Record<string, Buffer> {
	const files = Object.entries(unzipSync(readFileSync(file)));
	return Object.fromEntries(files.map(([name, content]) => [name, Buffer.from(content)]));
}
