import { setTimeout as sleep } from 'node:timers/promises';

import type { Request, RequestHandler, Response } from 'express';

import { type Budget, overLimitReply, rateLimitHeaders } from '../api/rateLimit.ts';
import type { Settings } from '../settings.ts';
import { serviceNow } from '../store/clock.ts';
import type { Store } from '../store/index.ts';
import type { Fault, FaultRules } from './faults.ts';

interface FaultParts {
	rules: FaultRules;
	settings: Settings;
	store: Store;
}

/** Applies the fault rules to a request, before or after it is carried out. */
export function injectFaults(parts: FaultParts): RequestHandler {
	return async (req, res, next) => {
		const { entry, rawBody } = res.locals;
		const fired = parts.rules.firing(req.method, req.originalUrl, rawBody);
		entry.faults = fired.map(({ id, fault }) => ({ id, kind: fault.kind }));
		for (const { fault } of fired) {
			if (await applyPassingFault(parts, fault, req, res)) continue;
			if (!actsFirst(fault)) return sendFault(parts, fault, req, res);
			sendAfterwards(parts, fault, req, res);
		}
		next();
	};
}

/** Sends the fault in place of the service's own reply, be it JSON, a page or nothing. */
function sendAfterwards(parts: FaultParts, fault: Fault, req: Request, res: Response): void {
	const { send, end } = res;
	const sendInstead = (reply?: unknown) => {
		Object.assign(res, { send, end });
		sendFault(parts, fault, req, res, reply);
		return res;
	};
	Object.assign(res, { json: sendInstead, send: sendInstead, end: sendInstead });
}

function actsFirst(fault: Fault): boolean {
	return (
		['statusAfter', 'resetAfter', 'truncated'].includes(fault.kind) ||
		('after' in fault && fault.after === true)
	);
}

/** Applies a fault after which the request is still carried out. Returns false for all other faults. */
async function applyPassingFault(
	{ settings, store }: FaultParts,
	fault: Fault,
	req: Request,
	res: Response,
): Promise<boolean> {
	switch (fault.kind) {
		case 'latency':
			await sleep(fault.ms);
			return true;
		case 'insertLink':
			insertLinks(store, serviceNow(settings), fault.count ?? 1);
			return true;
		case 'deleteLink':
			store.links.deleteNewest(fault.count ?? 1);
			return true;
		case 'repeatPage':
			req.url = req.url.replace(/([?&]page=)\d+/, '$11');
			return true;
		case 'endless':
			promiseMorePages(res);
			return true;
		default:
			return false;
	}
}

function insertLinks({ links }: Store, date: string, count: number): void {
	for (let i = 0; i < count; i++) links.add({ longurl: 'https://www.example.com/inserted', date });
}

/** Makes every page of a list say that one more page follows. */
function promiseMorePages(res: Response): void {
	const send = res.json.bind(res);
	res.json = (reply) => {
		const data = reply?.data;
		if (data?.currentpage !== undefined) data.maxpage = data.nextpage = data.currentpage + 1;
		return send(reply);
	};
}

/** Sends the wrong reply, cuts the connection, or sends nothing. `reply` is what the service would have sent. */
function sendFault(
	parts: FaultParts,
	fault: Fault,
	req: Request,
	res: Response,
	reply?: unknown,
): void {
	if (fault.kind === 'hang') return;
	if (fault.kind === 'resetBefore' || fault.kind === 'resetAfter') {
		req.socket.resetAndDestroy();
		return;
	}
	const { status = 200, headers = {}, type = 'json', body } = replacement(parts, fault, res, reply);
	// Not by `res.json`, which may call this function again.
	res
		.status(status)
		.set(headers)
		.type(type)
		.send(typeof body === 'string' ? body : JSON.stringify(body));
}

interface Replacement {
	status?: number;
	headers?: Record<string, string>;
	type?: string;
	/** A text is sent without a change, everything else as JSON. */
	body: unknown;
}

function replacement(
	{ settings }: FaultParts,
	fault: Fault,
	res: Response,
	reply: unknown,
): Replacement {
	switch (fault.kind) {
		case 'status':
		case 'statusAfter': {
			const { status, headers, contentType, body = refusal('Something went wrong.') } = fault;
			return { status, headers, type: contentType, body };
		}
		case 'truncated': {
			const whole = typeof reply === 'object' ? JSON.stringify(reply) : String(reply ?? '');
			return { status: res.statusCode, body: whole.slice(0, Math.ceil(whole.length / 2)) };
		}
		case 'html':
			return { status: fault.status, type: 'html', body: botCheckPage };
		case 'redirect':
			return {
				status: fault.status ?? 302,
				headers: { Location: fault.location },
				type: 'html',
				body: 'Moved',
			};
		case 'echoKey':
			return {
				status: fault.status ?? 403,
				body: refusal(`The key ${res.locals.key} may not do this.`),
			};
		case 'tooMany':
			return overLimit(settings, { ...res.locals.budget, remaining: 0 });
		case 'wrongShape':
			return { status: fault.status, body: fault.body };
		default:
			throw new Error(`Fault "${fault.kind}" replaces no reply`);
	}
}

/** The over-limit reply with the headers that belong to it, whatever is left of the window. */
function overLimit(settings: Settings, budget: Budget): Replacement {
	const now = Date.now();
	const reply = overLimitReply(settings, budget.resetAt, now);
	return { ...reply, headers: { ...rateLimitHeaders(settings, budget, now), ...reply.headers } };
}

const refusal = (message: string) => ({ error: 1, message });

const botCheckPage = '<!doctype html><title>One moment</title><p>Checking your browser…</p>';
