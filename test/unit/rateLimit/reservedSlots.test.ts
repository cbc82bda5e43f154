/** The slots that are kept for polls and dropdowns. */
import { ReservedSlots } from '../../../nodes/LinkManagement/client/rateLimit/reservedSlots';
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
		jest.advanceTimersByTime(20 * 60_000 - 1);
		expect(slots.reservedIn(2, 3)).toBe(1);
		jest.advanceTimersByTime(1);
		expect(slots.reservedIn(2, 3)).toBe(0);
	});
});
