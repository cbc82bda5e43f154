/** How the download of an image ends when its host does not answer. */
import { afterEach, expect, jest } from '@jest/globals';

import {
	downloadImage,
	ImageUnavailable,
} from '../../../nodes/LinkManagement/actions/qrCode/image';
import type { ItemCaller } from '../../../nodes/LinkManagement/run/item';

afterEach(() => void jest.restoreAllMocks());

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
