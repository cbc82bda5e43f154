/**
 * One long text must not stop n8n: the time of every pattern and of every function that takes a text grows with the length
 * of the text, not with its square. Patterns and functions are found in the source, so a new one is tested at once.
 */
import { describe, expect, test } from '@jest/globals';

import { plainTextWithout } from '../../nodes/LinkManagement/values/plainText';
import { isMoreThanLinear, type TextOfLength, withTimeLimit } from '../support/longTexts/growth';
import { hostileTexts } from '../support/longTexts/hostileTexts';
import { load, shippedFunctions, shippedPatterns } from '../support/longTexts/sources';

/** Characters of the shorter one of the two texts that are compared: for functions longer than all texts that they read. */
const LENGTH = { pattern: 500, function: 4_100 };

/** The first text for which some work takes more than linear time. */
const firstSlow = (
	texts: Map<string, TextOfLength>,
	work: (text: string) => unknown,
	length: number,
): string | undefined =>
	// On a busy machine, work of a few seconds takes a minute
	withTimeLimit(300, () =>
		[...texts.keys()].find((name) => isMoreThanLinear(work, texts.get(name) ?? String, length)),
	);

const firstSlowFor = (pattern: RegExp, length: number): string | undefined =>
	firstSlow(hostileTexts(pattern), (text) => text.replace(pattern, ''), length);

test.each([
	/^\s*(\d+(?:\.\d+)?)\s*(ms|s)?\s*(?:$|[,;])/i,
	/\.+$/,
	/(https?:\/\/[^\s?#]*)[?#]\S*/gi,
	/<(script|style)\b[^]*?(?:<\/\1\b[^>]*>|$)/gi,
	/^(?:CERT_.*|.*_CERT(_.*)?)$/,
])('the measure finds that %s is slow', (pattern) => {
	// Short texts, because these patterns take quadratic time
	expect(firstSlowFor(pattern, 100)).toBeDefined();
});

describe('the time that a pattern takes grows with the text', () => {
	test.each(shippedPatterns())('$place', ({ pattern }) => {
		expect(firstSlowFor(pattern, LENGTH.pattern)).toBeUndefined();
	});
});

const KEY = 'Zq8-abcdef-0123456789';
const plainText = plainTextWithout(KEY);

/** What the API's records and replies are made of (api.md), each with the same text. */
const record = (text: string) => ({
	...{ id: text, date: text, name: text, title: text, domain: text, domainid: text },
	...{ shorturl: text, short: text, longurl: text, url: text, custom: text, alias: text },
	...{ message: text, msg: text, error: text, errors: [text, { detail: text }], type: text },
	...{ 'Retry-After': text, details: { shorturl: text }, data: [{ id: text }], content: text },
});

const reply = (text: string) => ({
	status: 400,
	headers: Object.fromEntries(
		['limit', 'remaining', 'reset']
			.map((name) => `x-ratelimit-${name}`)
			.concat('retry-after', 'date', 'location')
			.map((name) => [name, text]),
	),
	body: record(text),
});

/** A value of a type as a parameter is declared: everything that can be a text is the long one. */
const VALUES: Record<string, (text: string) => unknown> = {
	string: (text) => text,
	unknown: (text) => text,
	IDataObject: record,
	HttpReply: reply,
	'HttpReply | undefined': reply,
	'{ headers: Record<string, string> }': reply,
	'{ headers: Record<string, string>; body: unknown }': reply,
	'Record<string, string>': (text) => reply(text).headers,
	'IDataObject[]': (text) => [record(text), record(text)],
	ICredentialDataDecryptedObject: (text) => ({ baseUrl: text, apiKey: text }),
	IHttpRequestOptions: (text) => ({ url: text }),
	number: () => Date.parse('2030-01-31T10:00:00Z'),
	boolean: () => true,
	PlainText: () => plainText,
	ReadingContext: (text) => ({ now: 0, requestValues: text, plainText }),
	RequestFacts: (text) => ({ now: 0, sentAt: 0, requestValues: text, plainText, endpoint: 'test' }),
	FieldContext: () => ({
		node: { name: 'n', type: 't', parameters: {} },
		itemIndex: 0,
		label: 'l',
	}),
	RegExp: () => /./g,
	'': () => undefined,
};

const functions = shippedFunctions().filter(
	({ types }) =>
		types.length > 0 &&
		types.every((type) => type in VALUES) &&
		types.some((type) => /string|unknown|IDataObject|Reply|Options/.test(type)),
);

const PARTS = [
	...[' ', '\n', '.', '/', '/api', 'a', '1', '<', '<!--', '<script', '</script', '<a "', "<a '"],
	...['&', '&amp;', '&#', 'amp;', '%', '%25', '%2525', '\\', '\\u00', '…', '...', KEY.slice(0, 6)],
	...[
		'a.',
		'-',
		'1,',
		'a ',
		'é',
		'http://',
		'https://a/',
		'[',
		'\u0301',
		'\u0301\u0316',
		'\ud800',
		'::',
	],
];

/** Long texts for the functions. They are not made for one pattern. */
const longTexts = new Map<string, TextOfLength>(
	[
		...PARTS.map((part) => ['', part] as const),
		...['1', '<a "', '&'].map((beginning) => [beginning, ' '] as const),
		...['/', '/a', '%25', 'a.', '?'].map((part) => ['https://a.example/', part] as const),
	].map(([beginning, part]) => [
		JSON.stringify([beginning, part]),
		(length) => `${beginning}${part.repeat(length / part.length)}x`,
	]),
);

describe('the time that a function takes grows with the text', () => {
	test.each(functions)('$file: $name', async (found) => {
		const run = await load(found);
		const work = (text: string) => {
			try {
				return run(...found.types.map((type) => VALUES[type]?.(text)));
			} catch {
				return undefined; // Many functions refuse such a text
			}
		};
		expect(firstSlow(longTexts, work, LENGTH.function)).toBeUndefined();
	});

	test('of many functions', () => {
		expect(functions.length).toBeGreaterThan(60);
	});
});
