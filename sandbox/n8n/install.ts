import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Installs a packed community package in the folder where n8n looks for it, and replaces an existing one. */
export function installPackage(userFolder: string, name: string, tarball: string): void {
	const target = join(userFolder, '.n8n', 'nodes', 'node_modules', name);
	rmSync(target, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'], { stdio: 'pipe' });
}
