import { type FieldContext, invalidInput, isTool } from '../errors';
import { trimmed, visibleText } from '../text/comparable';
import { isObject, textOf } from '../text/json';
import { verbatim } from '../text/plainText';
import { type ValueWarning, valueWarning } from '../text/sentences';
import type { Convert } from './field';
import type { KnownName } from './knownNames';

const MAX_QUOTED_LENGTH = 80;

/** Most texts have one of these, which takes less time to see than that no character is visible. */
const VISIBLE = /[!-~]/;

/** An empty cell, also one of characters that nobody sees, an expression without a result, or a field that was left alone. */
export const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && !VISIBLE.test(value) && visibleText(value) === '') ||
	(Array.isArray(value) && value.length === 0);

/** A date, and every other object whose JSON is a text, as that text; any other value unchanged. */
function withoutJsonQuotes(value: unknown): unknown {
	const json = isObject(value) && typeof value.toJSON === 'function' ? textOf(value) : '';
	return json.startsWith('"') ? (JSON.parse(json) as unknown) : value;
}

export const quoted = (value: unknown): string =>
	`"${verbatim(textOf(withoutJsonQuotes(value)), MAX_QUOTED_LENGTH)}"`;

export const warnAbout = (
	{ label, warnings }: FieldContext,
	warning: ValueWarning,
	value: unknown,
	counted?: string,
): void => void warnings?.push({ label, value: quoted(value), warning, counted });

/** What a hint says after the run, which a model does not see. */
export function warnTool(field: FieldContext, warning: ValueWarning, value: unknown): void {
	if (isTool(field.node)) warnAbout(field, warning, value);
}

/** A number that has lost digits: as a number, in scientific notation, or filled up with zeros after 15 digits. */
const ROUNDED = /^(?:\d(?:[.,]\d+)?e\+\d+|[1-9]\d{14}0+)$/i;
const IS_ROUNDED = valueWarning('is a number that a spreadsheet may have rounded');

export function warnIfRounded(value: unknown, text: string, field: FieldContext): void {
	if (ROUNDED.test(text) || (typeof value === 'number' && !Number.isSafeInteger(value)))
		warnAbout(field, IS_ROUNDED, text);
}

/** An unpaired surrogate, as left by cutting a text within a character. It can't be part of a URL. */
const HALF_CHARACTER = /\p{Surrogate}/u;
/** What a file that was read in another encoding has in place of letters. */
const UNREADABLE = '\ufffd';
/** What spreadsheets in English and German have in the cell of a formula that has no result. */
const ERROR = /#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|NV|BEZUG!|WERT!|ZAHL!)/i.source;
const CELL_ERROR = new RegExp(`^\\s*${ERROR}\\s*$`, 'i');
const CELL_ERROR_IN_JSON = new RegExp(`"\\s*${ERROR}\\s*"`, 'i');

/** What JavaScript writes for an object in a text. */
const OBJECT = '[object Object]';
const ONE_OF_ITS_VALUES =
	'Give one of its values, such as {{ $json.tags[0] }} or {{ $json.campaign.name }}.';

function checkText(text: string, field: FieldContext, cellError = CELL_ERROR): void {
	if (HALF_CHARACTER.test(text)) throw notText(text, field);
	if (text.includes(OBJECT))
		throw invalidInput(field, `${quoted(text)} was made of an object`, ONE_OF_ITS_VALUES);
	if (text.includes(UNREADABLE))
		throw invalidInput(
			field,
			`${quoted(text)} contains characters that could not be read`,
			'Choose the encoding of the file where it is read, or save it as UTF-8.',
		);
	if (cellError.test(text))
		throw invalidInput(
			field,
			`${quoted(text)} is what a spreadsheet shows for a formula without a result`,
			'Correct the formula, or empty the cell.',
		);
}

const notText = (value: unknown, field: FieldContext) =>
	invalidInput(
		field,
		`${quoted(value)} is not text`,
		typeof value === 'object' ? ONE_OF_ITS_VALUES : 'Enter text.',
	);

/** Text. Numbers and dates become text, but NaN is rejected. n8n itself makes text only of the dates in a collection. */
export const asText: Convert<string> = (original, field) => {
	const value = withoutJsonQuotes(original);
	if (isEmpty(value)) return undefined;
	if (typeof value === 'string') checkText(value, field);
	else if (typeof value !== 'boolean' && !Number.isFinite(value)) throw notText(value, field);
	return textOf(value);
};

/** The only value of a list in JSON, such as `["Spring"]`, as exports of Airtable have it; any other text unchanged. */
export function onlyValueIn(text: string): string {
	const [one, ...others] = jsonArray(text) ?? [];
	const isOnly = others.length === 0 && (typeof one === 'string' || typeof one === 'number');
	return isOnly ? trimmed(textOf(one)) : text;
}

/** One line of text, without anything blank around it. */
export const asTrimmedText: Convert<string> = (value, field) =>
	onlyValueIn(trimmed(textOf(asText(value, field)))) || undefined;

/** A name as services match it, or the text as it is, because services may know more names. @param warningFor a text and its name */
export const asKnownName =
	(
		known: KnownName,
		warningFor?: (text: string, name?: string) => ValueWarning | undefined,
	): Convert<string> =>
	(value, field) => {
		const typed = asTrimmedText(value, field);
		if (typed === undefined) return undefined;
		const name = known(typed);
		const warning = warningFor?.(typed, name);
		if (warning) warnAbout(field, warning, typed);
		return name ?? typed;
	};

/** An ID or count: a number or digits, perhaps as `42.0`, never a path. */
export function asPositiveInteger(value: unknown, field: FieldContext): number {
	const digits = typeof value === 'string' && /^(\d+)(?:\.0+)?$/.exec(visibleText(value))?.[1];
	const number = typeof digits === 'string' ? Number(digits) : value;
	if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) {
		throw invalidInput(
			field,
			isEmpty(value)
				? 'a value is required'
				: `${quoted(value)} is not a whole number of at least 1`,
			'Enter a number such as 42.',
		);
	}
	return number;
}

/** A choice as it is compared: tables have its label, which may be written with spaces or hyphens, such as Public and Wi-Fi. */
const choiceKey = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');

/** Also where it differs only in case, spaces and hyphens. @param problem of a value that is none of the known ones. @param labels in their order */
export function asOneOf<Name extends string>(
	known: readonly Name[],
	problem = 'is not a valid value',
	labels: readonly string[] = [],
): Convert<Name> {
	const names = new Map(known.map((name) => [choiceKey(name), name]));
	for (const [at, label] of labels.entries()) names.set(choiceKey(label), known[at]!);
	return (value, field) => {
		const found = names.get(choiceKey(textOf(asTrimmedText(value, field))));
		if (found !== undefined || isEmpty(value)) return found;
		throw invalidInput(field, `${quoted(value)} ${problem}`, `Use one of: ${known.join(', ')}.`);
	};
}

/** By the value or the label of an option. */
export const asOption = (options: Array<{ name: string; value: string }>): Convert<string> =>
	asOneOf(
		options.map(({ value }) => value),
		undefined,
		options.map(({ name }) => name),
	);

/** An array as JSON, as n8n writes one into a cell, and as models give one; undefined for any other text. */
function jsonArray(text: string): unknown[] | undefined {
	// Most cells are plain text, for which JSON.parse would throw
	if (!text.startsWith('[')) return undefined;
	try {
		const parsed: unknown = JSON.parse(text);
		return Array.isArray(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

/** The parts of a list that are not empty: of an array, of its JSON, or of text in which `,` or `;` separate them. */
export function partsOf(value: unknown, field: FieldContext): unknown[] {
	const text = trimmed(textOf(Array.isArray(value) ? '' : asText(value, field)));
	const parts: unknown[] = Array.isArray(value) ? value : (jsonArray(text) ?? text.split(/[,;]/));
	return parts.filter((part) => !isEmpty(part));
}

export function asSeveralOf<Name extends string>(
	known: readonly Name[],
	problem?: string,
): Convert<Name[]> {
	const one = asOneOf(known, problem);
	return (value, field) => {
		const chosen = partsOf(value, field).flatMap((part) => one(part, field) ?? []);
		return chosen.length === 0 ? undefined : chosen;
	};
}

export const asBoolean: Convert<boolean> = (value, field) => {
	if (isEmpty(value)) return undefined;
	const said = textOf(asTrimmedText(value, field));
	if (/^(true|yes|1)$/i.test(said)) return true;
	if (/^(false|no|0)$/i.test(said)) return false;
	throw invalidInput(field, `${quoted(value)} is neither true nor false`, 'Use true or false.');
};

const HEX = /^#?([0-9a-f]{6})([0-9a-f]{2})?$/i;
const SHORT_HEX = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/i;
const RGB = /^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,([^)]*))?\)$/i;
/** How the opacity of a color without transparency is written. */
const FULL = /^(?:ff|1(?:\.0*)?|100(?:\.0*)?%)$/i;

function channels(value: unknown, field: FieldContext): number[] {
	const color = textOf(asTrimmedText(value, field));
	const [, hex, hexAlpha] = HEX.exec(color.replace(SHORT_HEX, '$1$1$2$2$3$3')) ?? [];
	const [, red, green, blue, rgbAlpha] = RGB.exec(color) ?? [];
	const rgb = red === undefined ? undefined : [red, green, blue].map(Number);
	const parts = hex ? [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) : rgb;
	// A larger number is a color in decimal, of which eight digits would look like #RRGGBBAA
	const isDecimal = typeof value === 'number' && value > 999_999;
	const refuse = (problem: string) =>
		invalidInput(field, `${quoted(value)} ${problem}`, 'Enter it as #RRGGBB or rgb(R,G,B).');
	if (!parts || isDecimal || parts.some((part) => part > 255)) throw refuse('is not a color');
	if (!FULL.test((hexAlpha ?? rgbAlpha ?? 'ff').trim()))
		throw refuse('is transparent, and the service has no transparent colors');
	return parts;
}

/** A color in the form `#RRGGBB` (api.md section 2.6). */
export const asHexColor: Convert<string> = (value, field) => {
	if (isEmpty(value)) return undefined;
	const digits = channels(value, field).map((part) => part.toString(16).padStart(2, '0'));
	return `#${digits.join('')}`;
};

/** A color in the form `rgb(R,G,B)` (api.md section 4.7). */
export const asRgbColor: Convert<string> = (value, field) =>
	isEmpty(value) ? undefined : `rgb(${channels(value, field).join(',')})`;

/** JSON as text or as an object from an expression. @param advice where it is not valid */
export function asJson(
	value: unknown,
	field: FieldContext,
	advice = 'Check quotes, commas and brackets.',
): unknown {
	if (isEmpty(value)) return undefined;
	let json = value;
	try {
		if (typeof value === 'string') json = JSON.parse(value);
	} catch (error) {
		const { message } = error as SyntaxError;
		throw invalidInput(field, `the value is not valid JSON (${message})`, advice);
	}
	checkText(textOf(json), field, CELL_ERROR_IN_JSON);
	return json;
}
