/** How a process behaves when others use the key. */
import {
	maxInFlight,
	minInterval,
	minRemaining,
} from '../../../nodes/LinkManagement/client/rateLimit/budget';

describe('While others use the key, a process', () => {
	test('leaves three requests to the others, at most a tenth of the limit, at least one', () => {
		expect(minRemaining(30)).toBe(3);
		expect(minRemaining(1_000)).toBe(3);
		expect(minRemaining(20)).toBe(2);
		expect(minRemaining(2)).toBe(1);
	});

	test('has an eighth of what remains in flight, at least one', () => {
		expect(maxInFlight(30)).toBe(3);
		expect(maxInFlight(32)).toBe(4);
		expect(maxInFlight(2)).toBe(1);
	});

	test('spreads its requests over a quarter of the window', () => {
		expect(minInterval(60_000, 30)).toBe(500);
	});
});
