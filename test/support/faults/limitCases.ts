/** The limit, announced in every form and changed in mid-run. */
import type { Json } from '../engine';

export const COUNT = 40;

export interface Case {
	name: string;
	settings: Json;
	/** Requests that the service may refuse. */
	refusals: number;
	/** Windows that are used up before the last request. Default: FULL */
	full?: number;
	/** Settings that change when so many requests were sent. */
	change?: { after: number; settings: Json };
}

const WINDOW = { limit: 12, window: 1.5, fractionalSeconds: true };
const SECONDS = { limit: 12, window: 2 };
/** Windows that are used up before the last request. */
export const FULL = Math.ceil(COUNT / 12) - 1;
/** The same with a third of each window taken by another client, which the headers show only afterwards. */
const FULL_SHARED = Math.ceil(COUNT / 8) - 1;
/** The end of a window is not known: some requests in flight are refused when it is used up. */
const UNKNOWN_END = 3 * FULL;

export const CASES: Case[] = [
	...['epoch', 'ms', 'seconds'].map((resetFormat) => ({
		name: `reset as ${resetFormat}, to the millisecond`,
		settings: { ...WINDOW, resetFormat },
		refusals: 0,
	})),
	...['epoch', 'ms', 'seconds', 'date'].map((resetFormat) => ({
		name: `reset as ${resetFormat}, in whole seconds`,
		settings: { ...SECONDS, resetFormat },
		refusals: 0,
	})),
	...['429', 'body429'].map((overLimit) => ({
		name: `no headers, refused with ${overLimit}`,
		settings: { ...WINDOW, resetFormat: 'none', overLimit },
		refusals: 12 * FULL, // as many as are in flight at the first refusal
	})),
	{
		name: 'refused in words only',
		settings: { ...WINDOW, resetFormat: 'ms', overLimit: 'message', stolenPerWindow: 3 },
		refusals: FULL_SHARED,
		full: FULL_SHARED,
	},
	{
		name: 'another client takes a third',
		settings: { ...WINDOW, resetFormat: 'ms', stolenPerWindow: 4 },
		refusals: FULL_SHARED,
		full: FULL_SHARED,
	},
	{
		name: 'reset long past',
		settings: { ...WINDOW, resetOverride: '946684800' },
		refusals: UNKNOWN_END,
	},
	{
		name: 'the limit falls in mid-run',
		settings: { ...WINDOW, resetFormat: 'ms' },
		change: { after: 8, settings: { limit: 6 } },
		refusals: 6,
		full: 6,
	},
	{
		name: 'the limit rises in mid-run',
		settings: { ...WINDOW, limit: 6, resetFormat: 'ms' },
		change: { after: 8, settings: { limit: 30 } },
		refusals: 0,
		full: 2,
	},
	{
		name: 'the headers change their unit in mid-run',
		settings: { ...WINDOW, resetFormat: 'ms' },
		change: { after: 14, settings: { resetFormat: 'seconds' } },
		refusals: 0,
	},
	{
		name: 'limiting ends in mid-run',
		settings: { ...WINDOW, resetFormat: 'ms' },
		change: { after: 14, settings: { limit: 0 } },
		refusals: 0,
		full: 1,
	},
];
