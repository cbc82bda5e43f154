/** The faults of the fault tests, and how a run must end with each. */
import type { Json } from '../engine';
import { deletion, type Kind } from './operationKinds';

export interface FaultCase {
	name: string;
	fault: Json;
	settings?: Json;
	/** The fault hits every try of the item; otherwise only the first. */
	always?: boolean;
	/** Whether the item with the fault succeeds in the end. */
	mended: (kind: Kind) => boolean;
	/** How the error message begins: with the service's own message, if there was one. */
	words?: RegExp;
	/** The item fails without a retry. */
	final?: boolean;
}

const always = (): boolean => true;
const never = (): boolean => false;
/** The reply is lost: a record that cannot be looked up stays unknown. */
const unlessUnknown = ({ creates }: Kind): boolean => creates?.findable !== false;
/** The service acts but never answers: only the look-up of a creation finds out. */
const whereLookedUp = ({ creates }: Kind): boolean => creates?.findable === true;
/** A delete whose every reply is lost also succeeds when the record is not there any more. */
const whereLookedUpOrGone = (kind: Kind) => whereLookedUp(kind) || kind === deletion;
const reads = ({ effects }: Kind): boolean => effects === undefined;

/** A rate limit that is never reached, so that replies have its headers. */
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
const NOT_IN_PLAN = refused(
	{ kind: 'status', status: 200, body: { error: 1, message: 'Your plan does not include this.' } },
	/^Your plan does not include this\./,
);

export const FAULTS: FaultCase[] = [
	{ name: '429', ...tooMany('429') },
	{ name: '"too many" in words only', ...tooMany('message') },
	{ name: 'reset before acting', ...lost({ kind: 'resetBefore' }) },
	{ name: 'reset after acting', ...lost({ kind: 'resetAfter' }) },
	{ name: '503 before acting', ...lost({ kind: 'status', ...BUSY }) },
	{ name: '503 after acting', ...lost({ kind: 'statusAfter', ...BUSY }) },
	{ name: 'a web page after acting', ...lost({ kind: 'html', after: true }) },
	{ name: 'truncated JSON after acting', ...lost({ kind: 'truncated' }) },
	{ name: 'no answer, not acted upon', ...lost({ kind: 'hang' }) },
	{ name: 'no answer, acted upon', ...lost({ kind: 'hang', after: true }) },
	{
		name: 'an object of another shape',
		fault: { kind: 'wrongShape', body: { error: 0, data: 'moved' }, after: true },
		mended: (kind) => !reads(kind) && unlessUnknown(kind),
		words: /^The reply (does not contain|does not name the new QR code\. Whether .* is not known)/,
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
	{ name: 'refusal', ...NOT_IN_PLAN },
	{ name: 'refusal forever', ...NOT_IN_PLAN, always: true },
	{
		name: '503 forever',
		fault: { kind: 'status', ...BUSY },
		always: true,
		mended: never,
		words: /^Down for a moment\./,
	},
	{
		name: 'reset after acting forever',
		fault: { kind: 'resetAfter' },
		always: true,
		mended: whereLookedUpOrGone,
		words: /^The connection was lost/,
	},
];
