import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { comparableUrl } from '../../values/comparable';
import { textOf } from '../../values/json';

/** Long enough that a million links do not meet by chance, short enough to read out. */
const LENGTH = 10;

/**
 * An alias that the same long URL with the same parameters on the same domain always gets.
 *
 * @returns ten letters and digits
 */
export function derivedAlias({ url, domain, parameters }: IDataObject): string {
	const lines = [
		textOf(url),
		comparableUrl(domain),
		...(parameters === undefined ? [] : [textOf(parameters)]),
	];
	const digest = createHash('sha256').update(lines.join('\n')).digest('hex');
	return BigInt(`0x${digest}`).toString(36).slice(-LENGTH);
}

/** Letters and digits only: what services make of an alias (lower case, dashes) still compares equal. */
export const plainAlias = (alias: unknown): string =>
	textOf(alias)
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');

/** The alias of a link, from its short URL where the reply has none. */
export const aliasOf = ({ alias, shorturl }: IDataObject): string =>
	plainAlias(alias ?? textOf(shorturl).split('/').pop());

/** Whether a link leads where it was to lead; its parameters may have been added to the long URL already. */
export const sameTarget = (link: IDataObject, wanted: IDataObject): boolean =>
	comparableUrl(link.longurl) === comparableUrl(wanted.url) ||
	(Array.isArray(wanted.parameters) &&
		/^[?&]/.test(comparableUrl(link.longurl).split(comparableUrl(wanted.url))[1] ?? ''));
