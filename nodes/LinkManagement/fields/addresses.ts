import { invalidInput } from '../errors';
import { parsedUrl, trimmed, visibleText } from '../values/comparable';
import { textOf } from '../values/json';
import { valueWarning } from '../values/sentences';
import { asTrimmedText, quoted, warnAbout, warnIfRounded } from './convert';
import type { Convert } from './field';

/** Schemes that run a script or read local data instead of opening a page. */
const NO_PLACE = /^(?:javascript|vbscript|data|blob|file):/i;
const USUAL_SCHEME =
	/^(?:(?:https?|market|intent|itms-apps):\/\/(?=[^\s/])|(?:mailto|tel|sms|geo):)/i;
/** A scheme of any app, before something that is a host for it. */
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\/(?=[^\s/])/i;
const SECOND_SCHEME = /^https?:\/\/https?(?::|\/\/)/i;
/** What stands before the path where people write an address without its scheme: a host with a dot, or with a port. */
const HOST =
	/^(?:(?:[\p{L}\d-]+\.)+(?:\p{L}{2,}|xn--[a-z\d-]+)(?::\d+)?|\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|[a-z][a-z\d-]*:\d{2,})(?:[/?#]\S*)?$/iu;

const ADDED_SCHEME = valueWarning('has no scheme, so https:// was added');
const UNUSUAL_SCHEME = valueWarning('has a scheme that browsers may not know');
const INVISIBLE = valueWarning('contains characters that nobody sees');

function problemOf(address: string): [problem: string, advice: string] | undefined {
	if (NO_PLACE.test(address)) return ['does not lead to a page', 'Start it with https://.'];
	if (!SCHEME.test(address) && !USUAL_SCHEME.test(address))
		return ['is not a complete URL', 'Start it with https://.'];
	if (SECOND_SCHEME.test(address)) return ['begins with two schemes', 'Remove one of them.'];
	if (!parsedUrl(address.replace(/\s/g, '%20')))
		return ['is not a complete URL', 'Check the host and the port.'];
	return /\s/.test(address) ? ['contains a space', 'Write %20 instead of it.'] : undefined;
}

/** An address with its scheme: https://…, which is added where it is left out, or that of an app or a phone, such as tel:…. */
export const asUrl: Convert<string> = (value, field) => {
	const given = textOf(asTrimmedText(value, field));
	if (given === '') return undefined;
	const isHost = HOST.test(given) && !USUAL_SCHEME.test(given) && !NO_PLACE.test(given);
	const address = isHost ? `https://${given}` : given;
	const [problem, advice = ''] = problemOf(address) ?? [];
	if (problem !== undefined) throw invalidInput(field, `${quoted(value)} ${problem}`, advice);
	if (isHost) warnAbout(field, ADDED_SCHEME, given);
	else if (!USUAL_SCHEME.test(address)) warnAbout(field, UNUSUAL_SCHEME, address);
	if (visibleText(address) !== address) warnAbout(field, INVISIBLE, address);
	return address;
};

/** What no part of a path can contain, so that it can be no alias. */
const NO_ALIAS = /[?#\\]|\/\//;

export const asAlias: Convert<string> = (value, field) => {
	const given = textOf(asTrimmedText(value, field));
	const alias = trimmed(given, (sign) => sign === '/');
	if (given.includes('://') || (alias.includes('/') && HOST.test(alias)))
		throw invalidInput(
			field,
			`${quoted(value)} is a whole short URL`,
			field.mode === 'alias'
				? 'Choose By ID or Short URL, or enter only the part after the domain.'
				: 'Enter only the part after the domain. Create or Update takes short URLs with Match On: Short URL.',
		);
	if (NO_ALIAS.test(alias) || (alias === '' && given !== ''))
		throw invalidInput(
			field,
			`${quoted(value)} cannot be part of a short URL`,
			'Leave out ?, #, \\ and double slashes.',
		);
	warnIfRounded(value, alias, field);
	return alias || undefined;
};
