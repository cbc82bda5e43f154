/** Hostile values for a field, as they can come from a spreadsheet, a form or a model. */
import fc from 'fast-check';

import { anyText } from '../anyText';

/** Values that JSON cannot hold: their source is sent, and `EXPRESSION` evaluates it in the engine. */
const UNCARRIED = ['NaN', 'Infinity', 'undefined', 'new Date(0)'];

/** One item's value: as it is, or as the source of an expression. */
export type Hostile = { value: unknown } | { source: string };

/** Puts an item's value into a field. */
export const EXPRESSION = `={{ $json.source === undefined ? $json.value : ({ ${UNCARRIED.map((source) => `"${source}": ${source}`).join(', ')} })[$json.source] }}`;

const FRAGMENTS = [
	...['../', '..\\', '%2e%2e%2f', '%2f', '/', '//evil.example/', '\\\\evil.example'],
	...['@evil.example', 'http://evil.example/'],
	...['?', '#', '&', ';', '=', ':', '*', '%', '%00', '+', '$&', "'", '"', '`'],
	...['<script>', '${7*7}', '{{ 7*7 }}', '={{ 7*7 }}'],
	...['\r\n', '\n', '\r', '%0d%0aX-Injected: yes', '\r\nX-Injected: yes\r\n\r\n'],
	...['Authorization: Bearer stolen'],
	...['\0', '\t', ' ', '\u00a0', '\u2028', '\ufeff', '\u202e', '\u200b', '\ud800'],
	...['\udfff', '日本', '𝕏', 'é', 'e\u0301', '１'],
	...['1', '0', '-1', '1e3', '0x10', '1.5', '9007199254740993', 'null', 'undefined'],
	...['true', '[object Object]'],
	...['javascript:alert(1)', 'javascript://%0aalert(1)', 'data:text/html,x'],
	...['file:///etc/passwd', 'https://example.com/'],
	...['__proto__', 'constructor', 'toString', ':linkId', ':campaignId', 'ENOENT', 'canceled'],
];

const KEYS = [
	...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'],
	...['error', 'rows', 'links', '__rl', 'mode', 'value', 'custom', 'name', 'id'],
];

const piece = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom(...FRAGMENTS) },
	{ weight: 1, arbitrary: anyText() },
	{
		weight: 1,
		arbitrary: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
	},
);
const text = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
const scalar = fc.oneof(
	text,
	fc.boolean(),
	fc.integer(),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.constant(null),
);
const entry = fc.tuple(
	fc.constantFrom(...KEYS),
	fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }), fc.constant({ toString: 1 })),
);
const structure = fc.oneof(
	fc.array(scalar, { maxLength: 3 }),
	// Own keys, `__proto__` too
	fc.array(entry, { minLength: 1, maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
	fc.jsonValue({ maxDepth: 3 }),
);

/** Each piece of the texts alone. */
export const PIECES: Hostile[] = FRAGMENTS.map((value) => ({ value }));

export const hostile: fc.Arbitrary<Hostile> = fc.oneof(
	{ weight: 6, arbitrary: text.map((value) => ({ value })) },
	{ weight: 2, arbitrary: structure.map((value) => ({ value })) },
	{ weight: 2, arbitrary: scalar.map((value) => ({ value })) },
	{ weight: 1, arbitrary: fc.constantFrom(...UNCARRIED).map((source) => ({ source })) },
);

/** A megabyte, with what could end a line, a path or a string in it. */
export const LONG: Hostile = { value: `https://example.com/${'a/..%2f\r\n'.repeat(120_000)}` };
export const LONG_AND_PLAIN: Hostile = {
	value: `https://example.com/${'abcdefgh'.repeat(128 * 1024)}`,
};
/** An ambiguous regular expression would take exponential time to reject this. */
export const SLASHES: Hostile = { value: `https://example.com${'/'.repeat(1_000_000)}x` };

/** A short form without invisible characters, for messages. */
export const printable = (given: Hostile): string => {
	const text = 'source' in given ? given.source : (JSON.stringify(given.value) ?? 'undefined');
	return text.length > 300 ? `${text.slice(0, 300)}… (${text.length})` : text;
};

/** The values are the same every time. FC_SEED sets another seed. */
export const SEED = Number(process.env.FC_SEED ?? 20_260_401);
