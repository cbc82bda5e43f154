import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

// Far cheaper than a public service would choose, because hashing blocks the only thread: 1,024 rounds took 2 ms a link
const cost = { N: 32 };

/** A password as it is stored: salt and hash. */
export function hashPassword(password: string): string {
	const salt = randomBytes(16);
	return `${salt.toString('hex')}:${scryptSync(password, salt, 32, cost).toString('hex')}`;
}

export function isPassword(password: string, stored: string): boolean {
	const [salt = '', hash = ''] = stored.split(':');
	return timingSafeEqual(
		scryptSync(password, Buffer.from(salt, 'hex'), 32, cost),
		Buffer.from(hash, 'hex'),
	);
}
