import type {
	IBinaryData,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { CREDENTIAL } from './answer';
import { textOf } from './json';

/** What of n8n can fetch a file and keep it: the node through both doors. */
export type FileCaller = IExecuteFunctions | IExecutePaginationFunctions;

/** The image could not be had; the message says why. */
export class NoImage extends Error {}

const hostOf = (address: string): string => {
	if (!URL.canParse(address)) throw new NoImage(`"${address}" is not the address of an image`);
	return new URL(address).host;
};

/** Name of the file in an address, or `qr-code`. */
const fileName = (address: string) => new URL(address).pathname.split('/').pop() || 'qr-code';

async function fetchFile(
	caller: FileCaller,
	address: string,
	options: IHttpRequestOptions,
): Promise<IN8nHttpFullResponse> {
	const { timeout, proxy, skipSslCertificateValidation, baseURL } = options;
	const request: IHttpRequestOptions = {
		url: address,
		timeout,
		proxy,
		skipSslCertificateValidation,
		encoding: 'arraybuffer',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
	};
	if (hostOf(address) !== hostOf(textOf(baseURL))) {
		return (await caller.helpers.httpRequest(request)) as IN8nHttpFullResponse;
	}
	const reply = (await caller.helpers.httpRequestWithAuthentication.call(caller, CREDENTIAL, {
		...request,
		disableFollowRedirect: true,
	})) as IN8nHttpFullResponse;
	const { location } = reply.headers;
	if (reply.statusCode < 300 || reply.statusCode >= 400 || location === undefined) return reply;
	const url = new URL(textOf(location), address).href;
	return (await caller.helpers.httpRequest({ ...request, url })) as IN8nHttpFullResponse;
}

/**
 * Fetches an image as n8n keeps files. The key goes along only to the host of the credential, never to another one
 * that the address or a redirect leads to.
 *
 * @param options base URL and Request Options of the node's other requests
 * @throws {NoImage} when there is none to be had
 */
export async function fetchImage(
	caller: FileCaller,
	address: string,
	options: IHttpRequestOptions,
): Promise<IBinaryData> {
	const reply = await fetchFile(caller, address, options).catch((error: unknown) => {
		throw new NoImage(error instanceof Error ? error.message : `${address} could not be reached`);
	});
	const type = textOf(reply.headers['content-type']).split(';')[0] ?? '';
	if (reply.statusCode >= 400) throw new NoImage(`${address} answered with HTTP ${reply.statusCode}`);
	if (!type.startsWith('image/')) throw new NoImage(`${address} is not an image (${type || 'no type'})`);
	const extension = type.replace('image/', '').replace('+xml', '').replace('jpeg', 'jpg');
	const name = fileName(address);
	return await caller.helpers.prepareBinaryData(
		Buffer.from(reply.body as ArrayBuffer),
		name.includes('.') ? name : `${name}.${extension}`,
		type,
	);
}
