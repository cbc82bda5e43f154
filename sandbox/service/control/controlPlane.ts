import express, { type ErrorRequestHandler, Router } from 'express';

import { checkOperationIds, descriptionFile } from '../api/description.ts';
import type { ApiParts } from '../api/pipeline.ts';
import { checkSettings, patchSettings, type Settings } from '../settings.ts';
import type { LinkOptions } from '../store/links.ts';
import { addSeedRecords, type SeedCounts } from '../store/seed.ts';
import type { Subject } from '../store/visits.ts';

/** The calls by which tests and benchmarks control the service. They need no key and have no limit. */
export function controlPlane(parts: ApiParts, initial: Settings): Router {
	const { journal, limiter, rules, settings, store, traffic } = parts;
	const router = Router();
	router.use(express.json({ limit: '10mb', type: () => true }));

	router.get('/requests', (_req, res) => void res.json(journal.entries));
	router.delete('/requests', (_req, res) => {
		journal.clear();
		res.json({ ok: true });
	});

	router.get('/faults', (_req, res) => void res.json(rules.list));
	router.post('/faults', (req, res) => {
		rules.add([req.body].flat());
		res.json(rules.list);
	});
	router.delete('/faults', (_req, res) => {
		rules.clear();
		res.json([]);
	});

	router.get('/settings', (_req, res) => void res.json(settings));
	router.patch('/settings', (req, res) => {
		checkOperationIds(req.body);
		patchSettings(settings, req.body);
		res.json(settings);
	});

	router.post('/reset', (req, res) => {
		const { settings: patch = {}, seed = {} } = (req.body ?? {}) as {
			settings?: object;
			seed?: SeedCounts;
		};
		reset(parts, initial, patch);
		addSeedRecords(store, seed);
		res.json({ ok: true, counts: counts(parts) });
	});
	router.post('/seed', (req, res) => {
		addSeedRecords(store, req.body);
		res.json({ ok: true, counts: counts(parts) });
	});
	router.post('/clicks', (req, res) => void res.json(addVisits(parts, 'link', req.body)));
	router.post('/scans', (req, res) => void res.json(addVisits(parts, 'qr', req.body)));

	router.post('/regions', (req, res) => void res.json(addRegion(parts, req.body)));

	router.get(
		'/state',
		(req, res) => void res.json(req.query.counts ? counts(parts) : records(parts)),
	);
	router.get(
		'/stats',
		(_req, res) => void res.json({ ...traffic.stats, isBudgetSpent: limiter.isSpent(Date.now()) }),
	);
	router.get('/openapi.yaml', (_req, res) => res.type('yaml').sendFile(descriptionFile));

	router.use(
		(req, res) => void res.status(404).json({ error: `No ${req.method} ${req.path} here` }),
	);
	router.use(complain);
	return router;
}

/** Restores data, journal, faults, rate limit windows and settings to what they were at the start. */
function reset(
	{ journal, limiter, rules, settings, store, traffic }: ApiParts,
	initial: Settings,
	patch: object,
): void {
	checkOperationIds(patch as Record<string, unknown>);
	checkSettings(patch);
	Object.assign(settings, initial, patch);
	store.reset();
	journal.clear();
	traffic.reset();
	limiter.reset();
	rules.clear();
}

interface VisitCount {
	id?: number;
	alias?: string;
	count?: number;
}

/** Adds visits of a link or scans of a QR code, all by visitors from Canada. */
function addVisits(
	{ store }: ApiParts,
	subject: Subject,
	{ id, alias, count = 1 }: VisitCount,
): object {
	const records = subject === 'link' ? store.links : store.qrCodes;
	const find = () => (alias === undefined ? records.byId(Number(id)) : records.byAlias(alias));
	const record = find();
	if (!record)
		throw new Error(`No ${subject} with ${alias === undefined ? `id ${id}` : `alias ${alias}`}`);
	store.visits.addMany(
		subject,
		record.id,
		{ country: 'Canada', referrer: 'Direct', browser: 'Chrome', os: 'Windows' },
		count,
	);
	return { ...find() };
}

interface RegionTarget {
	/** ID of the link. */
	id: number;
	location: string;
	region: string;
	link: string;
}

/** Adds a location target for a region of a country to a link, as users do in the service's own pages. */
function addRegion({ store }: ApiParts, { id, location, region, link }: RegionTarget): object {
	const row = store.links.byId(Number(id));
	if (!row) throw new Error(`No link with id ${id}`);
	const options = JSON.parse(row.options) as LinkOptions;
	const geotarget = [...(options.geotarget ?? []), { location, region, link }];
	store.links.update({ ...row, options: JSON.stringify({ ...options, geotarget }) });
	return { ok: true, geotarget };
}

function counts({ store: { database } }: ApiParts): Record<string, number> {
	return Object.fromEntries(
		database.tables.map((table) => [
			table,
			database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)!.n,
		]),
	);
}

/** Every record of every table. Columns that hold JSON are parsed. */
function records({ store: { database } }: ApiParts): Record<string, object[]> {
	return Object.fromEntries(
		database.tables.map((table) => [
			table,
			database.all(`SELECT * FROM ${table}`).map(withParsedJson),
		]),
	);
}

function withParsedJson(row: Record<string, unknown>): object {
	const json = Object.entries(row).filter(([column]) => column === 'options' || column === 'data');
	return {
		...row,
		...Object.fromEntries(json.map(([column, value]) => [column, JSON.parse(String(value))])),
	};
}

const complain: ErrorRequestHandler = (error, _req, res, next) => {
	if (res.headersSent) return next(error);
	res.status(400).json({ error: error instanceof Error ? error.message : String(error) });
};
