/** Which records of a list can be newer than a request, in any time zone of the service. */
import { createdSince } from '../../nodes/LinkManagement/transport/recovery/recordAge';

const HOUR = 3_600_000;
const clocks = { since: Date.now() - 1_000, skew: 0, handedOutAt: () => undefined };
const isNew = (ago: number) => {
	const record = { date: new Date(Date.now() - ago).toISOString().slice(0, 19).replace('T', ' ') };
	return createdSince([record], clocks)(record);
};

test.each([
	['just now', 0],
	['by a clock in Brazil', 3 * HOUR],
	['by a clock in Nepal', -5.75 * HOUR],
	['at the date line', -14 * HOUR],
])('a record created %s can be new', (_, ago) => {
	expect(isNew(ago)).toBe(true);
});

test.each([
	['ten minutes', HOUR / 6],
	['exactly a day', 24 * HOUR],
	['400 days', 400 * 24 * HOUR],
	['a day to come', -24 * HOUR],
])('a record created %s ago cannot be new', (_, ago) => {
	expect(isNew(ago)).toBe(false);
});
