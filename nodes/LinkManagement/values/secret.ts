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

/** In lower case, with the same number of characters: a secret has only those of ASCII. */
const inLowerCase = (text: string): string =>
	text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** A text whose characters are decoded, in lower case. */
interface Decoded {
	text: string;
	/** Where a character begins in the encoded text. For the index after the last character, the end of that text. */
	startOf: (index: number) => number;
}

function decode(encoded: string): Decoded {
	if (!/[%\\]/.test(encoded)) return { text: inLowerCase(encoded), startOf: (index) => index };
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
		startOf: (index) => starts[index] ?? encoded.length,
	};
}

/** Replaces the secret in all of its encodings. */
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

/** The lengths that a part of the secret in a text can have, the longest first. */
function* partLengths(text: string, secret: string): Generator<number> {
	for (let length = Math.min(text.length, secret.length); length >= MIN_PART_LENGTH; length--)
		yield length;
}

/** Replaces the beginning of the secret at the end of a text that was cut there. */
function replaceBeforeCut(text: string, decodedSecret: string): string {
	for (const whole of [text, text.replace(CUT_CHARACTER, '')]) {
		const decoded = decode(whole);
		for (const length of partLengths(decoded.text, decodedSecret))
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
		for (const length of partLengths(decoded.text, decodedSecret))
			if (decoded.text.startsWith(decodedSecret.slice(-length)))
				return PLACEHOLDER + text.slice(skipped + decoded.startOf(length));
	}
	return text;
}

/**
 * Replaces a secret by `(key)`, also its parts before and after a cut.
 *
 * @param secret '' when there is none
 */
export function withoutSecret(text: string, secret: string): string {
	if (secret === '') return text;
	const decodedSecret = decode(secret).text;
	return replaceWhole(text, secret, decodedSecret)
		.split(CUTS)
		.map((part, index) => (index > 0 ? replaceAfterCut(part, decodedSecret) : part))
		.map((part) => replaceBeforeCut(part, decodedSecret))
		.join('');
}
