/** Which cause an error of a poll declares to n8n. */
import { type INode, NodeOperationError } from 'n8n-workflow';

import { type Failure, RateLimitBusy } from '../../../nodes/LinkManagement/errors';
import { withCause } from '../../../nodes/LinkManagement/trigger/failureCauses';
import { failureOf, stubService } from '../../support/stubService';

const NODE = { name: 'Trigger' } as INode;
const { errorFor } = stubService(() => ({ body: {} }));
const errorOf = (kind: Failure['kind'], more: Partial<Failure> = {}) =>
	errorFor(failureOf(kind, { fromService: true, ...more }), undefined);
const declaredBy = (error: unknown) => (error as { failure?: unknown }).failure;

test.each<[Failure['kind'], string]>([
	['forbidden', 'configuration-invalid'],
	['invalidKey', 'credential-invalid'],
	['misconfigured', 'configuration-invalid'],
	['notOffered', 'configuration-invalid'],
])('%s: %s, without a wait', (kind, cause) => {
	expect(declaredBy(withCause(errorOf(kind, { retryAfter: 5_000 })))).toEqual({ cause });
});

test.each<[Failure['kind'], string]>([
	['lostReply', 'temporarily-unavailable'],
	['quotaExhausted', 'quota-exhausted'],
	['rateLimited', 'rate-limited'],
	['unavailable', 'temporarily-unavailable'],
	['unreachable', 'temporarily-unavailable'],
])('%s: %s, with the wait that is known', (kind, cause) => {
	expect(declaredBy(withCause(errorOf(kind)))).toEqual({ cause });
	expect(declaredBy(withCause(errorOf(kind, { retryAfter: 0 })))).toEqual({ cause });
	const error = errorOf(kind, { retryAfter: 5_000.5 });
	expect(declaredBy(withCause(error))).toEqual({ cause, retryAfterMs: 5_001 });
});

test.each<[Failure['kind']]>([['notFound'], ['redirect'], ['unexpectedReply']])(
	'%s: none',
	(kind) => {
		expect(declaredBy(withCause(errorOf(kind)))).toBeUndefined();
	},
);

test('HTTP 403 is a refusal only in the form of the service', () => {
	const refused = { httpCode: '403' };
	expect(declaredBy(withCause(errorOf('forbidden', refused)))).toMatchObject({
		cause: 'configuration-invalid',
	});
	const page = { ...refused, fromService: false };
	expect(declaredBy(withCause(errorOf('invalidKey', page)))).toEqual({
		cause: 'temporarily-unavailable',
	});
	expect(declaredBy(withCause(errorOf('invalidKey', { ...page, httpCode: '401' })))).toEqual({
		cause: 'credential-invalid',
	});
});

test('other errors', () => {
	const busy = new RateLimitBusy(7_000);
	expect(declaredBy(withCause(busy))).toEqual({ cause: 'rate-limited', retryAfterMs: 7_000 });
	const invalid = new NodeOperationError(NODE, 'Threshold: a value is required');
	expect(declaredBy(withCause(invalid))).toEqual({ cause: 'configuration-invalid' });
	expect(declaredBy(withCause(new Error('Unknown')))).toBeUndefined();
	expect(withCause('text', busy)).toBe('text');
});

test('one that has declared its cause keeps it', () => {
	const error = new NodeOperationError(NODE, 'Not started');
	expect(withCause(error, new RateLimitBusy(7_000))).toBe(error);
	expect(declaredBy(withCause(error))).toEqual({ cause: 'rate-limited', retryAfterMs: 7_000 });
});
