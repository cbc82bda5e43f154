/** What a failed poll tells n8n's scheduler, by n8n's own policy: why it failed, and how long to wait. */
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { startClock, stopClock } from '../../support/virtual/clock';
import { virtualTrigger } from '../../support/virtual/polls';
import { newHost, type VirtualReply } from '../../support/virtual/scriptedRun';

interface PollFailure {
	type: 'permanent' | 'transient';
	cause?: string;
	retryAfterMs: number | null;
}
interface Policy {
	pollFailureFromError: (error: unknown, now: Date) => PollFailure;
	computeBackoffDelayMs: (failure: PollFailure & { consecutiveErrors: number }) => number;
	MAX_BACKOFF_MS: number;
	RETRY_AFTER_MAX_MS: number;
}
// eslint-disable-next-line @typescript-eslint/no-require-imports
const policy = require(
	join(
		__dirname,
		'../../../sandbox/node_modules/n8n/dist/workflows/triggers/poll-backoff-policy.js',
	),
) as Policy;

beforeEach(() => startClock(Date.parse('2030-01-31T10:00:00.300Z')));
afterEach(stopClock);

const PAGE = '<html><body>Access denied</body></html>';
const refusal = (message: string, status = 200): VirtualReply => ({
	status,
	body: { error: 1, message },
});
const redirect = (location: string): VirtualReply => ({
	status: 302,
	headers: { location },
	body: '',
});
const wait = (status: number, seconds: number): VirtualReply => ({
	status,
	headers: { 'retry-after': String(seconds) },
	body: { error: 1, message: 'Not now.' },
});

/** The error of the first poll. */
const errorOf = async (reply: VirtualReply, parameters = { event: 'newLink' }) =>
	(await virtualTrigger(parameters, () => reply, newHost())()).error as Error & {
		failure?: unknown;
	};

const PERMANENT = { type: 'permanent', retryAfterMs: null };
const TRANSIENT = { type: 'transient', retryAfterMs: null };

test.each<[string, VirtualReply, object]>([
	['HTTP 401', refusal('Wrong.', 401), { ...PERMANENT, cause: 'credential-invalid' }],
	[
		'a key refused with HTTP 200',
		refusal('Invalid API key.'),
		{ ...PERMANENT, cause: 'credential-invalid' },
	],
	[
		'an endpoint that is forbidden',
		refusal('Your plan does not allow this.', 403),
		{ ...PERMANENT, cause: 'configuration-invalid' },
	],
	[
		'a firewall with a page',
		{ status: 403, body: PAGE },
		{ ...TRANSIENT, cause: 'temporarily-unavailable' },
	],
	[
		'a redirect to another origin',
		redirect('https://other.example/api/urls'),
		{ ...PERMANENT, cause: 'configuration-invalid' },
	],
	[
		'a service that asks for time',
		wait(503, 120),
		{ type: 'transient', retryAfterMs: 120_000, cause: 'temporarily-unavailable' },
	],
	[
		'a used-up quota',
		wait(429, 7_200),
		{ type: 'transient', retryAfterMs: 7_200_000, cause: 'quota-exhausted' },
	],
])('%s', async (_, reply, failure) => {
	expect(policy.pollFailureFromError(await errorOf(reply), new Date())).toEqual(failure);
});

test('a limit that is reached gives the known wait, to the end of the window', async () => {
	const error = await errorOf(wait(429, 50));
	expect(error.message).toMatch(/^The requests of this minute are used up/);
	const failure = policy.pollFailureFromError(error, new Date());
	expect(failure).toMatchObject({ type: 'transient', cause: 'rate-limited' });
	expect(failure.retryAfterMs).toBeGreaterThan(48_000);
	expect(failure.retryAfterMs).toBeLessThan(53_000);
	const delay = policy.computeBackoffDelayMs({ ...failure, consecutiveErrors: 1 });
	expect(delay).toBe(failure.retryAfterMs);
});

test('a parameter that cannot be used is polled seldom', async () => {
	const error = await errorOf('lost', { event: 'linkClicksReached' });
	const failure = policy.pollFailureFromError(error, new Date());
	expect(failure).toMatchObject({ ...PERMANENT, cause: 'configuration-invalid' });
	const delay = policy.computeBackoffDelayMs({ ...failure, consecutiveErrors: 1 });
	expect(delay).toBe(policy.MAX_BACKOFF_MS);
});

test.each<[string, VirtualReply]>([
	['a refusal that can be about maintenance', refusal('Down for repair.')],
	['a redirect to the same origin', redirect('/login')],
])('%s proves nothing', async (_, reply) => {
	const error = await errorOf(reply);
	expect(error.failure).toBeUndefined();
	expect(policy.pollFailureFromError(error, new Date())).toEqual(TRANSIENT);
});

test('a cause is found in an error that n8n wraps', async () => {
	const cause = await errorOf(refusal('Wrong.', 401));
	const wrapped = new Error('There was a problem activating the workflow', { cause });
	expect(policy.pollFailureFromError(wrapped, new Date())).toMatchObject(PERMANENT);
});
