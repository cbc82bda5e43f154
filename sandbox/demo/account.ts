/** What the demo does to the account of a real service: it says so before, and can remove it afterwards. */
import { createHash } from 'node:crypto';

import type { Client, Json } from '../live/client.ts';
import { KINDS, removeOwn, textsOf, UnreadList } from '../live/records.ts';
import { safeLine } from '../live/terminal.ts';
import type { LinkService } from './service.ts';

/** A table whose long URLs, aliases and campaigns have the name of a run in them, and what its rows create. */
export interface TableOfRun {
	/** Such as `demo-20301231-235959-`. */
	run: string;
	/** As CSV. */
	text: string;
	rows: number;
	urls: ReadonlySet<string>;
	campaigns: ReadonlySet<string>;
}

/** The cells of a line of CSV. */
const cellsOf = (line: string): string[] =>
	[...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
		([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
	);

const lineOf = (cells: string[]): string =>
	cells.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');

/** Writes the name of a run into the columns `url`, `alias` and `campaign`. */
export function tableOfRun(text: string, run: string): TableOfRun {
	const [heading = '', ...lines] = text.trim().split('\n');
	const rows = lines.map(cellsOf);
	const urls = new Set<string>();
	const campaigns = new Set<string>();
	const columns = cellsOf(heading);
	const [url, alias, campaign] = ['url', 'alias', 'campaign'].map((name) => columns.indexOf(name));
	for (const row of rows) {
		row[url!] = inUrl(row[url!]!, run);
		urls.add(row[url!]!);
		if (row[alias!]) row[alias!] = `${run}${row[alias!]}`;
		if (!row[campaign!]) continue;
		row[campaign!] = `${run}${row[campaign!]}`;
		campaigns.add(row[campaign!]!);
	}
	const all = [heading, ...rows.map(lineOf), ''].join('\n');
	return { run, text: all, rows: rows.length, urls, campaigns };
}

const inUrl = (url: string, run: string): string =>
	`${url}${url.includes('?') ? '&' : '?'}run=${run}`;

/**
 * The name of n8n's credential for a real service. Each account has its own: a workflow that was published for another one, or for
 * the local service, must not go on with this one.
 */
export const credentialNameOf = ({ url, key }: LinkService): string => {
	const hash = createHash('sha256').update(key).digest('hex').slice(0, 6);
	return `Link Management account at ${new URL(url).host} (key ${hash})`;
};

/** What a run of the example will do, before it begins. */
export const plan = ({ url }: LinkService, { run, rows, campaigns }: TableOfRun): string =>
	`This runs the example on the account of LINK_MANAGEMENT_KEY at ${url}.
It creates up to ${rows} links and ${campaigns.size} campaigns whose aliases and names begin with ${run}.
It changes nothing that exists. Afterwards you can remove what it has created.
It takes about ${Math.ceil(rows * 1.2)} requests, and about ${Math.ceil((rows * 1.2) / 30)} minutes at 30 requests a minute.`;

export interface Removed {
	/** Such as `98 links and 10 campaigns`. */
	counts: string;
	/** What the account still has of this run. */
	left: string[];
}

/**
 * Removes what a run of the example created: the links that it reported and that lead to a long URL of the run, and the campaigns
 * that have a name of the run.
 *
 * @param reported IDs of the links that the run reported as created
 */
export async function removeCreated(
	client: Client,
	{ run, urls, campaigns }: TableOfRun,
	reported: ReadonlySet<string>,
): Promise<Removed> {
	const names = new Set([...campaigns].map((name) => name.toLowerCase()));
	const isCampaign = (record: Json) =>
		textsOf(KINDS.campaigns, record).some((text) => names.has(text.toLowerCase()));
	const shown = new Set<string>();
	const isLink = (record: Json) => {
		const isOfRun = textsOf(KINDS.links, record).some((text) => urls.has(text));
		const id = String(record.id);
		if (isOfRun) shown.add(id);
		return isOfRun && reported.has(id);
	};
	const counts: string[] = [];
	const left: string[] = [];
	for (const [kind, isOwn] of [
		[{ ...KINDS.links, query: { q: run } }, isLink],
		[KINDS.campaigns, isCampaign],
	] as const)
		try {
			const removed = await removeOwn(client, kind, isOwn);
			counts.push(`${removed.count} ${kind.name}`);
			left.push(...removed.left);
		} catch (error) {
			if (!(error instanceof UnreadList)) throw error;
			const unseen = counts.length === 0 ? 'links and campaigns' : kind.name;
			counts.push(`no ${kind.name}`);
			left.push(`${unseen} of ${run}: ${error.message}`);
			return { counts: counts.join(' and '), left };
		}
	const unreported = safeLine([...shown].filter((id) => !reported.has(id)).join(', '));
	if (unreported) left.push(`links that the run did not report, with the IDs ${unreported}`);
	const unshown = safeLine([...reported].filter((id) => !shown.has(id)).join(', '));
	if (unshown) left.push(`links that have no long URL of the run, with the IDs ${unshown}`);
	return { counts: counts.join(' and '), left };
}
