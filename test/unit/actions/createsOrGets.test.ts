/** Create or Get: which link comes out after a refusal, and which errors users read. Virtual time. */
import type { IDataObject, NodeApiError } from 'n8n-workflow';

import { createOrGet as operation } from '../../../nodes/LinkManagement/actions/link/createOrGet';
import { type FailureKind, isFailure } from '../../../nodes/LinkManagement/errors';
import {
	failed,
	good,
	listReply,
	outcomeOf,
	type SentRequest,
	type StubReply,
	stubService,
} from '../../support/stubService';
import { advanceUntil, useVirtualClock } from '../../support/virtual/clock';
import { hintsOf, itemCall } from './itemCall';

const TARGET = 'https://example.com/a';
const LINK = { id: 7, shorturl: 'https://sho.rt/spring', alias: 'spring', longurl: TARGET };
const BODY = { url: TARGET, custom: 'spring' };

useVirtualClock('2030-01-31T10:00:00Z');

/** One item, at a service that answers its creation and its search so. */
async function createOrGet(
	creation: StubReply,
	search: (asked: SentRequest) => IDataObject[] = () => [],
	body: IDataObject = BODY,
	more: Parameters<typeof itemCall>[1] = {},
) {
	const service = stubService(
		(request) =>
			request.method === 'POST' ? creation : listReply('urls', search(request), { maxpage: 1 }),
		{ defaultDomain: 'sho.rt' },
	);
	const request = { method: 'POST', url: '/api/url/add', body } as const;
	const call = itemCall(service, { request, ...more });
	const outcome = await advanceUntil(outcomeOf(operation.execute(call)));
	const methods = service.requests.map(({ method }) => method);
	return { ...outcome, methods, notes: hintsOf(call.run) };
}

const REFUSED = failed('refused', { message: 'The alias is taken.' });
const leadingTo = (longurl: string | undefined) => () => [{ ...LINK, longurl }];

test.each<[FailureKind, string[]]>([
	['refused', ['POST', 'GET']],
	['forbidden', ['POST', 'GET']],
	['notFound', ['POST', 'GET']],
	['invalidKey', ['POST']],
])('after a creation that ends with %s, %j are sent for a link that exists', async (kind, sent) => {
	const { result, error, methods } = await createOrGet(failed(kind), leadingTo(TARGET));
	expect(methods).toEqual(sent);
	if (sent.length === 2) expect(result).toEqual([{ ...LINK, created: false }]);
	else expect(isFailure(error as NodeApiError, kind)).toBe(true);
});

test('a link that leads elsewhere is an error', async () => {
	const { error, message, advice } = await createOrGet(REFUSED, leadingTo('https://example.com/b'));
	expect(isFailure(error, 'aliasTaken')).toBe(true);
	expect(advice).toBe('Choose another alias for this item.');
	expect(message).toBe(
		'The alias spring is taken: https://sho.rt/spring leads to https://example.com/b, not to https://example.com/a [item 3]',
	);
});

test.each<[string, IDataObject, string | undefined]>([
	['linkManagementTool', { expiry: '2030-04-30 23:59:59' }, 'its other fields were not changed'],
	['linkManagementTool', { domain: 'https://sho.rt' }, undefined],
	['linkManagement', { expiry: '2030-04-30 23:59:59' }, undefined],
])('for a %s, a link that exists and stays without %j is told: %j', async (type, fields, words) => {
	const body = { ...BODY, ...fields };
	const found = await createOrGet(REFUSED, leadingTo(TARGET), body, { node: { type } });
	const warning: unknown = words && expect.stringContaining(words);
	expect(found.result).toEqual([{ ...LINK, created: false, ...(words && { warning }) }]);
});

test.each([
	['is written in another form', 'http://example.com/a/'],
	['is not shown', undefined],
])('a link whose long URL %s comes out, and the hint counts it', async (_, longurl) => {
	const { result, notes } = await createOrGet(REFUSED, leadingTo(longurl));
	expect(result).toMatchObject([{ id: 7, created: false }]);
	const said = 'The long URL of 1 link is written in another form';
	expect(notes.join().includes(said)).toBe(longurl !== undefined);
	expect(notes.join()).toContain('1 link existed already');
});

test.each([
	['on the same host', 'https://example.com/stored', {}, true],
	['on another host', 'https://example.org/a', {}, false],
	['on a given domain', 'https://example.com/stored', { domain: 'https://sho.rt' }, true],
])('a derived alias that leads elsewhere %s', async (_, longurl, more, comesOut) => {
	const search = ({ qs }: SentRequest) => [{ id: 7, shorturl: qs.short, longurl } as IDataObject];
	const { result, error } = await createOrGet(REFUSED, search, { url: TARGET, ...more });
	if (comesOut) {
		const warning = `The link leads to ${longurl} at the service.`;
		const [link] = result!.map((one) => operation.reply.record(one));
		expect(link).toEqual({ id: 7, shorturl: expect.any(String), created: false, warning });
	} else expect(isFailure(error, 'aliasTaken')).toBe(true);
});

test('a hint names both domains where a creation contradicts the credential', async () => {
	const elsewhere = { ...LINK, shorturl: 'https://go.example.com/spring' };
	expect((await createOrGet(good(elsewhere))).notes).toEqual([
		'Links without a domain are made on https://go.example.com, not on sho.rt. Correct Default Domain in the credential.',
	]);
	// A link with another alias may be an older one
	const other = { id: 7, shorturl: 'https://go.example.com/other' };
	for (const link of [LINK, other, { id: 7, alias: 'spring' }])
		expect((await createOrGet(good(link))).notes).toEqual([]);
});
