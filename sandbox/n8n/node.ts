import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The Node that n8n needs and that its native parts are built for: the current one, or the sandbox's own. */
export function nodeBinary(): string {
	if (Number(process.versions.node.split('.')[0]) === 24) return process.execPath;
	const own = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url));
	if (!existsSync(own)) throw new Error('Node 24 is not there: run `node scripts/bootstrap.mjs`');
	return own;
}
