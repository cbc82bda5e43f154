/** The helper that runs the cases of a test file at the same time. */
import { expect, test } from '@jest/globals';

import { runSideBySide } from '../support/sideBySide';

const never = new Promise<string>(() => undefined);
const cases = ['good', 'hanging', 'failing', 'after the hanging one', 'last'];
const run = async (name: string) => {
	if (name === 'failing') throw new Error('It failed');
	return name === 'hanging' ? await never : `${name} ended`;
};
const resultOf = runSideBySide(cases, run, { lanes: 2, timeout: 500 });

test('a case that hangs fails alone, by its own name', () => {
	expect(() => resultOf('hanging')).toThrow('This case did not end within 0.5 seconds');
	for (const name of ['good', 'after the hanging one', 'last'])
		expect(resultOf(name)).toBe(`${name} ended`);
});

test('a case that fails gives its error', () => {
	expect(() => resultOf('failing')).toThrow('It failed');
});
