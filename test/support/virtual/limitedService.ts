/** Links behind a rate limit, whose windows go by the virtual clock, and which sender was served in which of them. */
import { sleep } from 'n8n-workflow';

import { seededRandom } from '../seededRandom';
import { LinkService } from './linkService';
import type { VirtualReply, VirtualScript } from './scriptedRun';

/** How the service counts its windows, and what it says about them. */
export interface Behavior {
	/** Its clock against ours, in ms. */
	skew?: number;
	/** X-RateLimit-Reset for the end of a window, in ms of the service's clock. Default: the end. */
	announce?: (end: number) => number;
	/** When a window that begins now ends, in ms of the service's clock. Default: a minute later. */
	end?: (begin: number) => number;
}

interface Window {
	/** Requests by sender. */
	served: Record<string, number>;
	refused: number;
}

export const LIMIT = 30;
export const WINDOW = 60_000;
/** Time that a request or its reply takes, in ms. */
const LATENCY = { min: 20, max: 80 };

const REFUSAL = { status: 429, body: { error: 1, message: 'Too many requests' } };

export const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

export class LimitedService {
	readonly windows: Window[] = [];
	/** When the last request was served, by our clock. */
	lastServedAt = 0;
	private endsAt = -Infinity;
	private readonly random = seededRandom(2);

	constructor(
		private readonly behavior: Behavior = {},
		private readonly service = new LinkService(),
	) {}

	get links() {
		return this.service.links;
	}

	/** The service for the requests of one sender. */
	scriptFor(sender: string): VirtualScript {
		return async (request, count) => {
			await this.travel();
			const headers = this.serve(sender);
			const isOver = 'retry-after' in headers;
			const reply = isOver ? REFUSAL : await this.service.script(request, count);
			await this.travel();
			return { ...(reply as object), headers } as VirtualReply;
		};
	}

	private async travel(): Promise<void> {
		await sleep(LATENCY.min + this.random() * (LATENCY.max - LATENCY.min));
	}

	/** @returns the headers of the reply: of a refusal, with `Retry-After` */
	private serve(sender: string): Record<string, string> {
		const now = Date.now() + (this.behavior.skew ?? 0);
		const window = this.windowAt(now);
		const used = sum(Object.values(window.served));
		const isOver = used >= LIMIT;
		if (isOver) window.refused++;
		else {
			window.served[sender] = (window.served[sender] ?? 0) + 1;
			this.lastServedAt = Date.now();
		}
		return {
			date: new Date(now).toUTCString(),
			'x-ratelimit-limit': String(LIMIT),
			'x-ratelimit-remaining': String(isOver ? 0 : LIMIT - used - 1),
			'x-ratelimit-reset': String((this.behavior.announce ?? ((end) => end))(this.endsAt)),
			...(isOver && { 'retry-after': String(Math.ceil((this.endsAt - now) / 1000)) }),
		};
	}

	private windowAt(now: number): Window {
		if (now >= this.endsAt) {
			this.endsAt = this.behavior.end?.(now) ?? now + WINDOW;
			this.windows.push({ served: {}, refused: 0 });
		}
		return this.windows.at(-1)!;
	}

	/** Requests that were refused in all windows. */
	get refused(): number {
		return sum(this.windows.map(({ refused }) => refused));
	}

	/** Requests of a sender that were served, by window. */
	servedTo(sender: string): number[] {
		return this.windows.map(({ served }) => served[sender] ?? 0);
	}
}
