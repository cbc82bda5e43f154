/** What is packed: the files of the package, with a README that npmjs.com can show. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './workspace.mjs';

/** A picture of the repository in a Markdown text: what stands before its path, and the path. */
const PICTURE = /(!\[[^\]]*\]\()(?!\w+:)([^)\s]+)/g;

/** With pictures at the addresses of the released version: npmjs.com shows no others. @param {string} readme */
function withAbsolutePictures(readme) {
	const { repository, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	const { pathname } = new URL(repository.url.replace(/^git\+|\.git$/g, ''));
	const files = `https://raw.githubusercontent.com${pathname}/v${version}`;
	return readme.replace(PICTURE, `$1${files}/$2`);
}

/** Copies the files of the package into a folder, from which npm packs them. @param {string} folder */
export function stagePackage(folder) {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	for (const name of ['package.json', 'LICENSE.md', 'dist'])
		cpSync(join(root, name), join(folder, name), { recursive: true });
	const readme = readFileSync(join(root, 'README.md'), 'utf8');
	writeFileSync(join(folder, 'README.md'), withAbsolutePictures(readme));
}
