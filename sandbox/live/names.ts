/** The names of the records that our commands create. Only records with such a name are ever changed or deleted. */

/** What the names of `npm run test:live` begin with. Its links are found by it, because it is a part of their long URLs. */
export const LIVE = 'n8n-live-';

/** What every name of one run begins with: `n8n-live-20301231-235959-`. */
export const nameOfRun = (prefix = LIVE, now = new Date()): string =>
	`${prefix}${now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-`;

/**
 * The name of the run that created a record, in lower case, from a text that tells its records: a name, the long URL of a link
 * (aliases are replaced by some services), or a domain. Domains under example.com lead nowhere (RFC 2606).
 *
 * @returns undefined when no run created it
 */
export function runOf(text: string): string | undefined {
	const [, ofLink, ofDomain, ofName] = OWN.exec(text) ?? [];
	const run = (ofLink ?? ofDomain ?? ofName)?.toLowerCase();
	return run !== undefined && Number.isNaN(startOf(run)) ? undefined : run;
}

const RUN = `(${LIVE}\\d{8}-\\d{6}-)`;
/** Some services write names with a capital first letter. */
const OWN = new RegExp(
	`^(?:https://example\\.com/${RUN}|https?://${RUN}[a-z0-9-]+\\.example\\.com/?$|${RUN})`,
	'i',
);

/** When a run began, in ms since epoch. */
export const startOf = (run: string): number =>
	Date.parse(run.replace(/.*-(.{4})(..)(..)-(..)(..)(..)-$/, '$1-$2-$3T$4:$5:$6Z'));
