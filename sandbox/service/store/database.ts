import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

const schema = `
	CREATE TABLE IF NOT EXISTS account (
		id INTEGER PRIMARY KEY, email TEXT NOT NULL, username TEXT NOT NULL, password TEXT NOT NULL DEFAULT '',
		status TEXT NOT NULL, expires TEXT NOT NULL, registered TEXT NOT NULL
	);
	CREATE TABLE IF NOT EXISTS domains (
		id INTEGER PRIMARY KEY AUTOINCREMENT, domain TEXT NOT NULL UNIQUE,
		redirectroot TEXT NOT NULL, redirect404 TEXT NOT NULL
	);
	CREATE TABLE IF NOT EXISTS overlays (
		id INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, name TEXT NOT NULL, date TEXT NOT NULL
	);
	CREATE TABLE IF NOT EXISTS splash_pages (
		id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, date TEXT NOT NULL
	);
	CREATE TABLE IF NOT EXISTS pixels (
		id INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, name TEXT NOT NULL, tag TEXT NOT NULL,
		date TEXT NOT NULL
	);
	CREATE TABLE IF NOT EXISTS bio_pages (
		id INTEGER PRIMARY KEY AUTOINCREMENT, alias TEXT NOT NULL UNIQUE, title TEXT NOT NULL, date TEXT NOT NULL
	);
	CREATE TABLE IF NOT EXISTS campaigns (
		id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, slug TEXT UNIQUE, public INTEGER NOT NULL
	);
	CREATE TABLE IF NOT EXISTS channels (
		id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, description TEXT NOT NULL,
		color TEXT NOT NULL, starred INTEGER NOT NULL
	);
	CREATE TABLE IF NOT EXISTS channel_items (
		position INTEGER PRIMARY KEY AUTOINCREMENT, channel INTEGER NOT NULL, type TEXT NOT NULL, item INTEGER NOT NULL,
		UNIQUE (channel, type, item)
	);
	CREATE TABLE IF NOT EXISTS links (
		id INTEGER PRIMARY KEY AUTOINCREMENT, alias TEXT NOT NULL UNIQUE, domain TEXT NOT NULL DEFAULT '',
		longurl TEXT NOT NULL, title TEXT NOT NULL, description TEXT NOT NULL, status TEXT NOT NULL,
		campaign INTEGER, expiry TEXT, date TEXT NOT NULL, clicks INTEGER NOT NULL DEFAULT 0, options TEXT NOT NULL
	);
	CREATE INDEX IF NOT EXISTS links_by_date ON links (date, id);
	CREATE INDEX IF NOT EXISTS links_by_clicks ON links (clicks, id);
	CREATE INDEX IF NOT EXISTS links_by_campaign ON links (campaign) WHERE campaign IS NOT NULL;
	CREATE TABLE IF NOT EXISTS qr_codes (
		id INTEGER PRIMARY KEY AUTOINCREMENT, alias TEXT NOT NULL UNIQUE, name TEXT NOT NULL, type TEXT NOT NULL,
		data TEXT NOT NULL, background TEXT NOT NULL, foreground TEXT NOT NULL, logo TEXT NOT NULL,
		date TEXT NOT NULL, scans INTEGER NOT NULL DEFAULT 0
	);
	CREATE TABLE IF NOT EXISTS visit_counts (
		subject TEXT NOT NULL, id INTEGER NOT NULL, dimension TEXT NOT NULL, label TEXT NOT NULL, count INTEGER NOT NULL,
		PRIMARY KEY (subject, id, dimension, label)
	) WITHOUT ROWID;
	CREATE TABLE IF NOT EXISTS visitors (
		subject TEXT NOT NULL, id INTEGER NOT NULL, fingerprint TEXT NOT NULL,
		PRIMARY KEY (subject, id, fingerprint)
	) WITHOUT ROWID;
`;

/** The orders in which services list records that have no order of their own (services.md section 3). */
export type ListOrder = 'newest' | 'oldest' | 'name';

/** The ORDER BY clause for a list whose names stand in a column. */
export function orderBy(order: ListOrder, nameColumn = 'name'): string {
	return { newest: 'id DESC', oldest: 'id', name: `${nameColumn} COLLATE NOCASE, id` }[order];
}

type Row = Record<string, unknown>;

/** The data file: one connection, every statement prepared once, on first use. */
export class Database {
	private readonly connection: DatabaseSync;
	private readonly statements = new Map<string, StatementSync>();

	constructor(file: string) {
		this.connection = new DatabaseSync(file);
		this.connection.exec(
			'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY',
		);
		this.connection.exec(schema);
	}

	/** The first row, or undefined. */
	get<T = Row>(sql: string, ...values: SQLInputValue[]): T | undefined {
		return this.prepare(sql).get(...values) as T | undefined;
	}

	all<T = Row>(sql: string, ...values: SQLInputValue[]): T[] {
		return this.prepare(sql).all(...values) as T[];
	}

	/** Runs a change. Returns how many rows it changed. */
	run(sql: string, ...values: SQLInputValue[]): number {
		return Number(this.prepare(sql).run(...values).changes);
	}

	/** Inserts a record given as columns and values. Returns its ID. */
	insert(table: string, record: Record<string, SQLInputValue>): number {
		const columns = Object.keys(record);
		const sql = `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`;
		return Number(this.prepare(sql).run(...Object.values(record)).lastInsertRowid);
	}

	/** Runs the work in a transaction, which is undone when the work throws. Calls do not nest. */
	transaction<T>(work: () => T): T {
		this.connection.exec('BEGIN');
		try {
			const result = work();
			this.connection.exec('COMMIT');
			return result;
		} catch (error) {
			this.connection.exec('ROLLBACK');
			throw error;
		}
	}

	get tables(): string[] {
		return this.all<{ name: string }>(
			"SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
		).map((table) => table.name);
	}

	/** Empties every table; ids start at 1 again. */
	wipe(): void {
		const tables = this.tables;
		this.transaction(() => {
			for (const table of tables) this.run(`DELETE FROM ${table}`);
			this.run('DELETE FROM sqlite_sequence');
		});
	}

	close(): void {
		this.connection.close();
	}

	private prepare(sql: string): StatementSync {
		let statement = this.statements.get(sql);
		if (!statement) this.statements.set(sql, (statement = this.connection.prepare(sql)));
		return statement;
	}
}
