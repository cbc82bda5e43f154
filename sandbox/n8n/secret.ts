import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * A random text of this installation. It is kept in a file that only this user can read, and made when the file does not
 * exist yet.
 */
export function secretIn(file: string): string {
	try {
		// n8n asks for a digit and a capital letter
		const secret = `${randomBytes(18).toString('base64url')}-A1`;
		writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
		return secret;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		return readFileSync(file, 'utf8').trim();
	}
}
