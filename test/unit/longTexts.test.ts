/**
 * One long text or list must not stop n8n: the time of every pattern and of every function that takes a text or a list grows
 * with its length, not with its square. Patterns and functions are found in the source, so a new one is tested at once.
 */
import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INode } from 'n8n-workflow';

import { recoveryByName } from '../../nodes/LinkManagement/actions/common';
import { utmFields } from '../../nodes/LinkManagement/actions/link/fields';
import { recovery } from '../../nodes/LinkManagement/actions/link/record';
import { LISTS } from '../../nodes/LinkManagement/client/endpoints';
import { invalidInput } from '../../nodes/LinkManagement/errors';
import { mappedCells } from '../../nodes/LinkManagement/fields/cells';
import { KnownHeadings, Table } from '../../nodes/LinkManagement/fields/table';
import { CollectedRecords } from '../../nodes/LinkManagement/lists/readList';
import { NameList } from '../../nodes/LinkManagement/lookup/nameList';
import { matchingFirst } from '../../nodes/LinkManagement/methods/entries';
import { Reasons } from '../../nodes/LinkManagement/run/reasons';
import { aliasOf, comparableAlias, similarityKey } from '../../nodes/LinkManagement/text/aliases';
import { closestTo } from '../../nodes/LinkManagement/text/comparable';
import { LongUrl } from '../../nodes/LinkManagement/text/longUrl';
import { plainTextWithout } from '../../nodes/LinkManagement/text/plainText';
import { isMoreThanLinear, type TextOfLength, withTimeLimit } from '../support/longTexts/growth';
import { hostileTexts } from '../support/longTexts/hostileTexts';
import { load, shippedFunctions, shippedPatterns } from '../support/longTexts/sources';

/**
 * Characters or elements of the shorter one of the two that are compared: for functions longer than all texts that they read.
 */
const LENGTH = { pattern: 500, function: 4_100, list: 100 };

/** The first text or list for which some work takes more than linear time. */
const firstSlow = <T>(
	inputs: Map<string, (length: number) => T>,
	work: (input: T) => unknown,
	length: number,
): string | undefined =>
	// On a busy machine, work of a few seconds takes a minute
	withTimeLimit(
		300,
		() => [...inputs].find(([, ofLength]) => isMoreThanLinear(work, ofLength, length))?.[0],
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

test.each(shippedPatterns())('a pattern takes time by the text: $place', ({ pattern }) => {
	expect(firstSlowFor(pattern, LENGTH.pattern)).toBeUndefined();
});

const node = { name: 'n', type: 't', parameters: {} } as unknown as INode;
const KEY = 'Zq8-abcdef-0123456789';
const plainText = plainTextWithout(KEY);

/** What the API's records and replies are made of (api.md), each with the same text. */
const record = (text: string) => ({
	...{ id: text, date: text, name: text, title: text, domain: text, domainid: text },
	...{ shorturl: text, short: text, longurl: text, url: text, custom: text, alias: text },
	...{ message: text, msg: text, error: text, errors: [text, { detail: text }], type: text },
	...{ 'Retry-After': text, details: { shorturl: text }, data: [{ id: text }], content: text },
});

const HEADERS = [
	...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
	...['retry-after', 'date', 'location'],
];
/** A record or reply of one text, or with a list of them. */
const withLists = (texts: string[]) => ({
	...{ ...record(texts[0] ?? ''), errors: texts, data: texts.map(record) },
});

const reply = (texts: string[]) => ({
	status: 400,
	headers: Object.fromEntries(HEADERS.map((name) => [name, texts[0] ?? ''])),
	body: withLists(texts),
});

/** A value of a type as a parameter is declared: everything that can be a text or a list is the long one. */
const VALUES: Record<string, (texts: string[]) => unknown> = {
	string: ([text]) => text,
	unknown: (texts) => (texts.length > 1 ? texts : texts[0]),
	'string[]': (texts) => texts,
	IDataObject: withLists,
	'IDataObject[]': (texts) => texts.map(record),
	HttpReply: reply,
	'{ headers: Record<string, string> }': reply,
	'{ headers: Record<string, string>; body: unknown }': reply,
	ICredentialDataDecryptedObject: ([text]) => ({ baseUrl: text, apiKey: text }),
	IHttpRequestOptions: ([text]) => ({ url: text }),
	number: () => Date.parse('2030-01-31T10:00:00Z'),
	boolean: () => true,
	PlainText: () => plainText,
	RequestFacts: (texts) => ({
		...{ now: 0, sentAt: 0, requestValues: texts, plainText, endpoint: 'test' },
	}),
	FieldContext: () => ({ node, itemIndex: 0, label: 'l' }),
	'': () => undefined,
};

/** The functions whose parameters have values here, of which one matches. */
const functionsWith = (type: RegExp) =>
	shippedFunctions().filter(
		({ types }) => types.every((one) => one in VALUES) && types.some((one) => type.test(one)),
	);
const ofTexts = functionsWith(/string|unknown|IDataObject|Reply|Options/);
const ofLists = functionsWith(/^(unknown|string\[\]|IDataObject.*|HttpReply|RequestFacts)$/);

const PARTS = [
	...[' ', '\n', '.', '/', '/api', 'a', '1', '<', '<!--', '<script', '</script', '<a "', "<a '"],
	...['&', '&amp;', '&#', 'amp;', '%', '%25', '%2525', '\\', '\\u00', '…', '...', KEY.slice(0, 6)],
	...['a.', '-', '1,', 'a ', 'é', 'http://', 'https://a/', '[', '::'],
	...['\u0301', '\u0301\u0316', '\u0301\uff9e', '\ud800'],
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

/** Calls a function; many functions refuse such values. */
const attempt =
	<T>(work: (input: T) => unknown) =>
	(input: T) => {
		try {
			return work(input);
		} catch {
			return undefined;
		}
	};

test.each(ofTexts)('a function takes time by the text: $file: $name', async (found) => {
	const run = await load(found);
	const work = attempt((text: string) => run(...found.types.map((type) => VALUES[type]?.([text]))));
	expect(firstSlow(longTexts, work, LENGTH.function)).toBeUndefined();
	expect(ofTexts.length).toBeGreaterThan(60);
});

/** Lists of texts: names, addresses, and links that have one alias, or aliases with one slug. */
const TEXT_AT: Record<string, (at: number) => string> = {
	names: (at) => `Campaign ${at}`,
	equal: () => 'Spring',
	addresses: (at) => `https://a.example/${at}`,
	alias: (at) => `https://a${at}.example/spring`,
	slug: (at) => `https://a.example/s${at.toString(2).replaceAll('0', '-').replaceAll('1', '_')}`,
};

/** For each kind of list, what is made of one. */
const lists = <T>(made: (texts: string[]) => T) =>
	new Map(
		Object.entries(TEXT_AT).map(([name, textAt]) => [
			name,
			(length: number) => made(Array.from({ length }, (_, at) => textAt(at))),
		]),
	);

/** Objects that collect lists. */
const collectors: Record<string, (records: IDataObject[]) => unknown> = {
	'names of records': (records) => {
		const names = new NameList('campaigns');
		for (const one of records) names.add({ id: 1, ...one }, LISTS.campaigns);
		return records.map(({ name }) => names.findByName(String(name)));
	},
	'records of a list': (records) => new CollectedRecords().add({ records, last: undefined }),
	'reasons of failed items': (records) => {
		const reasons = new Reasons();
		for (const [item, { name }] of records.entries())
			reasons.add(
				{ item, row: undefined, recognizedBy: '' },
				invalidInput({ label: 'Name', node }, String(name), 'Correct it.'),
			);
		return reasons.lines(3_000, 0);
	},
	'headings of a row': (records) => {
		const row = Object.fromEntries(records.map(({ name }) => [name, 1]));
		const given = { input: row, table: new Table([{ json: row }]) };
		return mappedCells(row, new KnownHeadings([]), { label: 'Columns', node, ...given });
	},
};

describe('work on a list takes time by the list', () => {
	test.each(ofLists)('$file: $name', async (found) => {
		const run = await load(found);
		const values = lists((texts) => found.types.map((type) => VALUES[type]?.(texts)));
		const work = attempt((given: unknown[]) => run(...given));
		expect(firstSlow(values, work, LENGTH.list)).toBeUndefined();
	});

	test.each(Object.entries(collectors))('%s', (_, work) => {
		const records = lists((texts) => texts.map(record));
		expect(firstSlow(records, work, LENGTH.list)).toBeUndefined();
	});
});

/** A long value and a long list of records that it is compared with, of the same size. */
interface ValueAndRecords {
	text: string;
	pairs: IDataObject[];
	records: IDataObject[];
}

/** Characters of the value for each record. */
const TEXT_PER_RECORD = 100;

const valuesAndRecords = new Map(
	['a%20&', 'ü/', 'p=1&'].map((part) => [
		part,
		(length: number): ValueAndRecords => ({
			text: `https://a.example/?${part.repeat((length * TEXT_PER_RECORD) / part.length)}`,
			pairs: Array.from({ length }, (_, at) => ({ name: `p${at}`, value: 'x' })),
			records: Array.from({ length }, (_, at) => ({
				...record(`https://a.example/${'x'.repeat(100)}?id=${at}`),
				alias: `alias-${at}`,
			})),
		}),
	]),
);

/** What compares one value with many records. It prepares the value once, whatever its length. */
const comparisons: Record<string, (given: ValueAndRecords) => unknown> = {
	'a long URL': ({ text, records }) => {
		const longUrl = new LongUrl(text);
		return records.map(({ longurl }) => longUrl.compareUnescaped(longurl));
	},
	'a long URL with URL parameters': ({ text, pairs, records }) => {
		const longUrl = new LongUrl(text, pairs);
		return records.map(({ longurl }) => longUrl.compareUnescaped(longurl));
	},
	'an alias': ({ text, records }) => {
		const alias = comparableAlias(text);
		return records.map((one) => similarityKey(aliasOf(one, alias)));
	},
	'the link that a creation requested': ({ text, pairs, records }) => {
		const body = { url: text, custom: text, domain: text, parameters: pairs };
		return records.map(recovery.likeness(body));
	},
	'the record that a creation requested by name': ({ text, records }) => {
		const { likeness } = recoveryByName({ what: 'campaign', list: LISTS.campaigns });
		return records.map(likeness({ name: text }));
	},
	'a name among those of a list': ({ text, records }) => {
		const names = new NameList('campaigns');
		for (const one of records) names.add({ id: 1, name: one.name }, LISTS.campaigns);
		return names.findByName(text);
	},
	'what is typed into a dropdown': ({ text, records }) => {
		const entries = records.map(({ name }) => ({ name: String(name), value: 1 }));
		return matchingFirst(entries, text);
	},
	'the closest name': ({ text, records }) => {
		const names = records.map(({ name }) => String(name));
		return closestTo(text, names);
	},
	'the UTM parameters of a long URL': ({ text }) =>
		utmFields.map((field) => {
			const [body, unsent] = [{ url: text }, { [field.name]: 'x' }];
			field.complete?.({ body, unsent } as never, { label: 'UTM', node } as never);
			return body;
		}),
};

test.each(Object.entries(comparisons))('time grows with value and list: %s', (_, work) => {
	expect(firstSlow(valuesAndRecords, work, LENGTH.list)).toBeUndefined();
});
