import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

/** Everything of n8n that can call the service: the node through both doors, the locators, the trigger. */
export type Caller =
	IExecuteFunctions | IExecutePaginationFunctions | ILoadOptionsFunctions | IPollFunctions;

/** What came back, before anybody judged it. `networkError` is set when no HTTP reply came back at all. */
export interface HttpReply {
	status: number;
	/** Lower-case names. Empty when there are none in view. */
	headers: Record<string, string>;
	/** JSON as parsed by n8n; a string when it was none. */
	body: unknown;
	networkError?: { code: string; message: string };
}

/** Without these n8n follows redirects with the key attached, sends a 401 twice and hides status and headers. */
const RAW_REPLY_OPTIONS = {
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const;

export const CREDENTIAL = 'linkManagementApi';

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

/** The innermost code in an error's chain of causes: n8n wraps what the HTTP client threw. */
function networkErrorOf(error: unknown): { code: string; message: string } {
	let code = '';
	let message = '';
	for (let e = error, depth = 0; isRecord(e) && depth < 5; e = e.cause, depth++) {
		if (typeof e.code === 'string') code = e.code;
		if (typeof e.message === 'string' && e.message !== '') message = e.message;
	}
	return { code, message };
}

function lowerCased(headers: unknown): Record<string, string> {
	if (!isRecord(headers)) return {};
	return Object.fromEntries(
		Object.entries(headers)
			.filter(([, value]) => value !== undefined && value !== null)
			.map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
}

/**
 * One HTTP exchange. Never throws for what the service or the network did: that is for the failure to judge.
 *
 * @param request complete options (base URL, path, query, body, the node's Request Options); not changed
 * @param credentials as read when the run began: n8n would read and decrypt them for every request, and a key that is
 *   changed meanwhile must not go to the address of before
 */
export async function sendHttpRequest(
	caller: Caller,
	request: IHttpRequestOptions,
	credentials: ICredentialDataDecryptedObject,
): Promise<HttpReply> {
	try {
		const options = { ...request, headers: { ...request.headers }, ...RAW_REPLY_OPTIONS };
		const reply: unknown = await caller.helpers.httpRequestWithAuthentication.call(
			caller,
			CREDENTIAL,
			options,
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credentials } },
		);
		// Evaluation mocks of n8n answer with the bare body
		if (!isRecord(reply) || !('statusCode' in reply))
			return { status: 200, headers: {}, body: reply };
		return {
			status: Number(reply.statusCode),
			headers: lowerCased(reply.headers),
			body: reply.body,
		};
	} catch (error) {
		return { status: 0, headers: {}, body: undefined, networkError: networkErrorOf(error) };
	}
}
