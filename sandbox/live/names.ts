/** The names of the records that a run creates. Only records with such a name are ever changed or deleted. */

const PREFIX = 'n8n-live-';

/** What every name of one run begins with: `n8n-live-20301231-235959-`. */
export const nameOfRun = (now = new Date()): string =>
	`${PREFIX}${now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-`;

/** Some services write names with a capital first letter, and aliases in lower case. */
const OWN = /^n8n-live-\d{8}-\d{6}-/i;
const OWN_HOST = /^https?:\/\/n8n-live-\d{8}-\d{6}-[a-z0-9-]+\.example\.com\/?$/i;
const OWN_LONG_URL = /^https:\/\/example\.com\/n8n-live-\d{8}-\d{6}-/;

/** The keyword that finds the links of all runs: it is a part of their long URLs. */
export const KEYWORD = PREFIX;

export const isOwnName = (name: unknown): boolean => typeof name === 'string' && OWN.test(name);

/** Whether a branded domain was added by a run. Domains under example.com lead nowhere (RFC 2606). */
export const isOwnDomain = (domain: unknown): boolean =>
	typeof domain === 'string' && OWN_HOST.test(domain);

/**
 * Whether a link was created by a run. Its alias does not decide, because some services replace it, but the long URL, which
 * nobody else uses, does.
 */
export const isOwnLongUrl = (longUrl: unknown): boolean =>
	typeof longUrl === 'string' && OWN_LONG_URL.test(longUrl);
