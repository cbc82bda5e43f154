/** Which cause an error of a poll declares to n8n. */
import { type INode, NodeOperationError } from 'n8n-workflow';

import { type Failure, RateLimitBusy } from '../../../nodes/LinkManagement/errors';
import { withCause } from '../../../nodes/LinkManagement/trigger/failureCauses';
import { failureOf, stubService } from '../../support/stubService';

const NODE = { name: 'Trigger' } as INode;
const { errorFor } = stubService(() => ({ body: {} }));
/** What the error of a poll declares after this failure. */
const causeAfter = (kind: Failure['kind'], more: Partial<Failure> = {}) =>
	causeOf(errorFor(undefined, failureOf(kind, { fromService: true, ...more })));
const causeOf = (error: unknown) => (withCause(error) as { failure?: unknown }).failure;

test.each<[Failure['kind'], string, number?]>([
	['forbidden', 'configuration-invalid'],
	['invalidKey', 'credential-invalid'],
	['misconfigured', 'configuration-invalid'],
	['notOffered', 'configuration-invalid'],
	['lostReply', 'temporarily-unavailable', 5_001],
	['quotaExhausted', 'quota-exhausted', 5_001],
	['rateLimited', 'rate-limited', 5_001],
	['unavailable', 'temporarily-unavailable', 5_001],
	['unreachable', 'temporarily-unavailable', 5_001],
])('%s: %s, and where it ends by itself, the wait that is known', (kind, cause, wait = 0) => {
	expect(causeAfter(kind)).toEqual({ cause });
	const declared = wait === 0 ? { cause } : { cause, retryAfterMs: wait };
	expect(causeAfter(kind, { retryAfter: 5_000.5 })).toEqual(declared);
});

test.each<[Failure['kind']]>([['notFound'], ['redirect']])('%s: none', (kind) => {
	expect(causeAfter(kind)).toBeUndefined();
});

test('HTTP 403 is a refusal only in the form of the service', () => {
	const refused = { httpCode: '403' };
	expect(causeAfter('forbidden', refused)).toEqual({ cause: 'configuration-invalid' });
	const page = { ...refused, fromService: false };
	expect(causeAfter('invalidKey', page)).toEqual({ cause: 'temporarily-unavailable' });
	const key = { ...page, httpCode: '401' };
	expect(causeAfter('invalidKey', key)).toEqual({ cause: 'credential-invalid' });
});

test('other errors', () => {
	const busy = new RateLimitBusy(7_000);
	expect(causeOf(busy)).toEqual({ cause: 'rate-limited', retryAfterMs: 7_000 });
	const invalid = new NodeOperationError(NODE, 'Threshold: a value is required');
	expect(causeOf(invalid)).toEqual({ cause: 'configuration-invalid' });
	expect(causeOf(new Error('Unknown'))).toBeUndefined();
	expect(withCause('text', busy)).toBe('text');
});

test('one that has declared its cause keeps it', () => {
	const error = new NodeOperationError(NODE, 'Not started');
	expect(withCause(error, new RateLimitBusy(7_000))).toBe(error);
	expect(causeOf(error)).toEqual({ cause: 'rate-limited', retryAfterMs: 7_000 });
});
