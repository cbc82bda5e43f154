/** Which page sizes are asked for, by what a service showed of its largest page. */
import { expect, jest, test } from '@jest/globals';

import { PageSizes } from '../../../nodes/LinkManagement/lists/pageSizes';
import { useVirtualClock } from '../../support/virtual/clock';

useVirtualClock('2030-01-31T10:00:00Z');

const MINUTE = 60_000;
const afterMinutes = (minutes: number) => jest.setSystemTime(Date.now() + minutes * MINUTE);

test.each<[number, Array<number | undefined>]>([
	[Infinity, [1_000, 100, undefined]],
	[0, [undefined]],
])('%s records wanted: the sizes to try', (wanted, sizes) => {
	expect(new PageSizes().toTry(wanted)).toStrictEqual(sizes);
});

test('a size that the service refused is not asked for again', () => {
	const sizes = new PageSizes();
	sizes.learn(100, true);
	afterMinutes(24 * 60);
	expect(sizes.toTry(Infinity)).toStrictEqual([100, undefined]);
	expect(sizes.canGiveMoreThan(100)).toBe(false);
});

test('a size over which the service failed is asked for again ten minutes later', () => {
	const sizes = new PageSizes();
	sizes.learn(undefined, false);
	afterMinutes(9);
	expect(sizes.toTry(Infinity)).toEqual([undefined]);
	afterMinutes(1);
	expect(sizes.toTry(Infinity)).toEqual([1_000, 100, undefined]);
});
