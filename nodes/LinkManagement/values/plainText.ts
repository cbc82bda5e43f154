import { decodeEntities, withoutTags } from './markup';
import { withoutSecret } from './secret';

/**
 * Turns any value into text that may leave the node in a message, a description, a log or an item: without the secret and
 * without markup, on one line, and no longer than allowed. Never throws.
 *
 * @param value JSON from anywhere: a text, or a list or object of texts such as `{ url: ['is invalid'] }`
 * @param maxLength in characters; a longer text ends with an ellipsis
 */
export type PlainText = (value: unknown, maxLength?: number) => string;

/** At most this much of a value is read, in characters. */
const MAX_READ = 4_000;
/** Deeper levels of a value are not read, which bounds the recursion. */
const MAX_DEPTH = 6;
const DEFAULT_MAX_LENGTH = 500;

/** How much may still be read of a value, in characters. */
interface TextBudget {
	remaining: number;
}

const isText = (text: string): boolean => text.trim() !== '';

function scalarAsText(value: unknown, budget: TextBudget): string {
	const text = `${value as string | number | boolean}`.slice(0, Math.max(0, budget.remaining));
	budget.remaining -= text.length;
	return text;
}

function elementsAsText(values: unknown[], budget: TextBudget, depth: number): string {
	const texts: string[] = [];
	for (const value of values) {
		if (budget.remaining <= 0) break;
		texts.push(readText(value, budget, depth));
	}
	return texts.filter(isText).join(', ');
}

function fieldsAsText(value: object, budget: TextBudget, depth: number): string {
	const texts: string[] = [];
	for (const name in value) {
		if (budget.remaining <= 0) break;
		const text = readText((value as Record<string, unknown>)[name], budget, depth);
		if (isText(text)) texts.push(`${scalarAsText(name, budget)}: ${text}`);
	}
	return texts.join('; ');
}

/** A value as readable text: the elements of a list, and the fields of an object with their names. */
function readText(value: unknown, budget: TextBudget, depth = 0): string {
	budget.remaining--;
	if (value === undefined || value === null || depth > MAX_DEPTH) return '';
	if (typeof value !== 'object') return scalarAsText(value, budget);
	if (Array.isArray(value)) return elementsAsText(value as unknown[], budget, depth + 1);
	const { message, detail } = value as { message?: unknown; detail?: unknown };
	const said = depth > 0 ? (message ?? detail) : undefined;
	return said === undefined || said === null
		? fieldsAsText(value, budget, depth + 1)
		: readText(said, budget, depth + 1);
}

/** Characters that are not seen, or that change how others are shown: joiners, fillers, tags, direction marks, halves of pairs. */
const INVISIBLE = /[\p{Surrogate}\p{Format}\p{Default_Ignorable_Code_Point}]/gu;
const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

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

/**
 * A text may be escaped twice, or hold invisible characters in an entity or as one, so it is decoded until it no longer
 * changes. Each round makes it shorter.
 */
function decodeAllEntities(text: string): string {
	for (let encoded = text; ;) {
		const decoded = decodeEntities(withoutInvisible(encoded));
		if (decoded === encoded) return decoded;
		encoded = decoded;
	}
}

/**
 * @param secret is never shown; '' when there is none
 * @returns the function that makes texts without the secret
 */
export function plainTextWithout(secret: string): PlainText {
	return (value, maxLength = DEFAULT_MAX_LENGTH) => {
		const read = readText(value, { remaining: MAX_READ });
		// The secret is replaced first, because removing markup could leave a part of a secret with `<` or `&`, and again at the
		// end, because markup or entities may be inside the secret.
		const text = decodeAllEntities(withoutTags(withoutSecret(read, secret)));
		const concealed = withoutSecret(onOneLine(text), secret);
		return shortened(withoutAngles(concealed), maxLength);
	};
}

/** For texts that are made before the secret is known. */
export const plainText = plainTextWithout('');

/**
 * A value of the user for a message: unchanged, even if it looks like markup, but escaped so that it has no effect in HTML.
 *
 * @param maxLength in characters; a longer text ends with an ellipsis
 */
export const verbatim = (value: unknown, maxLength = DEFAULT_MAX_LENGTH): string =>
	shortened(withoutAngles(onOneLine(readText(value, { remaining: MAX_READ }))), maxLength);
