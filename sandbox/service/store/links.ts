import { freeAlias } from './aliases.ts';
import type { Database } from './database.ts';

/** A link as its row holds it. */
export interface LinkRow {
	id: number;
	alias: string;
	/** Branded domain with its scheme; empty for the service's own. */
	domain: string;
	longurl: string;
	title: string;
	description: string;
	status: 'public' | 'private';
	campaign: number | null;
	expiry: string | null;
	date: string;
	clicks: number;
	/** `LinkOptions` as JSON. */
	options: string;
}

/** What decides where a visit of a link leads. */
export interface LinkOptions {
	type?: string;
	/** Salt and hash, never the password. */
	password?: string;
	/** A target for a region of the country cannot be set through the API. */
	geotarget?: Array<{ location: string; region?: string; link: string }>;
	devicetarget?: Array<{ device: string; link: string }>;
	languagetarget?: Array<{ language: string; link: string }>;
	deeplink?: { apple?: string; google?: string; auto?: boolean };
	parameters?: Array<{ name: string; value: string }>;
	pixels?: number[];
	metatitle?: string;
	metadescription?: string;
	metaimage?: string;
}

type NewLink = Pick<LinkRow, 'longurl' | 'date'> &
	Partial<Omit<LinkRow, 'id' | 'clicks' | 'options'>> & { options?: LinkOptions };

export interface LinkQuery {
	order?: 'date' | 'click';
	q?: string;
	/** What `q` searches. */
	searched?: ReadonlyArray<'alias' | 'longurl' | 'title' | 'description'>;
}

/** The links. An alias is unique across all domains. */
export class Links {
	private readonly database: Database;

	constructor(database: Database) {
		this.database = database;
	}

	/** Stores a link, under a random alias unless one is given. */
	add({ longurl, date, alias = this.freeAlias(), options = {}, ...rest }: NewLink): LinkRow {
		const {
			domain = '',
			title = '',
			description = '',
			status = 'private',
			campaign = null,
			expiry = null,
		} = rest;
		const row = {
			alias,
			domain,
			longurl,
			title,
			description,
			status,
			campaign,
			expiry,
			date,
			clicks: 0,
		};
		const stored = { ...row, options: JSON.stringify(options) };
		return { ...stored, id: this.database.insert('links', stored) };
	}

	/** Stores what may change of a link. */
	update({ id, alias, domain, longurl, title, description, ...rest }: LinkRow): void {
		const { status, campaign, expiry, options } = rest;
		this.database.run(
			`UPDATE links SET alias = ?, domain = ?, longurl = ?, title = ?, description = ?,
				status = ?, campaign = ?, expiry = ?, options = ? WHERE id = ?`,
			...[alias, domain, longurl, title, description, status, campaign, expiry, options, id],
		);
	}

	delete(id: number): void {
		this.database.run('DELETE FROM links WHERE id = ?', id);
	}

	byId(id: number): LinkRow | undefined {
		return this.database.get<LinkRow>('SELECT * FROM links WHERE id = ?', id);
	}

	byAlias(alias: string): LinkRow | undefined {
		return this.database.get<LinkRow>('SELECT * FROM links WHERE alias = ?', alias);
	}

	/** The oldest link with this long URL. */
	byLongUrl(longUrl: string): LinkRow | undefined {
		return this.database.get<LinkRow>(
			'SELECT * FROM links WHERE longurl = ? ORDER BY id LIMIT 1',
			longUrl,
		);
	}

	ofCampaign(campaign: number): LinkRow[] {
		return this.database.all<LinkRow>(
			'SELECT * FROM links WHERE campaign = ? ORDER BY id DESC',
			campaign,
		);
	}

	assignToCampaign(id: number, campaign: number): void {
		this.database.run('UPDATE links SET campaign = ? WHERE id = ?', campaign, id);
	}

	count(query: LinkQuery = {}): number {
		const { where, values } = filter(query);
		return (
			this.database.get<{ n: number }>(`SELECT count(*) AS n FROM links ${where}`, ...values)?.n ??
			0
		);
	}

	/** Newest first, or most clicked first. */
	page(query: LinkQuery, limit: number, offset: number): LinkRow[] {
		const { where, values } = filter(query);
		const order = `${query.order === 'click' ? 'clicks' : 'date'} DESC, id DESC`;
		// The inner query reads only the index, so that a page near the end is as fast as the first one.
		return this.database.all<LinkRow>(
			`SELECT * FROM links WHERE id IN (SELECT id FROM links ${where} ORDER BY ${order} LIMIT ? OFFSET ?) ORDER BY ${order}`,
			...values,
			limit,
			offset,
		);
	}

	deleteNewest(count: number): void {
		this.database.run(
			'DELETE FROM links WHERE id IN (SELECT id FROM links ORDER BY date DESC, id DESC LIMIT ?)',
			count,
		);
	}

	private freeAlias(): string {
		return freeAlias((alias) => this.byAlias(alias) !== undefined);
	}
}

function filter({ q, searched: columns = [] }: LinkQuery): { where: string; values: string[] } {
	if (q === undefined) return { where: '', values: [] };
	const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
	return {
		where: `WHERE ${columns.map((column) => `${column} LIKE ? ESCAPE '\\'`).join(' OR ')}`,
		values: columns.map(() => pattern),
	};
}
