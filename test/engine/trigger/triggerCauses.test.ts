/** What a failed poll tells n8n's scheduler, by n8n's own policy: why it failed, and how long to wait. */
import { join } from 'node:path';

import { expect, test } from '@jest/globals';

import { useVirtualClock } from '../../support/virtual/clock';
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
}
// eslint-disable-next-line @typescript-eslint/no-require-imports
const policy = require(
	join(
		__dirname,
		'../../../sandbox/node_modules/n8n/dist/workflows/triggers/poll-backoff-policy.js',
	),
) as Policy;

useVirtualClock();

const refusal = (message: string, status = 200): VirtualReply => ({
	status,
	body: { error: 1, message },
});
const wait = (status: number, seconds: number): VirtualReply => ({
	status,
	headers: { 'retry-after': String(seconds) },
	body: { error: 1, message: 'Not now.' },
});

/** The error of the first poll. */
const errorOf = async (reply: VirtualReply, parameters = { event: 'newLink' }) =>
	(await virtualTrigger(parameters, () => reply, newHost())()).error as Error;

const PERMANENT = { type: 'permanent', retryAfterMs: null };
const TRANSIENT = { type: 'transient', retryAfterMs: null };
const UNAVAILABLE = { ...TRANSIENT, cause: 'temporarily-unavailable' };
const QUOTA = { type: 'transient', retryAfterMs: 7_200_000, cause: 'quota-exhausted' };

test.each<[string, VirtualReply, object]>([
	['HTTP 401', refusal('Wrong.', 401), { ...PERMANENT, cause: 'credential-invalid' }],
	[
		'a redirect to another origin',
		{ status: 302, headers: { location: 'https://other.example/api/urls' }, body: '' },
		{ ...PERMANENT, cause: 'configuration-invalid' },
	],
	[
		'a firewall with a page',
		{ status: 403, body: '<html><body>Access denied</body></html>' },
		UNAVAILABLE,
	],
	[
		'HTTP 403 of the service',
		refusal('No permission.', 403),
		{ ...PERMANENT, cause: 'configuration-invalid' },
	],
	['a wait of the service', wait(503, 5), { ...UNAVAILABLE, retryAfterMs: 5_000 }],
	['no reply', 'lost', UNAVAILABLE],
	['HTTP 404', { status: 404, body: '<html><body>Not found</body></html>' }, TRANSIENT],
	['a used-up quota', wait(429, 7_200), QUOTA],
	['a refusal that can be about maintenance', refusal('Down for repair.'), TRANSIENT],
])('%s', async (_, reply, failure) => {
	expect(policy.pollFailureFromError(await errorOf(reply), new Date())).toEqual(failure);
});

test('a limit that is reached gives the known wait, to the end of the window', async () => {
	const error = await errorOf(wait(429, 50));
	expect(error.message).toMatch(/^The requests of this minute are used up/);
	const failure = policy.pollFailureFromError(error, new Date());
	expect(failure).toMatchObject({ type: 'transient', cause: 'rate-limited' });
	// In virtual time
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
