/** The places kept for polls and dropdowns, and the small steps of a process that shares its budget. */
import { ReservedSlots } from '../../../nodes/LinkManagement/client/rateLimit/reservedSlots';
import {
	maxInFlight,
	minInterval,
	minRemaining,
} from '../../../nodes/LinkManagement/client/rateLimit/sharing';
import { startClock, stopClock } from '../../support/virtual/clock';

describe('Slots for urgent requests', () => {
	let slots: ReservedSlots;
	beforeEach(() => {
		startClock(Date.parse('2030-01-31T10:00:00Z'));
		slots = new ReservedSlots();
	});
	afterEach(stopClock);

	test('are not reserved while none was rejected', () => {
		expect(slots.reservedIn(1, 3)).toBe(0);
		slots.countStarted(1);
		expect(slots.reservedIn(1, 3)).toBe(0);
		expect(slots.reservedIn(2, 3)).toBe(0);
	});

	test('are as many as came in the last window that had any, up to the maximum', () => {
		slots.countStarted(1);
		slots.countRejected(1);
		expect(slots.reservedIn(2, 3)).toBe(2);
		expect(slots.reservedIn(2, 1)).toBe(1);
		slots.countRejected(1);
		expect(slots.reservedIn(2, 9)).toBe(3);
	});

	test('are used up by those that start in the window, and by no other window', () => {
		slots.countRejected(1);
		slots.countRejected(1);
		slots.countStarted(2);
		expect(slots.reservedIn(2, 3)).toBe(1);
		slots.countStarted(2);
		slots.countStarted(2);
		expect(slots.reservedIn(2, 3)).toBe(0);
		expect(slots.reservedIn(3, 3)).toBe(2);
	});

	test('become fewer after a window with fewer urgent requests', () => {
		for (let n = 0; n < 3; n++) slots.countRejected(1);
		slots.countStarted(2);
		slots.countStarted(3);
		expect(slots.reservedIn(4, 9)).toBe(1);
	});

	test('stay reserved for 20 minutes after the last urgent request', () => {
		slots.countRejected(1);
		jest.setSystemTime(Date.now() + 20 * 60_000 - 1);
		expect(slots.reservedIn(2, 3)).toBe(1);
		jest.setSystemTime(Date.now() + 1);
		expect(slots.reservedIn(2, 3)).toBe(0);
	});
});

describe('A process that shares its budget', () => {
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
