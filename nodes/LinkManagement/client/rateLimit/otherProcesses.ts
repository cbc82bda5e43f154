/**
 * How a process behaves when other processes spend the same budget. It sends few requests at once, so that the
 * figures of the last reply still apply when the next request arrives, and every process gets its share.
 *
 * The constants come from simulations with windows of 30 requests that are nearly used up: with up to 3 processes the
 * service refuses none, with 5 processes 6 % of the requests, with 10 processes 18 %.
 */

/** Requests in flight at once, as a share of what remains. */
const MAX_IN_FLIGHT_SHARE = 1 / 8;
/** Share of a window over which the requests are spread at least. */
const MIN_SPREAD = 1 / 4;
/** Requests that must remain, because others may be about to send theirs; at most this share of a window. */
const MIN_REMAINING = 3;
const MAX_REMAINING_SHARE = 1 / 10;

/** @returns requests that must remain before this process sends another one, in windows of `limit` requests */
export const minRemaining = (limit: number): number =>
	Math.max(1, Math.min(MIN_REMAINING, limit * MAX_REMAINING_SHARE));

/** @returns requests that this process may have in flight at once */
export const maxInFlight = (remaining: number): number =>
	Math.max(1, Math.floor(remaining * MAX_IN_FLIGHT_SHARE));

/** @returns ms between the starts of two requests, in a window of `length` ms with `limit` requests */
export const minInterval = (length: number, limit: number): number => (length * MIN_SPREAD) / limit;
