/** How an image is downloaded: redirects, what is no image, attempts, and a host that does not answer. Virtual time. */
import { beforeEach, expect, jest, test } from '@jest/globals';
import type { IHttpRequestOptions } from 'n8n-workflow';

import {
	downloadImage,
	ImageUnavailable,
	shortAddress,
} from '../../../nodes/LinkManagement/actions/qrCode/image';
import { Canceled } from '../../../nodes/LinkManagement/errors';
import type { ItemCaller } from '../../../nodes/LinkManagement/run/item';
import { advanceUntil, timeOutByClock, useVirtualClock } from '../../support/virtual/clock';

useVirtualClock();
beforeEach(timeOutByClock);

/** A host that never answers: a request ends by its signal only, with the message of n8n's HTTP client. */
function silentHost(onRequest: () => void = () => undefined): ItemCaller {
	const httpRequest = async ({ abortSignal }: { abortSignal: AbortSignal }) =>
		await new Promise((_, reject) => {
			const end = () => reject(new Error('canceled'));
			abortSignal.addEventListener('abort', end);
			if (abortSignal.aborted) end();
			onRequest();
		});
	return { helpers: { httpRequest } } as unknown as ItemCaller;
}

const options = { url: '', baseURL: 'https://links.example.com' };
const address = 'https://cdn.example.net/1.png';

test('that took too long is not reported as a canceled execution', async () => {
	const timeout = new AbortController();
	jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
	const download = downloadImage(
		silentHost(() => timeout.abort()),
		address,
		options,
		undefined,
	);
	await expect(download).rejects.toEqual(
		new ImageUnavailable(`${address} took longer than 60 seconds`),
	);
	expect(AbortSignal.timeout).toHaveBeenCalledWith(60_000);
});

test('that is stopped is a canceled execution, and not tried again', async () => {
	const stop = new AbortController();
	let requests = 0;
	const host = silentHost(() => {
		requests++;
		stop.abort();
	});
	await expect(downloadImage(host, address, options, stop.signal)).rejects.toThrow(Canceled);
	expect(requests).toBe(1);
});

interface Reply {
	status?: number;
	type?: string;
	location?: string;
	chunks?: Buffer[];
}

/** A host with these replies; the last one is repeated. */
function hostWith(replies: Array<Reply | Error>) {
	const requests: IHttpRequestOptions[] = [];
	let closed = 0;
	const httpRequest = async (request: IHttpRequestOptions) => {
		requests.push(request);
		const reply = replies[requests.length - 1] ?? replies.at(-1)!;
		if (reply instanceof Error) throw reply;
		const { status = 200, type = 'image/png', location, chunks = [Buffer.from('image')] } = reply;
		const read = async function* () {
			yield* await Promise.resolve(chunks);
		};
		return {
			statusCode: status,
			headers: { 'content-type': type, ...(location !== undefined && { location }) },
			body: Object.assign(read(), { destroy: () => closed++ }),
		};
	};
	const prepareBinaryData = async (content: Buffer, fileName: string, mimeType: string) =>
		await Promise.resolve({ data: `${content.length} bytes`, fileName, mimeType });
	const caller = { helpers: { httpRequest, prepareBinaryData } } as unknown as ItemCaller;
	return { caller, requests, closed: () => closed };
}

const MB = 1024 * 1024;
const to = (location: string, status = 302): Reply => ({ status, location });
const png = (fileName = '1.png') => ({ data: '5 bytes', fileName, mimeType: 'image/png' });
const TEN_MB = [Buffer.alloc(4 * MB), Buffer.alloc(6 * MB)];
const failing = (status: number): Reply => ({ status, location: '/2.png' });
const JPEG = { ...png('1.jpg'), mimeType: 'image/jpeg' };
const INSIDE =
	'http://10.0.0.1/ is neither on the host of the service nor on one with a public name';
type Case = [string, replies: Array<Reply | Error>, outcome: object | string, requests: number];
const refused = (status: number, requests: number): Case => {
	const message = `${address} answered with HTTP ${status}`;
	return [`HTTP ${status}`, [failing(status)], message, requests];
};

test.each<Case>([
	['an image', [{}], png(), 1],
	['a type with parameters', [{ type: ' IMAGE/JPEG ;q=1' }], JPEG, 1],
	['ten megabytes', [{ chunks: TEN_MB }], { ...png(), data: `${10 * MB} bytes` }, 1],
	['more', [{ chunks: [...TEN_MB, Buffer.alloc(1)] }], `${address} is larger than 10 MB`, 1],
	['nothing', [{ chunks: [] }], `${address} is empty`, 3],
	['a page', [{ type: 'text/html; image/png' }], `${address} is not an image (text/html)`, 1],
	['no type', [{ type: '' }], `${address} is not an image (no type)`, 1],
	['five redirects', [...'23456'].map((n) => to(`/${n}.png`)).concat({}), png('6.png'), 6],
	['six redirects', [to('/2.png')], `${address} has too many redirects`, 6],
	['a redirect to a path', [to('b/2.png', 300), to('3.png', 399), {}], png('3.png'), 3],
	['an address beside an image', [to('/2.png', 299)], png(), 1],
	['a redirect without an address', [{ status: 304 }], png(), 1],
	['a redirect into the network', [to('http://10.0.0.1/')], INSIDE, 1],
	...[400, 404, 4080, 1429].map((status) => refused(status, 1)),
	...[408, 429, 500, 599].map((status) => refused(status, 3)),
	['a busy host', [failing(503), failing(503), {}], png(), 3],
	['a broken connection', [new Error('hang up')], `${address} could not be downloaded: hang up`, 3],
])('%s', async (_, replies, outcome, requests) => {
	const host = hostWith(replies);
	const connection = { ...options, timeout: 5, skipSslCertificateValidation: true };
	const download = advanceUntil(downloadImage(host.caller, address, connection, undefined));
	if (typeof outcome === 'string')
		await expect(download).rejects.toMatchObject({
			constructor: ImageUnavailable,
			message: outcome,
		});
	else expect(await download).toEqual(outcome);
	expect(host.requests).toHaveLength(requests);
	expect(host.closed()).toBe(replies[0] instanceof Error ? 0 : requests);
	expect(host.requests[0]).toEqual({
		...{ url: address, timeout: 5, proxy: undefined, skipSslCertificateValidation: true },
		...{ abortSignal: expect.any(AbortSignal), encoding: 'stream', returnFullResponse: true },
		...{ ignoreHttpStatusErrors: true, disableFollowRedirect: true },
	});
});

test('a given name is that of the file, and a long address is cut', async () => {
	const { caller } = hostWith([{}]);
	expect(await downloadImage(caller, address, options, undefined, 'Poster')).toEqual(
		png('Poster.png'),
	);
	expect(shortAddress('x'.repeat(200))).toBe('x'.repeat(200));
	expect(shortAddress('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
});
