import type { Database } from './database.ts';

/** What can be visited, and the table and column of its total. */
const totals = { link: ['links', 'clicks'], qr: ['qr_codes', 'scans'] } as const;
export type Subject = keyof typeof totals;

/** One visit, in the words the statistics show. */
export interface Visit {
	/** Tells visitors apart. */
	fingerprint: string;
	country: string;
	referrer: string;
	browser: string;
	os: string;
}

export interface Statistics {
	unique: number;
	countries: Counts;
	referrers: Counts;
	browsers: Counts;
	os: Counts;
	social: Counts;
}
/** Label to count, the largest first. Counts are text, as in the replies. */
export type Counts = Record<string, string>;

const socialHosts: Record<string, RegExp> = {
	facebook: /(^|\.)(facebook\.com|fb\.com)$/,
	twitter: /(^|\.)(twitter\.com|x\.com|t\.co)$/,
	instagram: /(^|\.)instagram\.com$/,
	google: /(^|\.)google\.[a-z.]+$/,
};

/** Counts visits of links and scans of QR codes by country, referrer, browser and system. */
export class Visits {
	private readonly database: Database;

	constructor(database: Database) {
		this.database = database;
	}

	record(subject: Subject, id: number, visit: Visit): void {
		this.database.transaction(() => {
			const isNew = this.database.run(
				'INSERT OR IGNORE INTO visitors VALUES (?, ?, ?)',
				subject,
				id,
				visit.fingerprint,
			);
			this.add(subject, id, visit, 1, isNew);
		});
	}

	/** Adds many visits by as many visitors at once. */
	addMany(subject: Subject, id: number, visit: Omit<Visit, 'fingerprint'>, count: number): void {
		this.database.transaction(() => this.add(subject, id, visit, count, count));
	}

	/** Deletes all visits of a record. */
	forget(subject: Subject, id: number): void {
		this.database.run('DELETE FROM visit_counts WHERE subject = ? AND id = ?', subject, id);
		this.database.run('DELETE FROM visitors WHERE subject = ? AND id = ?', subject, id);
	}

	statistics(subject: Subject, id: number): Statistics {
		const statistics: Statistics = {
			unique: 0,
			countries: {},
			referrers: {},
			browsers: {},
			os: {},
			social: {},
		};
		const rows = this.database.all<{ dimension: keyof Statistics; label: string; count: number }>(
			'SELECT dimension, label, count FROM visit_counts WHERE subject = ? AND id = ? ORDER BY count DESC, label',
			subject,
			id,
		);
		for (const { dimension, label, count } of rows) {
			if (dimension === 'unique') statistics.unique = count;
			else statistics[dimension][label] = String(count);
		}
		return statistics;
	}

	private add(
		subject: Subject,
		id: number,
		visit: Omit<Visit, 'fingerprint'>,
		count: number,
		unique: number,
	): void {
		const [table, column] = totals[subject];
		this.database.run(`UPDATE ${table} SET ${column} = ${column} + ? WHERE id = ?`, count, id);
		if (unique > 0) this.tally(subject, id, 'unique', '', unique);
		this.tally(subject, id, 'countries', visit.country, count);
		this.tally(subject, id, 'referrers', visit.referrer, count);
		this.tally(subject, id, 'browsers', visit.browser, count);
		this.tally(subject, id, 'os', visit.os, count);
		for (const [network, host] of Object.entries(socialHosts)) {
			if (host.test(visit.referrer)) this.tally(subject, id, 'social', network, count);
		}
	}

	private tally(
		subject: Subject,
		id: number,
		dimension: keyof Statistics,
		label: string,
		count: number,
	): void {
		this.database.run(
			`INSERT INTO visit_counts VALUES (?, ?, ?, ?, ?)
			 ON CONFLICT DO UPDATE SET count = count + excluded.count`,
			subject,
			id,
			dimension,
			label,
			count,
		);
	}
}
