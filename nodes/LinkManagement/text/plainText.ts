const ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
	hellip: '…',
	ndash: '–',
	mdash: '—',
	lsquo: '‘',
	rsquo: '’',
	ldquo: '“',
	rdquo: '”',
};
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi;
const MAX_CODE_POINT = 0x10ffff;

const character = (code: number): string =>
	code <= MAX_CODE_POINT ? String.fromCodePoint(code) : '';

/** Decodes HTML entities: `R&amp;D` and `R&#38;D` become R&D. Unknown entities stay as they are. */
export const decodeEntities = (text: string): string =>
	text.replace(ENTITY, (entity, decimal?: string, hexadecimal?: string, name = '') => {
		if (decimal !== undefined) return character(Number(decimal));
		if (hexadecimal !== undefined) return character(parseInt(hexadecimal, 16));
		return ENTITIES[(name as string).toLowerCase()] ?? entity;
	});

/** Comments, and elements whose content is not shown. One that is not closed extends to the end of the text. */
const HIDDEN = /<!--[^]*?(?:-->|$)|<(script|style|template)\b[^]*?(?:<\/\1\b[^>]*(?:>|$)|$)/gi;
/** A tag. A `>` in a quoted attribute does not end it. */
const TAG = /<[/!?a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/gi;
/** A tag with a quote that is not closed. */
const TAG_WITH_OPEN_QUOTE = /<[/!?a-z][^<>]*>/gi;
/** Elements that can be part of a word or a sentence. All others separate the text before and after them. */
const INLINE =
	/^<\/?(a|abbr|b|bdi|bdo|code|del|em|font|i|ins|kbd|mark|s|small|span|strong|sub|sup|u|var)\b/i;

const withoutTag = (tag: string): string => (INLINE.test(tag) ? '' : ' ');

export const withoutTags = (text: string): string =>
	text.replace(HIDDEN, ' ').replace(TAG, withoutTag).replace(TAG_WITH_OPEN_QUOTE, withoutTag);

/**
 * Replaces the secret in texts: plain, in other letter case, encoded as in an address, in JSON or in HTML, and in part where the
 * text was cut within it. Other forms, such as base64, hexadecimal or reversed, are not looked for, because there is no end of them.
 */
const PLACEHOLDER = '(key)';
/** The part of the secret before or after a cut is replaced if it is at least this long. */
const MIN_PART_LENGTH = 4;

/** One character, plain or encoded as in an address or in JSON: `%2F`, `%252F`, `\u002f` and `\/` are `/`. */
const CHARACTER = /%(?:25)*([\da-f]{2})|\\u([\da-f]{4})|\\(["'\\/])|[^]/gi;
/** The incomplete rest of an encoded character at a cut, in an address, in JSON or in HTML. */
const CUT_CHARACTER = /(?:%(?:25)*[\da-f]?|\\(?:u[\da-f]{0,3})?|&#?\w{0,8})$/i;
/** The rest of an encoded character after a cut, such as `2F` or `#47;`. */
const REST_OF_CHARACTER = /^[\w#;]{0,5}/;
/** Marks where a text was cut or masked. A text may also be cut at its end without a mark. */
const CUTS = /(…|\.{3,}|\*{3,}|•{3,})/;

const inLowerCase = (text: string): string =>
	text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** `startOf` tells where a character begins in the encoded text. For the index after the last one, it is the end of that text. */
function decode(encoded: string) {
	if (!/[%\\]/.test(encoded))
		return { text: inLowerCase(encoded), startOf: (index: number) => index };
	const characters: string[] = [];
	const starts: number[] = [];
	for (const match of encoded.matchAll(CHARACTER)) {
		const [whole, byte, unit, escaped = whole] = match;
		const code = byte ?? unit;
		characters.push(code === undefined ? escaped : String.fromCharCode(parseInt(code, 16)));
		starts.push(match.index);
	}
	return {
		text: inLowerCase(characters.join('')),
		startOf: (index: number) => starts[index] ?? encoded.length,
	};
}

function replaceWhole(text: string, secret: string, decodedSecret: string): string {
	const replaced = text.replaceAll(secret, PLACEHOLDER);
	const decoded = decode(replaced);
	let result = '';
	let end = 0;
	for (let at = decoded.text.indexOf(decodedSecret); at >= 0;) {
		result += replaced.slice(end, decoded.startOf(at)) + PLACEHOLDER;
		end = decoded.startOf(at + decodedSecret.length);
		at = decoded.text.indexOf(decodedSecret, at + decodedSecret.length);
	}
	return result + replaced.slice(end);
}

/** Replaces the beginning of the secret at the end of a text that was cut there. */
function replaceBeforeCut(text: string, decodedSecret: string): string {
	for (const whole of [text, text.replace(CUT_CHARACTER, '')]) {
		const decoded = decode(whole);
		for (let length = decodedSecret.length; length >= MIN_PART_LENGTH; length--)
			if (decoded.text.endsWith(decodedSecret.slice(0, length)))
				return whole.slice(0, decoded.startOf(decoded.text.length - length)) + PLACEHOLDER;
	}
	return text;
}

/** Replaces the end of the secret at the beginning of a text that was cut there. */
function replaceAfterCut(text: string, decodedSecret: string): string {
	const [rest = ''] = REST_OF_CHARACTER.exec(text) ?? [];
	for (let skipped = 0; skipped <= rest.length; skipped++) {
		const decoded = decode(text.slice(skipped));
		for (let length = decodedSecret.length; length >= MIN_PART_LENGTH; length--)
			if (decoded.text.startsWith(decodedSecret.slice(-length)))
				return PLACEHOLDER + text.slice(skipped + decoded.startOf(length));
	}
	return text;
}

export function withoutSecret(text: string, secret: string): string {
	if (secret === '') return text;
	const decodedSecret = decode(secret).text;
	return replaceWhole(text, secret, decodedSecret)
		.split(CUTS)
		.map((part, index) => (index > 0 ? replaceAfterCut(part, decodedSecret) : part))
		.map((part) => replaceBeforeCut(part, decodedSecret))
		.join('');
}

/** Text that may leave the node: without the secret and markup, on one line, and no longer than allowed, in characters. Never throws. */
export type PlainText = (value: unknown, maxLength?: number) => string;

const MAX_READ = 4_000;
/** Deeper levels of a value are not read, which bounds the recursion. */
const MAX_DEPTH = 6;
const DEFAULT_MAX_LENGTH = 500;

/** The texts in a value, of which no more than `MAX_READ` is read. */
function readText(value: unknown): string {
	let remaining = MAX_READ;
	const cut = (text: string): string => {
		const kept = text.slice(0, Math.max(0, remaining));
		remaining -= kept.length;
		return kept;
	};
	const read = (part: unknown, depth: number): string => {
		remaining--;
		if (part === undefined || part === null || depth > MAX_DEPTH) return '';
		if (typeof part !== 'object') return cut(`${part as string | number | boolean}`);
		const { message, detail } = part as { message?: unknown; detail?: unknown };
		const said = depth > 0 ? (message ?? detail ?? undefined) : undefined;
		return said === undefined ? readFields(part, depth + 1) : read(said, depth + 1);
	};
	const readFields = (part: object, depth: number): string => {
		const isList = Array.isArray(part);
		// To go through the indexes of a whole long list would take time
		const fields = (isList ? part.slice(0, MAX_READ) : part) as Record<string, unknown>;
		const texts: string[] = [];
		for (const name in fields) {
			if (remaining <= 0) break;
			const text = read(fields[name], depth);
			if (text.trim() !== '') texts.push(isList ? text : `${cut(name)}: ${text}`);
		}
		return texts.join(isList ? ', ' : '; ');
	};
	return read(value, 0);
}

/** Characters that are not seen, or that change how others are shown: joiners, fillers, tags, direction marks, halves of pairs. */
const INVISIBLE = /[\p{Surrogate}\p{Format}\p{Default_Ignorable_Code_Point}]/gu;
const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

export const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** For a sentence that goes on after the text. */
export const withoutFullStop = (text: string): string => text.replace(/(?<!\.)\.+$/, '');

const onOneLine = (text: string): string =>
	withoutInvisible(text)
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();

/** n8n shows descriptions as HTML. A text without `<` contains no element, even when other text is added to it. */
const withoutAngles = (text: string): string =>
	text.replace(/<(\S[^<>]*)>/g, '‹$1›').replaceAll('<', '‹');

/** Cuts a text between two characters, never within a surrogate pair. */
function shortened(text: string, maxLength: number): string {
	if (text.length <= maxLength) return text;
	const beginning = text.slice(0, Math.max(0, maxLength - 1)).replace(/\p{Surrogate}$/u, '');
	return `${beginning.trimEnd()}…`;
}

/** A text may be escaped twice, so it is decoded until it no longer changes. Each round makes it shorter. */
function decodeAllEntities(text: string): string {
	for (let encoded = text; ;) {
		const decoded = decodeEntities(withoutInvisible(encoded));
		if (decoded === encoded) return decoded;
		encoded = decoded;
	}
}

/** Makes texts without the secret; '' when there is none. */
export function plainTextWithout(secret: string): PlainText {
	return (value, maxLength = DEFAULT_MAX_LENGTH) => {
		const read = readText(value);
		// The secret is replaced first, because removing markup could leave a part of a secret with `<` or `&`, and again at the
		// end, because markup or entities may be inside the secret.
		const text = decodeAllEntities(withoutTags(withoutSecret(read, secret)));
		const concealed = withoutSecret(onOneLine(text), secret);
		return shortened(withoutAngles(concealed), maxLength);
	};
}

/** For texts that are made before the secret is known. */
export const plainText = plainTextWithout('');

/** A value of the user for a message: unchanged, but escaped so that it has no effect in HTML. @param maxLength in characters */
export const verbatim = (value: unknown, maxLength = DEFAULT_MAX_LENGTH): string =>
	shortened(withoutAngles(onOneLine(readText(value))), maxLength);
