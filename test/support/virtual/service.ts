/** A link service inside the test: creates links, lists the newest ones, and counts its windows by the virtual clock. */
import { type IDataObject, type IHttpRequestOptions, sleep } from 'n8n-workflow';

import { seededRandom } from '../seededRandom';

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

interface Link extends IDataObject {
	id: number;
	longurl: string;
}

export const LIMIT = 30;
export const WINDOW = 60_000;
const PAGE_SIZE = 100;
/** Time that a request and its reply take together, in ms. */
const LATENCY = { min: 40, max: 160 };

let services = 0;

export class VirtualService {
	readonly url: string;
	readonly links: Link[] = [];
	readonly windows: Window[] = [];
	/** When the last request was served, by our clock. */
	lastServedAt = 0;
	private endsAt = -Infinity;
	private readonly random = seededRandom(2);

	/** @param name makes a host of its own, because what the node knows of a budget belongs to the address */
	constructor(
		name: string,
		private readonly behavior: Behavior = {},
	) {
		this.url = `https://${name}-${++services}.example.com`;
	}

	/** One exchange, in the form of n8n's HTTP helper. */
	async answer(sender: string, request: IHttpRequestOptions): Promise<IDataObject> {
		await this.travel();
		const reply = this.reply(sender, request);
		await this.travel();
		return reply;
	}

	private async travel(): Promise<void> {
		await sleep((LATENCY.min + this.random() * (LATENCY.max - LATENCY.min)) / 2);
	}

	protected reply(sender: string, request: IHttpRequestOptions): IDataObject {
		const now = Date.now() + (this.behavior.skew ?? 0);
		const window = this.windowAt(now);
		const used = Object.values(window.served).reduce((sum, count) => sum + count, 0);
		const isOver = used >= LIMIT;
		if (isOver) window.refused++;
		else {
			window.served[sender] = (window.served[sender] ?? 0) + 1;
			this.lastServedAt = Date.now();
		}
		const headers = {
			date: new Date(now).toUTCString(),
			'x-ratelimit-limit': String(LIMIT),
			'x-ratelimit-remaining': String(isOver ? 0 : LIMIT - used - 1),
			'x-ratelimit-reset': String((this.behavior.announce ?? ((end) => end))(this.endsAt)),
			...(isOver && { 'retry-after': String(Math.ceil((this.endsAt - now) / 1000)) }),
		};
		if (isOver)
			return { statusCode: 429, headers, body: { error: 1, message: 'Too many requests' } };
		return {
			statusCode: 200,
			headers,
			body: request.method === 'POST' ? this.create(request) : this.list(request),
		};
	}

	/** Requests that were refused in all windows. */
	get refused(): number {
		return this.windows.reduce((sum, { refused }) => sum + refused, 0);
	}

	/** Requests of a sender that were served, by window. */
	servedTo(sender: string): number[] {
		return this.windows.map(({ served }) => served[sender] ?? 0);
	}

	private windowAt(now: number): Window {
		if (now >= this.endsAt) {
			this.endsAt = this.behavior.end?.(now) ?? now + WINDOW;
			this.windows.push({ served: {}, refused: 0 });
		}
		return this.windows.at(-1)!;
	}

	protected create({ body }: IHttpRequestOptions): IDataObject {
		const id = this.links.length + 1;
		this.links.push({ id, longurl: String((body as IDataObject).url) });
		return { error: 0, id, shorturl: `${this.url}/${id}` };
	}

	/** A page of links, newest first. */
	private list({ qs }: IHttpRequestOptions): IDataObject {
		const page = Number(qs?.page);
		const end = this.links.length - (page - 1) * PAGE_SIZE;
		const urls = this.links.slice(Math.max(0, end - PAGE_SIZE), Math.max(0, end)).reverse();
		return {
			error: 0,
			data: { currentpage: page, maxpage: Math.ceil(this.links.length / PAGE_SIZE), urls },
		};
	}
}
