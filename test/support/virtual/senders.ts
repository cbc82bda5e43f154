/** A process of n8n, reduced to its rate limiter: senders that send one request after the other to a service. */
import {
	readRateLimitHeaders,
	readRetryAfter,
} from '../../../nodes/LinkManagement/client/rateLimit/headers';
import { RateLimiter } from '../../../nodes/LinkManagement/client/rateLimit/rateLimiter';
import type { LimitedService } from './limitedService';
import type { VirtualReply, VirtualRequest } from './scriptedRun';

/** A run of the node begins slowly, so that it seldom has more requests in flight. */
const SENDERS = 8;
const LIST: VirtualRequest = { method: 'GET', path: '/api/urls', query: {}, body: {}, at: 0 };

interface Sending {
	limiter?: RateLimiter;
	/** How many requests are to be served. */
	count?: number;
	/** When they end at the latest, ms since epoch. */
	until?: number;
}

/** @returns when the first request was sent, ms since epoch */
export async function sendRequests(
	service: LimitedService,
	name: string,
	{ limiter = new RateLimiter(), count = Infinity, until = Infinity }: Sending,
): Promise<number> {
	const script = service.scriptFor(name);
	let firstSentAt = Infinity;
	let left = count;
	const send = async () => {
		const slot = await limiter.acquire(undefined);
		firstSentAt = Math.min(firstSentAt, Date.now());
		const { status, headers = {}, body } = (await script(LIST, 0)) as Exclude<VirtualReply, string>;
		const now = Date.now();
		const reply = { headers, body };
		const isRefused = status === 429;
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
