/** A link service inside the test: makes links, lists the newest, and counts its windows by the virtual clock. */
import { type IDataObject, type IHttpRequestOptions, sleep } from 'n8n-workflow';

import { seededRandom } from '../seededRandom';

/** How the service keeps its windows, and what it tells of them. */
export interface Habits {
	/** Its clock against ours, in ms. */
	skew?: number;
	/** X-RateLimit-Reset for a window's end, in ms of the service's clock; default: as it is. */
	told?: (end: number) => number;
	/** When a window that begins now ends, by the service's clock in ms; default: a minute later. */
	end?: (begin: number) => number;
}

export interface Window {
	/** Requests by who sent them. */
	served: Record<string, number>;
	refused: number;
}

interface Link extends IDataObject {
	id: number;
	longurl: string;
}

export const LIMIT = 30;
export const WINDOW = 60_000;
const PAGE = 100;
/** Time that a request and its reply take, from and to, in ms. */
const LATENCY = [40, 160] as const;

export class VirtualService {
	readonly url: string;
	readonly links: Link[] = [];
	readonly windows: Window[] = [];
	/** When the last request was served, by our clock. */
	lastAt = 0;
	private endsAt = -Infinity;
	private readonly random = seededRandom(2);

	/** @param name a host of its own: what the node knows of a budget belongs to the address */
	constructor(
		name: string,
		private readonly habits: Habits = {},
	) {
		this.url = `https://${name}.example.com`;
	}

	/** One exchange, in the form of n8n's HTTP helper. */
	async answer(sender: string, request: IHttpRequestOptions): Promise<IDataObject> {
		await this.travel();
		const reply = this.reply(sender, request);
		await this.travel();
		return reply;
	}

	private async travel(): Promise<void> {
		const [from, to] = LATENCY;
		await sleep((from + this.random() * (to - from)) / 2);
	}

	protected reply(sender: string, request: IHttpRequestOptions): IDataObject {
		const now = Date.now() + (this.habits.skew ?? 0);
		const window = this.windowAt(now);
		const used = Object.values(window.served).reduce((sum, count) => sum + count, 0);
		const isOver = used >= LIMIT;
		if (isOver) window.refused++;
		else {
			window.served[sender] = (window.served[sender] ?? 0) + 1;
			this.lastAt = Date.now();
		}
		const headers = {
			date: new Date(now).toUTCString(),
			'x-ratelimit-limit': String(LIMIT),
			'x-ratelimit-remaining': String(isOver ? 0 : LIMIT - used - 1),
			'x-ratelimit-reset': String((this.habits.told ?? ((end) => end))(this.endsAt)),
			...(isOver && { 'retry-after': String(Math.ceil((this.endsAt - now) / 1000)) }),
		};
		if (isOver)
			return { statusCode: 429, headers, body: { error: 1, message: 'Too many requests' } };
		return {
			statusCode: 200,
			headers,
			body: request.method === 'POST' ? this.made(request) : this.listed(request),
		};
	}

	private windowAt(now: number): Window {
		if (now >= this.endsAt) {
			this.endsAt = this.habits.end?.(now) ?? now + WINDOW;
			this.windows.push({ served: {}, refused: 0 });
		}
		return this.windows.at(-1)!;
	}

	protected made({ body }: IHttpRequestOptions): IDataObject {
		const id = this.links.length + 1;
		this.links.push({ id, longurl: String((body as IDataObject).url) });
		return { error: 0, id, shorturl: `${this.url}/${id}` };
	}

	/** Newest first. */
	private listed({ qs }: IHttpRequestOptions): IDataObject {
		const page = Number(qs?.page);
		const end = this.links.length - (page - 1) * PAGE;
		const urls = this.links.slice(Math.max(0, end - PAGE), Math.max(0, end)).reverse();
		return {
			error: 0,
			data: { currentpage: page, maxpage: Math.ceil(this.links.length / PAGE), urls },
		};
	}
}
