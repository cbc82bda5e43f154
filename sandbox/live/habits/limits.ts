/** Rate limit and key: what the headers of a few reads show. */
import { type Exchange, overLimitForm, resetOf } from '../client.ts';
import type { Probe } from './probe.ts';

const headersOf = ({ headers, sentAt }: Exchange) => {
	const limit = headers.get('x-ratelimit-limit');
	const remaining = headers.get('x-ratelimit-remaining');
	return {
		limit: limit === null ? undefined : Number(limit),
		remaining: remaining === null ? undefined : Number(remaining),
		reset: resetOf(headers, sentAt),
	};
};

/** Reads the account three times and two lists, in an order that shows which of them share a budget. */
export async function measureLimits(probe: Probe): Promise<void> {
	const { findings } = probe;
	const one = { query: { limit: 1 } };
	const accountBefore = await probe.use('getAccount');
	const account = await probe.use('getAccount');
	const channels = await probe.use('listChannels', one);
	const campaigns = await probe.use('listCampaigns', one);
	const { limit, remaining, reset } = headersOf(account);
	if (limit === undefined || remaining === undefined) {
		findings.set('resetFormat', 'none');
		for (const name of ['limit', 'window', 'separateBudgets', 'listLimit'] as const)
			findings.unknown(name, 'the service sends no rate limit headers');
		return;
	}
	findings.set('limit', limit);
	if (reset) findings.set('resetFormat', reset.format);
	else findings.unknown('resetFormat', 'the header is missing or has an unknown form');
	const replies = [accountBefore, account, channels, campaigns];
	measureBudgets(probe, replies);
}

/** Whether two replies belong to windows that began at about the same time. */
const SAME_WINDOW = 5_000;

function measureBudgets({ findings }: Probe, replies: Exchange[]): void {
	const [before, account, channels, campaigns] = replies.map(headersOf);
	const left = [before, account, channels, campaigns].map((headers) => headers?.remaining);
	const [first, second, third, fourth] = left;
	const ends = [before, account, channels, campaigns].map((headers) => headers?.reset?.at);
	const isOneWindow = ends.every((end) => Math.abs((end ?? 0) - (ends[0] ?? 0)) < SAME_WINDOW);
	const known = [first, second, third, fourth].every((count) => count !== undefined);
	const reason = 'a new window began during the measurement';
	if (!known || !isOneWindow || second! >= first!) {
		findings.unknown('separateBudgets', reason);
	} else if (channels?.limit === account?.limit && third! < second!) {
		findings.set('separateBudgets', 'none');
	} else {
		findings.set('separateBudgets', fourth === third ? 'endpoints' : 'lists');
	}
	const { separateBudgets } = findings.settings;
	if (separateBudgets === undefined || separateBudgets === 'none')
		findings.unknown('listLimit', 'lists have no budget of their own');
	else if (channels?.limit !== undefined && channels.limit !== account?.limit)
		findings.set('listLimit', channels.limit);
	else findings.set('listLimit', 0);
}

/** Lengths of windows that services use, in seconds. */
const USUAL_WINDOWS = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 86_400];
/** Clocks and headers in whole seconds make the length this uncertain, in seconds. */
const UNCERTAIN = 2;

/**
 * The length of a window, from all requests that were the first of theirs: measured last, when most windows have been seen.
 */
export function measureWindow({ client, findings }: Probe): void {
	const { limit } = findings.settings;
	if (limit === undefined) return;
	const firsts = client.exchanges.flatMap((exchange) => {
		const { remaining, reset } = headersOf(exchange);
		if (remaining !== limit - 1 || !reset) return [];
		// The end of the window is by the service's clock
		const now = Date.parse(exchange.headers.get('date') ?? '');
		const skew = Math.abs(now - exchange.sentAt) > 5_000 ? now - exchange.sentAt : 0;
		return reset.format === 'seconds'
			? [reset.at - exchange.sentAt]
			: [reset.at - exchange.sentAt - skew];
	});
	if (firsts.length === 0)
		return findings.unknown('window', 'no request was the first of its window');
	const seconds = Math.min(...firsts) / 1000;
	const usual = USUAL_WINDOWS.find(
		(window) => Math.abs(seconds - window) <= Math.min(UNCERTAIN, window / 4),
	);
	findings.set('window', usual ?? Math.max(1, Math.round(seconds)));
}

/** How a wrong key is refused. */
export async function measureBadKey(probe: Probe): Promise<void> {
	const { findings } = probe;
	const exchange = await probe.try('getAccount', { key: 'n8n-live-no-such-key' });
	const { status, text, ok, headers } = exchange;
	if (/^\s*</.test(text) && status === 200) findings.set('badKey', 'html');
	else if (!ok && (status === 200 || status === 401 || status === 403))
		findings.set('badKey', String(status) as '200' | '401' | '403');
	else findings.unknown('badKey', `a wrong key is answered with HTTP ${status}`);
	if (findings.settings.limit === undefined)
		findings.unknown('rateLimitHeadersOnBadKey', 'the service sends no rate limit headers');
	else findings.set('rateLimitHeadersOnBadKey', headers.has('x-ratelimit-limit'));
}

/** How the service refuses what is over the limit, if that happened. A run avoids it. */
export function concludeOverLimit({ client, findings }: Probe): void {
	const form = client.exchanges.map(overLimitForm).find((found) => found !== undefined);
	if (form) findings.set('overLimit', form);
	else findings.unknown('overLimit', 'the run stayed within the limit');
}
