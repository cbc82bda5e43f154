/** What a failed poll tells n8n's durable scheduler, in the property that decides when the next poll begins. */
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../../support/virtual/clock';
import { refusal } from '../../support/virtual/linkService';
import { virtualTrigger } from '../../support/virtual/polls';
import { newHost, type VirtualReply } from '../../support/virtual/scriptedRun';

useVirtualClock();

const PAGE = '<html><body>Access denied</body></html>';
const wait = (status: number, seconds: number): VirtualReply => ({
	status,
	headers: { 'retry-after': String(seconds) },
	body: { error: 1, message: 'Not now.' },
});

/** The error of the first poll. */
async function errorOf(reply: VirtualReply, parameters: IDataObject = { event: 'newLink' }) {
	const { error } = await virtualTrigger(parameters, () => reply, newHost())();
	return error as Error & { failure?: IDataObject };
}

const CONFIGURATION = { cause: 'configuration-invalid' };
const UNAVAILABLE = { cause: 'temporarily-unavailable' };

test.each<[string, VirtualReply, IDataObject | undefined]>([
	['HTTP 401', refusal('Wrong.', 401), { cause: 'credential-invalid' }],
	[
		'a redirect to another origin',
		{ status: 302, headers: { location: 'https://other.example/api/urls' }, body: '' },
		CONFIGURATION,
	],
	['HTTP 403 of the service', refusal('No permission.', 403), CONFIGURATION],
	['HTTP 403 of a firewall', { status: 403, body: PAGE }, UNAVAILABLE],
	['a wait of the service', wait(503, 5), { ...UNAVAILABLE, retryAfterMs: 5_000 }],
	['HTTP 500', { status: 500, body: PAGE }, UNAVAILABLE],
	['no reply', 'lost', UNAVAILABLE],
	['a used-up quota', wait(429, 7_200), { cause: 'quota-exhausted', retryAfterMs: 7_200_000 }],
	['HTTP 404', { status: 404, body: PAGE }, undefined],
	['a refusal that can be about maintenance', refusal('Down for repair.'), undefined],
])('%s', async (_, reply, failure) => {
	expect((await errorOf(reply)).failure).toEqual(failure);
});

test('a limit that is reached before the first reading has the wait to its end', async () => {
	const error = await errorOf(wait(429, 50));
	const { failure } = error;
	const description = 'The trigger has to read the list once before it can start.';
	expect(error).toMatchObject({ description, failure: { cause: 'rate-limited' } });
	expect(Number(failure?.retryAfterMs)).toBeGreaterThan(48_000);
	expect(Number(failure?.retryAfterMs)).toBeLessThan(53_000);
});

test('a parameter that cannot be used is a wrong configuration', async () => {
	const { failure } = await errorOf('lost', { event: 'linkClicksReached' });
	expect(failure).toEqual(CONFIGURATION);
});
