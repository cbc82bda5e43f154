/** Objects, locators, and the text of any value that a reply, a row or a credential can hold: nothing may throw or take long. */
import fc from 'fast-check';

import { isObject, isTooDeep, locatorValue, textOf } from '../../../nodes/LinkManagement/text/json';

// n8n-workflow gives a BigInt a JSON form, where a test of the same process has loaded it
Reflect.deleteProperty(BigInt.prototype, 'toJSON');

test('never throws, and JSON values keep their JSON', () => {
	expect(textOf(12n)).toBe('12');
	for (const value of [{ id: 1n }, Symbol('x')]) expect(textOf(value)).toBe('');
	fc.assert(
		fc.property(
			fc.anything({ withBigInt: true, withNullPrototype: true, withDate: true }),
			(value) => {
				expect(typeof textOf(value)).toBe('string');
			},
		),
	);
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			const isText = typeof value === 'string' || value === null;
			expect(textOf(value)).toBe(isText ? (value ?? '') : JSON.stringify(value));
		}),
	);
});

test('only a JSON object is one', () => {
	for (const value of [{}, { a: 1 }]) expect(isObject(value)).toBe(true);
	for (const value of [null, undefined, [], [{}], 'x', 5, true, () => ({})])
		expect([value, isObject(value)]).toEqual([value, false]);
});

const NO_LOCATOR = { __rl: false, value: 5 };
test.each<[unknown, unknown]>([
	[{ __rl: true, value: 5 }, 5],
	[{ mode: 'list', value: '' }, ''],
	[NO_LOCATOR, NO_LOCATOR],
])('what was chosen in %j is %j', (locator, value) => {
	expect(locatorValue(locator)).toEqual(value);
});

test('a JSON text that is too long becomes no text', () => {
	const of = (length: number) => ['x'.repeat(length)];
	// The list counts as 1, and a text as one more than its characters
	expect(textOf(of(99_998))).toHaveLength(99_998 + 4);
	expect(textOf(of(99_999))).toBe('');
	expect(textOf({ toJSON: () => undefined })).toBe('');
});

describe('A value that is nested', () => {
	const lists = (levels: number) =>
		JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown;
	const objects = (levels: number) =>
		JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as unknown;

	test.each([lists, objects])('100 levels deep can be used, and no deeper one', (nested) => {
		expect(isTooDeep([{ a: 1 }, nested(99)])).toBe(false);
		expect(isTooDeep([{ a: 1 }, nested(100)])).toBe(true);
		expect(isTooDeep(nested(100_000))).toBe(true);
		expect(textOf(nested(100_000))).toBe('');
	});

	test('is looked at up to a million objects and lists', () => {
		const deep = lists(200);
		const many = (count: number) => new Array<unknown>(count).fill([]);
		// The list around them is looked at, too, and 100 lists of the deep one are enough
		const max = 1_000_000 - 1 - 100;
		expect(isTooDeep([...many(max), deep])).toBe(true);
		expect(isTooDeep([...many(max + 1), deep])).toBe(false);
		expect(isTooDeep([deep, ...many(max + 1)])).toBe(true);
		expect(isTooDeep(Array.from({ length: 1_100_000 }, () => null))).toBe(false);
	});
});
