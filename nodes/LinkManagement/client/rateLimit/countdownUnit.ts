import { type Countdown, MAX_WINDOW } from './headers';

type Unit = 'seconds' | 'milliseconds';

const MS_PER_UNIT = { seconds: 1_000, milliseconds: 1 };

/** Two replies are compared if this much time, in ms, lies between them: enough to differ, but within one window. */
const MIN_ELAPSED = 100;
const MAX_ELAPSED = 10_000;
/** Seconds by which two numbers in seconds may differ, because both are rounded and replies take a while. */
const TOLERANCE = 2;
/** Below this, in seconds, a Retry-After can agree with both units. */
const MIN_RETRY_AFTER = 3;

/**
 * Determines whether small numbers in `X-RateLimit-Reset` are seconds or milliseconds; api.md section 8 does not define
 * the unit. The evidence, in this order:
 *
 * 1. As seconds, a number above 3,600 would be longer than any window, so it is in milliseconds.
 * 2. A refusal with a Retry-After, which is in seconds: the unit in which both agree.
 * 3. Two replies of the same endpoint: the number fell by the milliseconds between them, or by the seconds.
 *
 * Until there is evidence, numbers are seconds. The first evidence decides. Later, a single contradiction may be a
 * coincidence, such as a new window between two replies: only the second one in a row changes the unit.
 */
export class CountdownUnit {
	private unit: Unit | undefined;
	private contradictions = 0;
	/** By endpoint, the number that the next one is compared with. */
	private readonly earlier = new Map<string, Countdown>();

	/**
	 * @param endpoint the endpoint that replied: others may have windows of their own
	 * @param retryAfter what the same reply asks to wait, in ms
	 * @returns the time to go, in ms; undefined when it would be longer than any window
	 */
	toMs(endpoint: string, countdown: Countdown, retryAfter: number | undefined): number | undefined {
		const bySize = unitBySize(countdown);
		const evidence =
			bySize ?? unitByRetryAfter(countdown, retryAfter) ?? this.unitByFall(endpoint, countdown);
		if (evidence) this.weigh(evidence);
		const ms = countdown.value * MS_PER_UNIT[bySize ?? this.unit ?? 'seconds'];
		return ms <= MAX_WINDOW ? ms : undefined;
	}

	private unitByFall(endpoint: string, countdown: Countdown): Unit | undefined {
		const earlier = this.earlier.get(endpoint);
		if (earlier && countdown.at - earlier.at < MIN_ELAPSED) return undefined;
		this.earlier.set(endpoint, countdown);
		return earlier && unitByFall(earlier, countdown);
	}

	private weigh(evidence: Unit): void {
		if (this.unit === evidence) this.contradictions = 0;
		else if (this.unit === undefined || ++this.contradictions > 1) {
			this.unit = evidence;
			this.contradictions = 0;
		}
	}
}

const unitBySize = ({ value }: Countdown): Unit | undefined =>
	value * MS_PER_UNIT.seconds > MAX_WINDOW ? 'milliseconds' : undefined;

function unitByRetryAfter({ value }: Countdown, retryAfter = 0): Unit | undefined {
	const seconds = retryAfter / MS_PER_UNIT.seconds;
	if (seconds < MIN_RETRY_AFTER) return undefined;
	if (Math.abs(value - seconds) <= TOLERANCE) return 'seconds';
	return Math.abs(value / 1_000 - seconds) <= TOLERANCE ? 'milliseconds' : undefined;
}

function unitByFall(earlier: Countdown, later: Countdown): Unit | undefined {
	const elapsed = later.at - earlier.at;
	const fall = earlier.value - later.value;
	if (elapsed > MAX_ELAPSED || fall < 0) return undefined;
	if (fall <= elapsed / 1_000 + TOLERANCE) return 'seconds';
	return fall >= elapsed / 2 && fall <= elapsed * 2 ? 'milliseconds' : undefined;
}
