import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { comparableUrl, normalized } from '../../values/comparable';
import { textOf } from '../../values/json';

/** Without vowels, an alias contains no word that a service blocks (services.md section 2). */
const SIGNS = 'bcdfghjklmnpqrstvwxz0123456789';
/** Long enough that the aliases of a million links differ, short enough to read out. */
const LENGTH = 10;

/**
 * An alias that the same long URL with the same parameters on the same domain always gets, in every process.
 *
 * @returns ten consonants and digits
 */
export function derivedAlias({ url, domain, parameters }: IDataObject): string {
	const lines = [
		textOf(url),
		comparableUrl(domain),
		...(parameters === undefined ? [] : [textOf(parameters)]),
	];
	const text = normalized(lines.join('\n'), 'NFC');
	const digest = createHash('sha256').update(text).digest('hex');
	const base = BigInt(SIGNS.length);
	let number = BigInt(`0x${digest}`);
	let alias = '';
	while (alias.length < LENGTH) {
		alias += SIGNS.charAt(Number(number % base));
		number /= base;
	}
	return alias;
}
