import { createHash } from 'node:crypto';

import bowser from 'bowser';
import type { Request } from 'express';

import type { Visit } from '../store/visits.ts';

/** What the headers tell about a visitor. */
export interface Visitor {
	visit: Visit;
	/** Country name and code, lower case. */
	places: string[];
	/** Names the device goes by, lower case: operating system, model, kind. */
	devices: string[];
	/** The visitor's languages, the preferred one first, lower case. */
	languages: string[];
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });

export function visitorOf(req: Request): Visitor {
	const userAgent = req.get('User-Agent') ?? '';
	const { browser, os, platform } = bowser.parse(userAgent || 'unknown');
	const code = req.get('CF-IPCountry') ?? req.get('X-Country') ?? '';
	const country = countryName(code);
	return {
		visit: {
			fingerprint: createHash('sha256').update(`${req.ip}\n${userAgent}`).digest('base64url'),
			country,
			referrer: URL.parse(req.get('Referer') ?? '')?.hostname || 'Direct',
			browser: browser.name || 'Unknown',
			os: os.name || 'Unknown',
		},
		places: [code, country].map(lowerCase),
		devices: [os.name, platform.model, platform.type, os.name === 'macOS' ? 'mac os' : ''].map(
			(name) => lowerCase(name ?? ''),
		),
		languages: req.acceptsLanguages().map(lowerCase),
	};
}

/** A proxy sends a country code in the header, a test may send a name. */
function countryName(code: string): string {
	if (code === '') return 'Unknown';
	return /^[A-Za-z]{2}$/.test(code) ? (countryNames.of(code.toUpperCase()) ?? code) : code;
}

const lowerCase = (text: string) => text.toLowerCase();
