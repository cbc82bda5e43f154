/** How much of a value is read, and which parts of it. */
import { plainText } from '../../../nodes/LinkManagement/values/plainText';

/** A value that must not be read. */
const unread = {
	get message(): string {
		throw new Error('This is read');
	},
};

/** A text in so many lists, one in the other. */
const nested = (levels: number): unknown => (levels === 0 ? 'text' : [nested(levels - 1)]);

test('elements without text are left out', () => {
	expect(plainText(['a', ' ', '', 'b'])).toBe('a, b');
});

test('at most 4,000 characters are read, whatever may be shown', () => {
	expect(plainText('x'.repeat(5_000), 10_000)).toHaveLength(3_999);
});

test('nothing is read after that', () => {
	const long = 'x'.repeat(5_000);
	expect(plainText([long, unread], 10_000)).toHaveLength(3_998);
	const fields = {
		long,
		get next(): string {
			throw new Error('This is read');
		},
	};
	expect(plainText(fields, 10_000)).toContain('x'.repeat(3_998));
});

test('six levels are read', () => {
	expect(plainText(nested(6))).toBe('text');
	expect(plainText(nested(7))).toBe('');
});

test('messages within each other count as levels', () => {
	expect(plainText([{ message: { message: 'text' } }])).toBe('text');
	expect(plainText([{ message: nested(4) }])).toBe('text');
	expect(plainText([{ message: nested(5) }])).toBe('');
});

test('a detail that is null says nothing', () => {
	expect(plainText([{ detail: null, url: 'is invalid' }])).toBe('url: is invalid');
});
