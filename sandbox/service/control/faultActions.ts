import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { overLimitReply } from '../api/rateLimit.ts';
import type { Settings } from '../settings.ts';
import { serviceNow } from '../store/clock.ts';
import type { Store } from '../store/index.ts';
import type { Fault, FaultRules } from './faults.ts';

interface Scene {
	rules: FaultRules;
	settings: Settings;
	store: Store;
}

/** Lets the fault rules have their way with a request, before or after it is acted upon. */
export function misbehave(scene: Scene): RequestHandler {
	return async (req, res, next) => {
		const { entry, rawBody } = res.locals;
		const fired = scene.rules.firing(req.method, req.originalUrl, rawBody);
		entry.faults = fired.map(({ id, fault }) => ({ id, kind: fault.kind }));
		for (const { fault } of fired) {
			if (await disturb(scene, fault, req, res)) continue;
			if (!actsFirst(fault)) return spoil(scene, fault, req, res);
			res.json = (reply) => {
				spoil(scene, fault, req, res, reply);
				return res;
			};
		}
		next();
	};
}

function actsFirst(fault: Fault): boolean {
	return (
		['statusAfter', 'resetAfter', 'truncated'].includes(fault.kind) ||
		('after' in fault && fault.after === true)
	);
}

/** Faults that leave the request on its way; false for all others. */
async function disturb(
	{ settings, store }: Scene,
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
	for (let i = 0; i < count; i++) {
		const longurl = 'https://www.example.com/inserted';
		links.add({
			domain: '',
			longurl,
			title: 'Inserted',
			description: '',
			status: 'private',
			campaign: null,
			expiry: null,
			date,
			options: {},
		});
	}
}

/** The last page is always the next one. */
function promiseMorePages(res: Response): void {
	const send = res.json.bind(res);
	res.json = (reply) => {
		const data = reply?.data;
		if (data?.currentpage !== undefined) data.maxpage = data.nextpage = data.currentpage + 1;
		return send(reply);
	};
}

/** Answers with the fault, or not at all; `reply` is what the service would have said. */
function spoil({ settings }: Scene, fault: Fault, req: Request, res: Response, reply?: unknown): void {
	switch (fault.kind) {
		case 'status':
		case 'statusAfter':
			res.set(fault.headers ?? {}).status(fault.status);
			if (fault.contentType) res.type(fault.contentType);
			send(res, fault.body ?? { error: 1, message: 'Something went wrong.' });
			return;
		case 'resetBefore':
		case 'resetAfter':
			req.socket.resetAndDestroy();
			return;
		case 'hang':
			return;
		case 'truncated': {
			const whole = JSON.stringify(reply);
			res.type('json').send(whole.slice(0, Math.ceil(whole.length / 2)));
			return;
		}
		case 'html':
			res
				.status(fault.status ?? 200)
				.type('html')
				.send('<!doctype html><title>One moment</title><p>Checking your browser…</p>');
			return;
		case 'redirect':
			res.redirect(fault.status ?? 302, fault.location);
			return;
		case 'wrongShape':
			send(res.status(fault.status ?? 200), fault.body);
			return;
		case 'echoKey':
			send(res.status(fault.status ?? 403), {
				error: 1,
				message: `The key ${res.locals.key} is not allowed to do this.`,
			});
			return;
		case 'tooMany': {
			const now = Date.now();
			const { status, headers, body } = overLimitReply(settings, res.locals.budget.resetAt, now);
			send(res.status(status).set(headers), body);
			return;
		}
	}
}

/** A text goes out as it is, everything else as JSON; around `res.json`, which may lead back here. */
function send(res: Response, body: unknown): void {
	if (!res.get('Content-Type')) res.type('json');
	res.send(typeof body === 'string' ? body : JSON.stringify(body));
}
