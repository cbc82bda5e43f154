/** Texts of any characters, for property tests. */
import fc, { type StringConstraints } from 'fast-check';

const isSurrogate = (point: number): boolean => point >= 0xd800 && point <= 0xdfff;
const character = fc
	.integer({ min: 0, max: 0x10ffff })
	.filter((point) => !isSurrogate(point))
	.map((point) => String.fromCodePoint(point));

/**
 * The same as fast-check's `fc.string({ unit: 'binary' })`, which first makes a table of the million characters of
 * Unicode: that takes more than a second.
 */
export const anyText = (constraints: Omit<StringConstraints, 'unit'> = {}): fc.Arbitrary<string> =>
	fc.string({ ...constraints, unit: character });
