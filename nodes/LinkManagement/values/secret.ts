/** Replaces the secret in texts. */
const PLACEHOLDER = '(key)';
/** The beginning of the secret at a cut is replaced if it is at least this long. */
const MIN_PART_LENGTH = 4;

/** One character, plain or encoded as in an address or in JSON: `%2F`, `%252F`, `\u002f` and `\/` are `/`. */
const CHARACTER = /%(?:25)*([\da-f]{2})|\\u([\da-f]{4})|\\(["'\\/])|[^]/gi;
/** The incomplete rest of an encoded character at a cut, in an address, in JSON or in HTML. */
const CUT_CHARACTER = /(?:%(?:25)*[\da-f]?|\\(?:u[\da-f]{0,3})?|&#?\w{0,8})$/i;
/** Marks where a text was cut. A text may also be cut at its end without a mark. */
const CUTS = /(…|\.{3})/;

/** A text whose characters are decoded. */
interface Decoded {
	text: string;
	/** Where a character begins in the encoded text. For the index after the last character, the end of that text. */
	startOf: (index: number) => number;
}

function decode(encoded: string): Decoded {
	if (!/[%\\]/.test(encoded)) return { text: encoded, startOf: (index) => index };
	const characters: string[] = [];
	const starts: number[] = [];
	for (const match of encoded.matchAll(CHARACTER)) {
		const [whole, byte, unit, escaped = whole] = match;
		const code = byte ?? unit;
		characters.push(code === undefined ? escaped : String.fromCharCode(parseInt(code, 16)));
		starts.push(match.index);
	}
	return { text: characters.join(''), startOf: (index) => starts[index] ?? encoded.length };
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

/** Replaces the beginning of the secret at the end of a text that was cut there. */
function replacePart(text: string, decodedSecret: string): string {
	for (const whole of [text, text.replace(CUT_CHARACTER, '')]) {
		const decoded = decode(whole);
		for (let length = decodedSecret.length; length >= MIN_PART_LENGTH; length--)
			if (decoded.text.endsWith(decodedSecret.slice(0, length)))
				return whole.slice(0, decoded.startOf(decoded.text.length - length)) + PLACEHOLDER;
	}
	return text;
}

/**
 * Replaces a secret by `(key)`, plain or encoded as in an address or in JSON, and also the beginning of a secret where the
 * text was cut within it.
 *
 * @param secret '' when there is none
 */
export function withoutSecret(text: string, secret: string): string {
	if (secret === '') return text;
	const decodedSecret = decode(secret).text;
	return replaceWhole(text, secret, decodedSecret)
		.split(CUTS)
		.map((part) => replacePart(part, decodedSecret))
		.join('');
}
