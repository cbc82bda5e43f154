/** What goes wrong in the fault tests, and how a run must end then. */
import type { Json } from '../engine';
import type { Kind } from './operationKinds';

export interface FaultCase {
	name: string;
	fault: Json;
	settings?: Json;
	/** Hits every try of the item; otherwise only the first. */
	always?: boolean;
	/** Whether the item that was hit comes out as done in the end. */
	mended: (kind: Kind) => boolean;
	/** What a refusal begins with: the service's own words, where it said any. */
	words?: RegExp;
	/** The refusal comes at once: what arrives later than this was sent after it. */
	final?: boolean;
}

const always = (): boolean => true;
const never = (): boolean => false;
/** The answer is lost: a record that can't be looked up stays unknown. */
const unlessUnknown = ({ creates }: Kind): boolean => creates?.findable !== false;
/** Acted upon, but never an answer: only the look-up of a creation tells. */
const whereLookedUp = ({ creates }: Kind): boolean => creates?.findable === true;
/** A delete whose every answer was lost counts as done, too, when the record is not listed any more. */
const whereLookedUpOrGone = (kind: Kind) => whereLookedUp(kind) || kind.name === 'delete';
const reads = ({ effects }: Kind): boolean => effects === undefined;

/** A budget that is never used up, so that replies bear headers. */
const BUDGET = { limit: 1000, window: 1, resetFormat: 'ms', fractionalSeconds: true };
const tooMany = (overLimit: string): Pick<FaultCase, 'fault' | 'settings' | 'mended'> => ({
	fault: { kind: 'tooMany' },
	settings: { ...BUDGET, overLimit },
	mended: always,
});
const lost = (fault: Json): Pick<FaultCase, 'fault' | 'mended'> => ({
	fault,
	mended: unlessUnknown,
});
const refused = (fault: Json, words: RegExp): Omit<FaultCase, 'name'> => ({
	fault,
	words,
	mended: never,
	final: true,
});

const BUSY = { status: 503, body: { error: 1, message: 'Down for a moment.' } };
const PLAN = 'Your plan does not include this.';

export const FAULTS: FaultCase[] = [
	{ name: '429', ...tooMany('429') },
	{ name: 'error 429 under HTTP 200', ...tooMany('body429') },
	{ name: '"too many" in words only', ...tooMany('message') },
	{ name: 'reset before acting', ...lost({ kind: 'resetBefore' }) },
	{ name: 'reset after acting', ...lost({ kind: 'resetAfter' }) },
	{ name: '503 before acting', ...lost({ kind: 'status', ...BUSY }) },
	{ name: '503 after acting', ...lost({ kind: 'statusAfter', ...BUSY }) },
	{ name: 'a web page before acting', ...lost({ kind: 'html' }) },
	{ name: 'a web page after acting', ...lost({ kind: 'html', after: true }) },
	{ name: 'truncated JSON after acting', ...lost({ kind: 'truncated' }) },
	{ name: 'no answer, not acted upon', ...lost({ kind: 'hang' }) },
	{ name: 'no answer, acted upon', ...lost({ kind: 'hang', after: true }) },
	{
		name: 'a list instead of an object',
		...lost({ kind: 'wrongShape', body: [1, 2], after: true }),
	},
	{
		name: 'an object of another shape',
		fault: { kind: 'wrongShape', body: { error: 0, data: 'moved' }, after: true },
		mended: (kind) => !reads(kind),
		words: /^The reply does not contain/,
	},
	{
		name: 'redirect',
		...refused(
			{ kind: 'redirect', location: 'http://127.0.0.1:9/elsewhere' },
			/^The service redirected the request to http:\/\/127\.0\.0\.1:9/,
		),
	},
	{
		name: 'the key echoed with 403',
		...refused({ kind: 'echoKey' }, /^The key \(key\) may not do this\./),
	},
	{
		name: 'the key echoed with 200',
		...refused({ kind: 'echoKey', status: 200 }, /^The key \(key\) may not do this\./),
	},
	{
		name: 'refusal',
		...refused(
			{ kind: 'status', status: 200, body: { error: 1, message: PLAN } },
			/^Your plan does not include this\./,
		),
	},
	{
		name: 'refusal under "msg", error "1"',
		...refused(
			{ kind: 'status', status: 200, body: { error: '1', msg: PLAN } },
			/^Your plan does not include this\./,
		),
	},
	{
		name: '503 for ever',
		fault: { kind: 'status', ...BUSY },
		always: true,
		mended: never,
		words: /^Down for a moment\./,
	},
	{
		name: 'reset after acting for ever',
		fault: { kind: 'resetAfter' },
		always: true,
		mended: whereLookedUpOrGone,
		words: /^The connection was lost/,
	},
];
