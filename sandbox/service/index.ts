import type { AddressInfo } from 'node:net';

import express, { type RequestHandler } from 'express';

import { foreign } from '../ownRequests.ts';
import { Addresses } from './addresses.ts';
import { checkOperationIds } from './api/description.ts';
import { api, type ApiParts } from './api/pipeline.ts';
import { RateLimiter } from './api/rateLimit.ts';
import { controlPlane } from './control/controlPlane.ts';
import { FaultRules } from './control/faults.ts';
import { Journal } from './control/journal.ts';
import { Traffic } from './control/traffic.ts';
import { presetSettings } from './presets.ts';
import { defaultSettings, patchSettings, type Settings } from './settings.ts';
import { Store } from './store/index.ts';
import { addDemoRecords } from './store/seed.ts';
import { publicRoutes } from './visits/routes.ts';

/** The key that is accepted by default. */
export const demoKey = 'demo-key-for-the-sandbox';

export interface ServiceOptions {
	/** 0 takes a free port. */
	port?: number;
	host?: string;
	/** Data file; in memory without one. */
	data?: string;
	/** Accepted keys. */
	keys?: string[];
	/** Where short links and images are reached, when that is not the service's own address. */
	baseUrl?: string;
	/** The name of a preset: settings from the start. */
	preset?: string;
	/** What differs from the settings of the preset, or else from the default settings, from the start. */
	settings?: Partial<Settings>;
	/** Whether a new data file gets links, a channel, a campaign and a QR code, with clicks and scans. */
	demoRecords?: boolean;
}

export interface Service {
	/** Base URL, without a slash at the end. */
	url: string;
	/** The first accepted key. */
	key: string;
	close(): Promise<void>;
}

/** Starts a link service in this process. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
	const { port = 0, host = '127.0.0.1', data, keys = [demoKey], baseUrl } = options;
	const initial = { ...defaultSettings };
	checkOperationIds(options.settings ?? {});
	if (options.preset !== undefined) patchSettings(initial, presetSettings(options.preset));
	patchSettings(initial, options.settings ?? {});
	const settings = { ...initial };
	const store = new Store(data);
	if (options.demoRecords && store.isNew) addDemoRecords(store);
	const parts = assemble(settings, store, keys, new Addresses(settings, baseUrl));

	const app = express();
	app.disable('x-powered-by').disable('etag');
	app.use('/sandbox', ownPagesOnly(host), controlPlane(parts, initial));
	app.use('/api', api(parts));
	app.use(publicRoutes(parts));

	const server = app.listen(port, host);
	// A connection that is closed just as it is used again would look like a fault
	server.keepAliveTimeout = 0;
	await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
	const url = `http://${host}:${(server.address() as AddressInfo).port}`;
	parts.addresses.base ||= url;

	return {
		url,
		key: keys[0]!,
		async close() {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
			parts.store.close();
		},
	};
}

/** Refuses requests from pages of other sites, as the control plane has no key. */
function ownPagesOnly(host: string): RequestHandler {
	return (req, res, next) => {
		const error = foreign(req.headers, [host]);
		if (error) res.status(403).json({ error });
		else next();
	};
}

function assemble(
	settings: Settings,
	store: Store,
	keys: string[],
	addresses: Addresses,
): ApiParts {
	return {
		settings,
		store,
		addresses,
		keys: new Set(keys),
		journal: new Journal(settings),
		traffic: new Traffic(),
		limiter: new RateLimiter(settings),
		rules: new FaultRules(settings),
	};
}
