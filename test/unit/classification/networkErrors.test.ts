/** What is known of a request that ended without a reply, by the forms in which versions of n8n throw it. */
import { expect, test } from '@jest/globals';

import { type Caller, sendHttpRequest } from '../../../nodes/LinkManagement/client/http';

const closed = { code: 'ECONNRESET', message: 'socket hang up', config: {} };
const words = 'The connection to the server was closed unexpectedly';

test.each<[string, object, code: string, notSent: string | undefined]>([
	[
		'with its cause',
		{ httpCode: 'ECONNRESET', message: words, cause: closed },
		closed.code,
		undefined,
	],
	['with nothing but its code', { httpCode: 'ECONNRESET', message: words }, closed.code, undefined],
	['with nothing at all', { httpCode: null, message: words }, '', undefined],
	['of the HTTP client without a code', { message: 'aborted', config: {} }, '', undefined],
	[
		'as a refusal of its own',
		{ httpCode: null, message: words, cause: { message: 'No.' } },
		'',
		'',
	],
])('n8n throws an error %s', async (_, error, code, notSent) => {
	const httpRequestWithAuthentication = async () => await Promise.reject(error);
	const caller = { helpers: { httpRequestWithAuthentication } } as unknown as Caller;
	const { networkError } = await sendHttpRequest(caller, { url: '' }, {}, undefined, 1_000);
	expect(networkError).toMatchObject({ code });
	expect(networkError?.notSent).toBe(notSent);
});
