/** A process of n8n, reduced to its rate limiter: senders that send one request after the other to a service. */
import type { IHttpRequestOptions } from 'n8n-workflow';

import {
	readRateLimitHeaders,
	readRetryAfter,
} from '../../../nodes/LinkManagement/client/rateLimit/headers';
import { RateLimiter } from '../../../nodes/LinkManagement/client/rateLimit/rateLimiter';
import type { VirtualService } from './service';

/** A run of the node begins slowly, so that it seldom has more requests in flight. */
const SENDERS = 8;
const LIST: IHttpRequestOptions = { method: 'GET', url: '/api/urls', qs: { page: 1 } };

interface Sending {
	limiter?: RateLimiter;
	/** How many requests are to be served. */
	count?: number;
	/** When they end at the latest, ms since epoch. */
	until?: number;
}

/** @returns when the first request was sent, ms since epoch */
export async function sendRequests(
	service: VirtualService,
	name: string,
	{ limiter = new RateLimiter(), count = Infinity, until = Infinity }: Sending,
): Promise<number> {
	let firstSentAt = Infinity;
	let left = count;
	const send = async () => {
		const slot = await limiter.acquire(undefined);
		firstSentAt = Math.min(firstSentAt, Date.now());
		const { statusCode, headers, body } = await service.answer(name, LIST);
		const now = Date.now();
		const reply = { headers: headers as Record<string, string>, body };
		const isRefused = statusCode === 429;
		if (isRefused) left++;
		const result = isRefused
			? { refusal: { retryAfter: readRetryAfter(reply, now) } }
			: { outcome: 'success' as const };
		slot.release({ ...readRateLimitHeaders(reply, now), ...result });
	};
	const senders = Array.from({ length: SENDERS }, async () => {
		while (left > 0 && Date.now() < until) {
			left--;
			await send();
		}
	});
	await Promise.all(senders);
	return firstSentAt;
}
