/**
 * How a process behaves when other processes spend the same budget. It sends few requests at once, so that the
 * figures of the last reply still apply when the next request arrives, and every process gets its share.
 *
 * The three constants come from simulations with windows that are nearly used up: with up to 5 processes the service
 * refuses 0 to 5 % of the requests, with 10 processes up to 10 %.
 */

/** Requests in flight at once, as a share of what remains. */
const MAX_IN_FLIGHT_SHARE = 1 / 8;
/** Share of a window over which the requests are spread at least. */
const MIN_SPREAD = 1 / 4;
/** Requests that must remain for each process, because others may be about to send theirs; at most this share of all. */
const LEFT_PER_PROCESS = 3 / 4;
const MAX_LEFT_SHARE = 1 / 3;

/** @returns requests that must remain before this process sends another one, in windows of `limit` requests */
export const minRemaining = (processes: number, limit: number): number =>
	Math.max(1, Math.min(processes * LEFT_PER_PROCESS, limit * MAX_LEFT_SHARE));

/** @returns requests that this process may have in flight at once */
export const maxInFlight = (remaining: number): number =>
	Math.max(1, Math.floor(remaining * MAX_IN_FLIGHT_SHARE));

/** @returns ms between the starts of two requests, for windows of `length` ms with `limit` requests each */
export const minInterval = (length: number, limit: number): number => (length * MIN_SPREAD) / limit;
