import { createHash } from 'node:crypto';

import bowser from 'bowser';
import type { Request } from 'express';

import type { Visit } from '../store/visits.ts';
import { countryNameOf } from './countries.ts';

/** What the headers tell about a visitor. Services know visitors by names, never by codes (services.md section 4). */
export interface Visitor {
	visit: Visit;
	/** In lower case: the name of the country, and that of its region, empty when it is not known. */
	country: string;
	region: string;
	/** Names of the device and its system that services match, in lower case. */
	devices: string[];
	/** The visitor's languages, the preferred one first, in lower case. */
	languages: string[];
}

export function visitorOf(req: Request): Visitor {
	const userAgent = req.get('User-Agent') ?? '';
	const { browser, os, platform } = bowser.parse(userAgent || 'unknown');
	const country = countryOf(req);
	return {
		visit: {
			fingerprint: createHash('sha256').update(`${req.ip}\n${userAgent}`).digest('base64url'),
			country,
			referrer: URL.parse(req.get('Referer') ?? '')?.hostname || 'Direct',
			browser: browser.name || 'Unknown',
			os: os.name || 'Unknown',
		},
		country: country.toLowerCase(),
		region: (req.get('CF-Region') ?? '').toLowerCase(),
		devices: devicesOf(os.name, platform.model),
		languages: req.acceptsLanguages().map((language) => language.toLowerCase()),
	};
}

/** A proxy sends a code in the header, a test may send a name. */
function countryOf(req: Request): string {
	const sent = req.get('CF-IPCountry') ?? req.get('X-Country') ?? '';
	return (sent.length === 2 ? countryNameOf(sent.toUpperCase()) : sent) || 'Unknown';
}

/** Services know Apple's phones and tablets by their model, all others by their system. */
function devicesOf(system = '', model = ''): string[] {
	const name = system === 'macOS' ? 'mac os' : system.toLowerCase();
	return [name === 'ios' ? '' : name, /^(iPhone|iPad)$/.test(model) ? model.toLowerCase() : ''];
}
