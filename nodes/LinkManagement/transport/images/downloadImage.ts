import type {
	IBinaryData,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { ImageUnavailable } from '../../errors';
import { textOf } from '../../values/json';
import type { ConnectionOptions } from '../service';
import { wait } from '../wait';
import { isPrivateHost } from './privateHosts';

/** What of n8n can fetch a file and keep it: the node through both entry points. */
export type FileCaller = IExecuteFunctions | IExecutePaginationFunctions;

/** Far more than a QR code needs, in bytes; and how often its address may be sent on. */
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_REDIRECTS = 5;
/** Tries over broken connections and a host that is busy. */
const MAX_TRIES = 3;
/** First wait before another try, in ms; doubled for the next, half of it by chance. */
const FIRST_PAUSE = 300;
const BUSY = /^(408|429|5\d\d)$/;
/** Longest time for one image, in ms: a host that trickles must not hold up the run. */
const MAX_DURATION = 60_000;

/** Types of images; an SVG is one. */
const IMAGE = /^image\/([\w.-]+)(\+xml)?$/;

interface Download {
	caller: FileCaller;
	options: ConnectionOptions;
	signal: AbortSignal;
}

/** An address as a message shows it. */
const shortened = (address: string) =>
	address.length > 200 ? `${address.slice(0, 200)}…` : address;

/**
 * The address of an image, which the service or a redirect has named.
 *
 * @throws {ImageUnavailable} when it is none, or leads from a public service into the private network that n8n is in
 */
function imageAddress(said: string, home: URL, from?: URL): URL {
	const base = from ?? (said.startsWith('/') ? home : undefined);
	if (said === '') throw new ImageUnavailable('The service does not say where the image is');
	const address = URL.canParse(said, base?.href) ? new URL(said, base) : undefined;
	if (!address || !/^https?:$/.test(address.protocol))
		throw new ImageUnavailable(`"${shortened(said)}" is not the address of an image`);
	if (isPrivateHost(address.hostname) && !isPrivateHost(home.hostname)) {
		throw new ImageUnavailable(
			`${shortened(address.href)} is inside a private network, and the service is not`,
		);
	}
	return address;
}

/** Follows redirects by hand, as each of them can lead anywhere. */
async function fetchFile(
	said: string,
	{ caller, options, signal }: Download,
): Promise<[IN8nHttpFullResponse, URL]> {
	const { timeout, proxy, skipSslCertificateValidation } = options;
	const home = new URL(textOf(options.baseURL));
	let address = imageAddress(said, home);
	for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
		const reply = (await caller.helpers.httpRequest({
			url: address.href,
			timeout,
			proxy,
			skipSslCertificateValidation,
			abortSignal: signal,
			// Whoever reads a stream can stop when it gets too long
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		})) as IN8nHttpFullResponse;
		const { location } = reply.headers;
		if (reply.statusCode < 300 || reply.statusCode >= 400 || location === undefined)
			return [reply, address];
		closeStream(reply.body);
		address = imageAddress(textOf(location), home, address);
	}
	throw new ImageUnavailable(`${shortened(said)} is sent on again and again`);
}

/** Ends a download that nobody wants any more. */
function closeStream(body: unknown): void {
	(body as { destroy?: () => void } | undefined)?.destroy?.();
}

/** Reads a body up to the limit. */
async function bytesOf(body: IN8nHttpFullResponse['body'], address: URL): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of body as AsyncIterable<Buffer>) {
		size += chunk.length;
		// Leaving the loop closes the connection
		if (size > MAX_BYTES)
			throw new ImageUnavailable(
				`${shortened(address.href)} is larger than ${MAX_BYTES / 1024 / 1024} MB`,
			);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/** Name of the file in an address, with nothing in it that a file system takes for more than a name. */
function fileName({ pathname }: URL, extension: string): string {
	const name =
		(pathname.split('/').pop() ?? '')
			.replace(/[^\w.-]/g, '')
			.replace(/^\.+/, '')
			.slice(-100) || 'qr-code';
	return /\.\w{1,5}$/.test(name) ? name : `${name}.${extension}`;
}

async function download(said: string, from: Download): Promise<IBinaryData> {
	const [reply, address] = await fetchFile(said, from);
	const type = (textOf(reply.headers['content-type']).split(';')[0] ?? '').trim().toLowerCase();
	const [isImage, subtype = ''] = IMAGE.exec(type) ?? [];
	if (reply.statusCode >= 400 || !isImage) {
		closeStream(reply.body);
		const why =
			reply.statusCode >= 400
				? `answered with HTTP ${reply.statusCode}`
				: `is not an image (${shortened(type) || 'no type'})`;
		throw new ImageUnavailable(
			`${shortened(address.href)} ${why}`,
			BUSY.test(`${reply.statusCode}`),
		);
	}
	const content = await bytesOf(reply.body, address);
	return await from.caller.helpers.prepareBinaryData(
		content,
		fileName(address, subtype.replace('jpeg', 'jpg')),
		type,
	);
}

/**
 * Fetches an image as n8n keeps files: over HTTP, within a size, a time and a number of redirects and tries. Never with
 * the key, as the service may name any address, and what phones are to see needs none.
 *
 * @param said the address in the service's words
 * @param options base URL and Request Options of the node's other requests
 * @param stop ends the download with the execution
 * @throws {ImageUnavailable} when there is none to be had; {Canceled} on Stop
 */
export async function downloadImage(
	caller: FileCaller,
	said: string,
	options: ConnectionOptions,
	stop: AbortSignal | undefined,
): Promise<IBinaryData> {
	const signal = AbortSignal.any([AbortSignal.timeout(MAX_DURATION), ...(stop ? [stop] : [])]);
	for (let tries = 1; ; tries++) {
		try {
			return await download(said, { caller, options, signal });
		} catch (error) {
			const reason = error instanceof Error ? error.message : textOf(error);
			const none =
				error instanceof ImageUnavailable
					? error
					: new ImageUnavailable(`${shortened(said)} could not be had: ${reason}`, true);
			if (!none.temporary || tries === MAX_TRIES || signal.aborted) throw none;
			await wait(FIRST_PAUSE * tries * (0.5 + Math.random()), stop);
		}
	}
}
