/** What the demo does to the account of a real service: it says so before, and can remove it afterwards. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';

import { Client, type Json } from '../live/client.ts';
import { type Kind, KINDS, ownRecords } from '../live/records.ts';
import type { LinkService } from './service.ts';

/** The part of a table that says what its rows create. */
export interface TableRecords {
	rows: number;
	urls: ReadonlySet<string>;
	campaigns: ReadonlySet<string>;
	/** The host that all URLs have; it finds the links at the service. */
	host: string;
}

/** The cells of a line of CSV. */
const cellsOf = (line: string): string[] =>
	[...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
		([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
	);

/** What the columns `url` and `campaign` of the example's table say. */
export function recordsOfTable(file: string): TableRecords {
	const [heading = '', ...lines] = readFileSync(file, 'utf8').trim().split('\n');
	const columns = cellsOf(heading);
	const cells = lines.map(cellsOf);
	const column = (name: string) => cells.map((row) => row[columns.indexOf(name)] ?? '');
	const urls = column('url');
	return {
		rows: lines.length,
		urls: new Set(urls),
		campaigns: new Set(column('campaign').filter((name) => name !== '')),
		host: new URL(urls[0]!).host,
	};
}

/** What a run of the example will do, before it begins. */
export const plan = ({ url }: LinkService, { rows, campaigns, host }: TableRecords): string =>
	`This runs the example on the account of LINK_MANAGEMENT_KEY at ${url}.
It creates up to ${rows} links to ${host}, with aliases, and up to ${campaigns.size} campaigns (${[...campaigns].slice(0, 3).join(', ')}, …)
that do not exist yet. It changes nothing that exists. Afterwards you can remove what it has created.
It takes about ${Math.ceil(rows * 1.2)} requests, and about ${Math.ceil((rows * 1.2) / 30)} minutes at 30 requests a minute.`;

/**
 * Asks a question with yes and no.
 *
 * @param otherwise what to do where there is no terminal; it becomes the error
 */
export async function isYes(question: string, otherwise: string): Promise<boolean> {
	if (!process.stdin.isTTY) throw new Error(otherwise);
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	const answer = await terminal.question(`\n${question} (y/N) `);
	terminal.close();
	return /^y(es)?$/i.test(answer.trim());
}

/** Tells the records that a run of the example creates from those that the account had. */
export class RealAccount {
	private readonly client: Client;
	private readonly kinds: Kind[];
	private readonly before = new Set<string>();

	/** @param perMinute requests per minute where the service does not tell its limit */
	constructor(service: LinkService, table: TableRecords, perMinute = 30) {
		this.client = new Client(
			{ url: service.url.replace(/\/+(api\/*)?$/, ''), key: service.key },
			perMinute,
		);
		const { campaigns, host, urls } = table;
		const plain = (url: unknown) => String(url).replaceAll('&amp;', '&');
		const named = ({ name, domain }: Json) =>
			[...campaigns].some((campaign) =>
				[name, domain].some((text) => String(text).toLowerCase() === campaign.toLowerCase()),
			);
		this.kinds = [
			{ ...KINDS.links, query: { q: host }, isOwn: ({ longurl }) => urls.has(plain(longurl)) },
			{ ...KINDS.campaigns, isOwn: named },
		];
	}

	/** Notes what the account has, before the run. */
	async look(): Promise<void> {
		for (const kind of this.kinds)
			for (const record of await ownRecords(this.client, kind)) this.before.add(key(kind, record));
	}

	/** Removes what the account has now and did not have before. @returns what was removed, for people */
	async remove(): Promise<string> {
		const removed: string[] = [];
		for (const kind of this.kinds) {
			const isNew = (record: Json) => !this.before.has(key(kind, record));
			const created = (await ownRecords(this.client, kind)).filter(isNew);
			for (const { id } of created)
				await this.client.send(kind.remove, { path: { id: String(id) } });
			const left = (await ownRecords(this.client, kind)).filter(isNew).length;
			removed.push(`${created.length - left} ${kind.name}${left > 0 ? ` (${left} are left)` : ''}`);
		}
		return removed.join(' and ');
	}
}

const key = (kind: Kind, { id }: Json): string => `${kind.list} ${String(id)}`;
