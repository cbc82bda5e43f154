import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The Node that n8n and the link service are written for: this one, or else the sandbox's own. */
export function nodeBinary(): string {
	if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
	const own = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url));
	if (!existsSync(own)) throw new Error('Node 24 is needed: install the packages of sandbox/ first');
	return own;
}
