import { invalidInput, isTool } from '../errors';
import { decoded, normalized, parsedUrl, standsForNothing } from '../text/comparable';
import { textOf } from '../text/json';
import { counted, listed, valueWarning } from '../text/sentences';
import { unlessNothing } from './cells';
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

/** The hosts that the hint names. */
const MAX_HOSTS = 3;
const ADDED_SCHEME = valueWarning('has no scheme, so https:// was added', {
	isOnlyCounted: true,
	sentence: (hosts) =>
		`https:// was added to ${counted(hosts.length, 'URL')} without a scheme: ${listed(hosts, MAX_HOSTS)}.`,
});
const UNUSUAL_SCHEME = valueWarning('has a scheme that browsers may not know');
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const INVISIBLE = valueWarning('contains characters that nobody sees');

/** What mails, Markdown and quotations put around a URL. */
const AROUND = /^[<([{"'„“”‘’«]/;
const LINE_BREAK = /[\t-\r\u2028\u2029]/;
const OTHER_BLANK = /[^\S ]/;

function problemOf(address: string): [problem: string, advice: string] | undefined {
	if (NO_PLACE.test(address)) return ['does not lead to a page', 'Start it with https://.'];
	if (AROUND.test(address))
		return [`begins with ${address.charAt(0)}`, 'Remove what stands around the URL.'];
	if (!SCHEME.test(address) && !USUAL_SCHEME.test(address))
		return ['is not a complete URL', 'Start it with https://.'];
	if (SECOND_SCHEME.test(address)) return ['begins with two schemes', 'Remove one of them.'];
	if (!parsedUrl(address.replace(/\s/g, '%20')))
		return ['is not a complete URL', 'Check the host and the port.'];
	if (LINE_BREAK.test(address)) return ['contains a line break or a tab', 'Remove it.'];
	if (OTHER_BLANK.test(address)) return ['contains a blank that is no usual space', 'Remove it.'];
	return address.includes(' ') ? ['contains a space', 'Write %20 instead of it.'] : undefined;
}

/** An address with its scheme: https://…, which is added where it is left out, or that of an app or a phone, such as tel:…. */
export const asUrl: Convert<string> = (value, field) => {
	const text = textOf(asTrimmedText(value, field));
	if (text === '') return undefined;
	const isHost = HOST.test(text) && !USUAL_SCHEME.test(text) && !NO_PLACE.test(text);
	const address = isHost ? `https://${text}` : text;
	const [problem, advice = ''] = problemOf(address) ?? [];
	if (problem !== undefined) throw invalidInput(field, `${quoted(value)} ${problem}`, advice);
	if (isHost) warnAbout(field, ADDED_SCHEME, text, /^[^/?#]+/.exec(text)?.[0]);
	else if (!USUAL_SCHEME.test(address)) warnAbout(field, UNUSUAL_SCHEME, address);
	if (UNSEEN.test(address)) warnAbout(field, INVISIBLE, address);
	return address;
};

/** What JavaScript writes for a value that is not there. A word may end in the letters of `null`. */
const ENDS_IN_NOTHING = /(?:undefined|(?:^|[^\p{L}\p{N}])null)\/?$/u;
const WITHOUT_END = valueWarning('ends as if a value of the expression were missing');

/** A URL that is probably made of parts, such as `https://example.com/p/{{ $json.slug }}`. */
export const asLongUrl: Convert<string> = (value, field) => {
	const url = asUrl(value, field);
	if (url !== undefined && ENDS_IN_NOTHING.test(url)) warnAbout(field, WITHOUT_END, url);
	return url;
};

/** What no part of a path can contain, and nothing at all, so that it can be no alias. */
const NO_ALIAS = /[?#\\]|\/\/|^$/;
/** A URL parser takes these parts of a path for the folder itself, and the one above it. */
const FOLDER = /^(?:\.|%2e){1,2}$/i;

export const asAlias: Convert<string> = (value, field) => {
	const text = textOf(asTrimmedText(value, field));
	if (text === '') return undefined;
	// Names of files on a Mac have accents of their own, which services write as one letter
	const alias = normalized(text.replace(/^\/+|(?<!\/)\/+$/g, ''), 'NFC');
	const refuse = (problem: string, advice: string) =>
		invalidInput(field, `${quoted(value)} ${problem}`, advice);
	if (text.includes('://') || (alias.includes('/') && HOST.test(alias)))
		throw refuse(
			'is a whole short URL',
			field.mode === 'alias'
				? 'Choose By ID or Short URL, or enter only the part after the domain.'
				: 'Enter only the part after the domain. Create or Update takes short URLs with Match On: Short URL.',
		);
	if (NO_ALIAS.test(alias))
		throw refuse('cannot be part of a short URL', 'Leave out ?, #, \\ and double slashes.');
	if (/\p{Cc}/u.test(alias))
		throw refuse('contains a line break or another control character', 'Remove it.');
	if (alias.split('/').some((part) => FOLDER.test(part)))
		throw refuse(
			'cannot be part of a short URL, because browsers take . and .. for folders',
			'Enter another alias.',
		);
	warnIfRounded(value, alias, field);
	return alias;
};

/** Letters outside ASCII, as a browser's address has them. */
const CODED_LETTERS = /(?:%[89a-f][\da-f])+/gi;

const IS_WORD_FOR_NOTHING = valueWarning('is a word for nothing, and was taken as the alias');

/** The alias that a link is given. A model that wants none may write `null`; in a table, it may be a word. */
export const asNewAlias: Convert<string> = (value, field) => {
	const convert = isTool(field.node) ? unlessNothing(asAlias) : asAlias;
	const alias = convert(value, field);
	if (alias === undefined) return undefined;
	if (standsForNothing(value)) warnAbout(field, IS_WORD_FOR_NOTHING, value);
	else if (ENDS_IN_NOTHING.test(alias)) warnAbout(field, WITHOUT_END, alias);
	return normalized(
		alias.replace(CODED_LETTERS, (codes) => decoded(codes)),
		'NFC',
	);
};
