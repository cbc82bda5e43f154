/** Texts of any characters, for property tests. */
import fc, { type StringConstraints } from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const CODE_POINTS = 0x110000;

/** The code point with this index when surrogates are left out. */
const characterAt = (index: number): string =>
	String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES);

function indexOf(character: unknown): number {
	const point = typeof character === 'string' ? character.codePointAt(0) : undefined;
	if (point === undefined || character !== String.fromCodePoint(point))
		throw new Error('This is not one character');
	return point < FIRST_SURROGATE ? point : point - SURROGATES;
}

const character = fc
	.integer({ min: 0, max: CODE_POINTS - SURROGATES - 1 })
	.map(characterAt, indexOf);

/**
 * The same as fast-check's `fc.string({ unit: 'binary' })`, which first makes a table of the million characters of
 * Unicode: that takes more than a second.
 */
export const anyText = (constraints: Omit<StringConstraints, 'unit'> = {}): fc.Arbitrary<string> =>
	fc.string({ ...constraints, unit: character });
