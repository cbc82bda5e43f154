/** Requests to a service without n8n: to see how it replies, and to read back what n8n did. */
import { setTimeout as sleep } from 'node:timers/promises';

import { ENDPOINTS, type OperationId } from './endpoints.ts';
import { safeLine } from './terminal.ts';

export type Json = Record<string, unknown>;

/** A request and its reply. */
export interface Exchange {
	operationId: OperationId;
	status: number;
	headers: Headers;
	text: string;
	/** The body; empty when it is no JSON object. */
	body: Json;
	/** When it was sent, in ms since epoch. */
	sentAt: number;
	/** Whether the service did what was asked. */
	ok: boolean;
	/** The service's own words in one line without the key, empty without any. */
	message: string;
}

export interface Account {
	/** Address of the service, without a slash at the end. */
	url: string;
	key: string;
}

export interface Call {
	/** Values of the placeholders in the path. */
	path?: Record<string, string | number>;
	query?: Record<string, string | number>;
	body?: Json;
	/** Another key than that of the account. */
	key?: string;
}

/** Requests that are left for a key, as the last reply said. */
interface Budget {
	limit: number;
	remaining: number;
	resetAt: number;
}

const TIMEOUT = 60_000;
/** How often a request that was over the limit is sent again. */
const TRIES = 5;
/** How often a request that does no harm twice is sent when its connection is lost: a run of many minutes would end with it. */
const LOST_TRIES: Record<string, number> = { GET: 3, DELETE: 3 };
const LOST_WAIT = 1_000;
/** Wait where the service does not say how long. */
const UNKNOWN_WAIT = 60_000;

/** The client was stopped. */
export class Stopped extends Error {
	constructor() {
		super('The run was stopped');
	}
}

export class Client {
	/** Everything that was sent, in order. */
	readonly exchanges: Exchange[] = [];

	private budget: Budget | undefined;
	private stopping = new AbortController();
	private readonly account: Account;
	private readonly perMinute: number;
	private readonly onWait: (seconds: number) => void;

	/**
	 * @param perMinute requests per minute where the service does not tell its limit
	 * @param onWait called before a wait for the next window
	 */
	constructor(account: Account, perMinute: number, onWait: (seconds: number) => void = () => {}) {
		this.account = account;
		this.perMinute = perMinute;
		this.onWait = onWait;
	}

	/** Ends waiting and sending: what is sent from now on fails. */
	stop(): void {
		this.stopping.abort();
	}

	/** Allows sending again after a stop. */
	resume(): void {
		this.stopping = new AbortController();
	}

	/** Reads the account, to see that the address and the key are right, and how many requests are allowed. */
	async checkKey(): Promise<void> {
		const { ok, message, status } = await this.send('getAccount');
		if (ok) return;
		const words = message === '' ? '' : `: ${message}`;
		throw new Error(
			`The service at ${this.url} did not show the account (HTTP ${status})${words}\n\nNext: check LINK_MANAGEMENT_URL and LINK_MANAGEMENT_KEY.`,
		);
	}

	get url(): string {
		return this.account.url;
	}

	/** The number of requests per minute that the service allows, as far as it says so. */
	get pace(): number {
		return this.budget?.limit ?? this.perMinute;
	}

	/** Waits until the service allows so many more requests of n8n, and counts them as sent: their replies are not seen here. */
	async waitFor(requests: number): Promise<void> {
		// What n8n has sent in a window that has begun since is not known
		if (this.budget && Date.now() >= this.budget.resetAt) await this.exchange('getAccount', {});
		await this.waitForBudget(requests);
	}

	private async waitForBudget(requests: number): Promise<void> {
		if (!this.budget) return await this.sleep((requests * 60_000) / this.perMinute);
		const { limit, resetAt } = this.budget;
		const needed = Math.min(requests, limit);
		if (this.budget.remaining < needed) {
			await this.pause(resetAt - Date.now());
			this.budget.remaining = limit;
		}
		this.budget.remaining -= needed;
	}

	/**
	 * Sends a request when the rate limit allows it, and again when it was refused for its sake.
	 *
	 * @throws when the service cannot be reached
	 */
	async send(operationId: OperationId, call: Call = {}): Promise<Exchange> {
		for (let tries = 1; ; tries++) {
			await this.waitForBudget(1);
			if (this.stopping.signal.aborted) throw new Stopped();
			const exchange = await this.exchange(operationId, call);
			this.exchanges.push(exchange);
			const wait = overLimitWait(exchange);
			if (wait === undefined || tries === TRIES) return exchange;
			await this.pause(wait);
		}
	}

	private async exchange(operationId: OperationId, call: Call): Promise<Exchange> {
		const [method, template] = ENDPOINTS[operationId].split(' ') as [string, string];
		const path = template.replace(/:(\w+)/g, (_, name: string) => String(call.path?.[name]));
		const query = new URLSearchParams(
			Object.entries(call.query ?? {}).map(([name, value]): [string, string] => [
				name,
				String(value),
			]),
		);
		const sentAt = Date.now();
		const [response, text] = await this.receive(`${path}${query.size > 0 ? `?${query}` : ''}`, {
			method,
			headers: {
				Authorization: `Bearer ${call.key ?? this.account.key}`,
				'Content-Type': 'application/json',
				Accept: 'application/json',
			},
			body: call.body && JSON.stringify(call.body),
		});
		const { status, headers } = response;
		// Seconds to the end of the window count from the reply: from the request on, a slow service would be asked too early
		if (call.key === undefined) this.budget = budgetOf(headers, Date.now());
		const body = objectOf(text);
		const isRefused = 'error' in body ? Number(body.error) !== 0 : !isEmpty(text);
		const message = safeLine(String(body.message ?? body.msg ?? ''), this.account.key);
		const ok = status >= 200 && status < 300 && !isRefused;
		return { operationId, status, headers, text, body, sentAt, ok, message };
	}

	private async receive(
		path: string,
		request: RequestInit,
		tries = LOST_TRIES[request.method!] ?? 1,
	): Promise<[Response, string]> {
		try {
			const signal = AbortSignal.timeout(TIMEOUT);
			const response = await fetch(`${this.url}${path}`, {
				...request,
				redirect: 'manual',
				signal,
			});
			return [response, await response.text()];
		} catch (error) {
			const { name, cause, message } = error as Error & {
				cause?: { code?: string; message?: string };
			};
			if (tries > 1 && name !== 'TimeoutError') {
				await this.sleep(LOST_WAIT);
				return await this.receive(path, request, tries - 1);
			}
			const reason = cause?.code || cause?.message || message;
			throw new Error(`The service at ${this.url} could not be reached (${reason})`);
		}
	}

	private async sleep(ms: number): Promise<void> {
		const { signal } = this.stopping;
		await sleep(ms, undefined, { signal }).catch(() => {
			throw new Stopped();
		});
	}

	private async pause(ms: number): Promise<void> {
		const wait = Math.max(0, ms) + 100;
		this.onWait(Math.ceil(wait / 1000));
		await this.sleep(wait);
	}
}

/** Whether a body holds nothing: no text, an empty object or an empty array. */
export const isEmpty = (text: string): boolean => /^\s*(\{\s*\}|\[\s*\])?\s*$/.test(text);

function objectOf(text: string): Json {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null && !Array.isArray(value)
			? (value as Json)
			: {};
	} catch {
		return {};
	}
}

const TOO_MANY = /too many requests|rate.?limit|requests? per (minute|hour)/i;

/** How a reply says that the rate limit is reached; undefined when it does not. */
export function overLimitForm({ status, body, ok, message }: Exchange) {
	if (status === 429) return '429' as const;
	if (Number(body.error) === 429) return 'body429' as const;
	return !ok && TOO_MANY.test(message) ? ('message' as const) : undefined;
}

/** How long to wait after a reply that says that the rate limit is reached, in ms; undefined after any other. */
function overLimitWait(exchange: Exchange): number | undefined {
	if (overLimitForm(exchange) === undefined) return undefined;
	const { body, headers, message, sentAt } = exchange;
	const seconds = [
		headers.get('retry-after'),
		body['Retry-After'],
		/(\d+(\.\d+)?) seconds?/.exec(message)?.[1],
	].find((value) => value !== null && value !== undefined && Number.isFinite(Number(value)));
	const reset = resetOf(headers, sentAt)?.at;
	return seconds !== undefined
		? Number(seconds) * 1000
		: reset === undefined
			? UNKNOWN_WAIT
			: reset - sentAt;
}

const YEAR = 365 * 24 * 3600;

/** When the window ends (ms since epoch), and in which form the header says so; undefined without the header. */
export function resetOf(headers: Headers, sentAt: number) {
	const text = headers.get('x-ratelimit-reset');
	if (text === null || text.trim() === '') return undefined;
	const value = Number(text);
	if (Number.isNaN(value)) {
		const at = Date.parse(text);
		return Number.isNaN(at) ? undefined : { format: 'date' as const, at };
	}
	if (value < YEAR) return { format: 'seconds' as const, at: sentAt + value * 1000 };
	return value < 1000 * YEAR
		? { format: 'epoch' as const, at: value * 1000 }
		: { format: 'ms' as const, at: value };
}

function budgetOf(headers: Headers, receivedAt: number): Budget | undefined {
	const number = (name: string) => {
		const text = headers.get(name);
		return text === null || !/^\d+$/.test(text.trim()) ? undefined : Number(text);
	};
	const limit = number('x-ratelimit-limit');
	const remaining = number('x-ratelimit-remaining');
	const reset = resetOf(headers, receivedAt);
	if (limit === undefined || remaining === undefined || !reset) return undefined;
	return { limit, remaining, resetAt: reset.at };
}
