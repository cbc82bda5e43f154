/** The closest name: edit distance with a bound, and no other digit. */
import { closestTo } from '../../../nodes/LinkManagement/text/comparable';

test.each([
	['sping', 'spring', 1],
	['kitten', 'sittin', 2],
])('from "%s" to "%s" are %d changes', (one, other, distance) => {
	// The same end of both adds no change, and makes them long enough for all of these changes
	const end = 'x'.repeat(40);
	const text = one + end;
	const changed = (times: number) => text.slice(0, text.length - times) + '#'.repeat(times);
	expect(closestTo(text, [changed(distance), other + end])).toBe(0);
	expect(closestTo(text, [changed(distance + 1), other + end])).toBe(1);
});

test.each<[text: string, candidates: string[], closest: string | undefined]>([
	['sping', ['summer', 'spring', 'string'], 'spring'],
	['spring sale 2030', ['spring sale 2031', 'sprong sale 2030'], 'sprong sale 2030'],
	['spring sale 2030', ['spring sale 2031', 'spring sale', 'spring sale 203'], undefined],
	['spring sale', ['sprxyz sale', 'spring'], undefined],
	['xbcdefghi', ['abcdefghijkl'], undefined],
	['ab', ['ac', 'abbey'], undefined],
	['', ['spring'], undefined],
])('closest to "%s" among %j: %p', (text, candidates, closest) => {
	const at = closestTo(text, candidates);
	expect(at === undefined ? undefined : candidates[at]).toBe(closest);
});

test('the work is bounded, however long and many the names are', () => {
	const long = 'x'.repeat(100_000);
	expect(closestTo(`${long}a`, [`${long}b`])).toBe(0);
	expect(closestTo(`ab${long}`, [`ba${long}`])).toBe(0);
	expect(closestTo(long, ['y'.repeat(60), 'x'.repeat(60)])).toBe(1);
	expect(closestTo('x'.repeat(60), ['y'.repeat(60), long])).toBe(1);
	// More than a third of what is compared differs
	expect(closestTo(`${'a'.repeat(25)}${'x'.repeat(75)}`, ['x'.repeat(100)])).toBeUndefined();
	const many = Array.from({ length: 3_000 }, (_, n) => `other ${n}`);
	expect(closestTo('spring', [...many, 'spring'])).toBeUndefined();
	expect(closestTo('spring', [...many.slice(0, 1_999), 'spring'])).toBe(1_999);
	expect(closestTo('othar 1500', many)).toBe(1_500);
	expect(closestTo('othar 2500', many)).toBeUndefined();
});
