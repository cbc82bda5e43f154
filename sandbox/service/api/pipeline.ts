import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';

import { injectFaults } from '../control/faultActions.ts';
import type { FaultRules } from '../control/faults.ts';
import type { Journal, JournalEntry } from '../control/journal.ts';
import type { Traffic } from '../control/traffic.ts';
import type { Settings } from '../settings.ts';
import { complaints, contract, isViolation } from './contract.ts';
import { endpointOf } from './description.ts';
import type { Context } from './operation.ts';
import { dispatch } from './operations.ts';
import { type Budget, overLimitReply, type RateLimiter, rateLimitHeaders } from './rateLimit.ts';
import { Refusal, refusalStatus, withMarkup } from './refusal.ts';

declare module 'express-serve-static-core' {
	/** What the stations of the pipeline hand on. */
	interface Locals {
		entry: JournalEntry;
		/** The bearer token as it came; empty without one. */
		key: string;
		budget: Budget;
		rawBody: string;
	}
}

export interface ApiParts extends Context {
	keys: ReadonlySet<string>;
	journal: Journal;
	traffic: Traffic;
	limiter: RateLimiter;
	rules: FaultRules;
}

/** The API: what happens to a request, in this order. */
export function api(parts: ApiParts): Router {
	const { settings } = parts;
	const router = Router();
	router.use(
		record(parts),
		readBody,
		limit(parts),
		authorize(parts),
		injectFaults(parts),
		contract(settings),
		dispatch(parts),
		refuse(settings),
	);
	return router;
}

/** Opens the request's journal entry, and closes it with the reply. */
function record({ journal, keys, traffic }: ApiParts): RequestHandler {
	return (req, res, next) => {
		const { authorization = '', ...headers } = req.headers;
		const key = /^Bearer (.+)$/i.exec(authorization)?.[1] ?? '';
		const began = performance.now();
		const entry = journal.add({
			at: Date.now(),
			method: req.method,
			path: req.baseUrl + req.path,
			query: req.query,
			headers,
			keyOk: keys.has(key),
			body: null,
			status: null,
			size: 0,
			ms: null,
			contract: null,
			faults: [],
			inFlight: traffic.begin(req.socket),
		});
		Object.assign(res.locals, { entry, key, rawBody: '' });
		res.once('close', () => {
			traffic.end();
			if (!res.writableFinished) return;
			entry.status = res.statusCode;
			entry.size = Number(res.get('Content-Length') ?? 0);
			entry.ms = Math.round((performance.now() - began) * 1000) / 1000;
		});
		next();
	};
}

const parseBody = express.json({
	limit: '10mb',
	strict: false,
	// Whatever it claims to be: the contract refuses other types, and the journal shows what came.
	type: () => true,
	verify: (_req, res, raw) => {
		(res as express.Response).locals.rawBody = raw.toString();
	},
});

const readBody: RequestHandler = (req, res, next) => {
	parseBody(req, res, (error?: unknown) => {
		const { entry, rawBody } = res.locals;
		if (rawBody !== '') entry.body = error ? rawBody : req.body;
		next(error);
	});
};

/** Counts the request against its key's window. All bad keys share one. */
function limit({ limiter, settings }: ApiParts): RequestHandler {
	return (_req, res, next) => {
		const { entry, key } = res.locals;
		const now = Date.now();
		const operationId = endpointOf(entry.method, entry.path)?.operationId;
		const budget = limiter.take(entry.keyOk ? key : '', now, operationId);
		res.locals.budget = budget;
		if (entry.keyOk || settings.rateLimitHeadersOnBadKey)
			res.set(rateLimitHeaders(settings, budget, now));
		if (!budget.isOver) return next();
		const { status, headers, body } = overLimitReply(settings, budget.resetAt, now);
		res.status(status).set(headers).json(body);
	};
}

function authorize({ settings }: ApiParts): RequestHandler {
	return (_req, res, next) => {
		if (res.locals.entry.keyOk) return next();
		if (settings.badKey === 'html') {
			res.type('html').send('<!doctype html><title>Log in</title><h1>Please log in</h1>');
			return;
		}
		res
			.status(Number(settings.badKey))
			.json({ error: 1, message: 'A valid API key is required to use this service.' });
	};
}

/** Turns what was thrown on the way into the interface's own form of a refusal. */
function refuse(settings: Settings): ErrorRequestHandler {
	return (error, _req, res, next) => {
		if (res.headersSent) return next(error);
		if (error instanceof Refusal) {
			const message = withMarkup(settings, error.message);
			res.status(refusalStatus(settings, error)).json({ error: 1, message });
			return;
		}
		const { entry } = res.locals;
		const status = isViolation(error) ? error.status : 500;
		entry.contract = isViolation(error) ? complaints(error) : [String(error)];
		if (status >= 500) {
			entry.contract = entry.contract.map((complaint) => `reply: ${complaint}`);
			console.error(`${entry.method} ${entry.path} could not be answered properly:`, error);
		}
		res.status(status).json({ error: 1, message: entry.contract.join('; ') });
	};
}
