import { type Database, type ListOrder, orderBy } from './database.ts';

interface PixelRow {
	id: number;
	type: string;
	name: string;
	tag: string;
	date: string;
}

/** The tracking pixels of the account. The table of links holds which links have them. */
export class Pixels {
	private readonly database: Database;

	constructor(database: Database) {
		this.database = database;
	}

	add(pixel: Omit<PixelRow, 'id'>): PixelRow {
		return { ...pixel, id: this.database.insert('pixels', pixel) };
	}

	update({ id, name, tag }: PixelRow): void {
		this.database.run('UPDATE pixels SET name = ?, tag = ? WHERE id = ?', name, tag, id);
	}

	/** Deletes a pixel, and removes it from all links. */
	delete(id: number): void {
		this.database.transaction(() => {
			this.database.run(
				`UPDATE links SET options = json_set(options, '$.pixels', (
					SELECT json_group_array(value) FROM json_each(options, '$.pixels') WHERE value <> ?1
				)) WHERE ?1 IN (SELECT value FROM json_each(options, '$.pixels'))`,
				id,
			);
			this.database.run('DELETE FROM pixels WHERE id = ?', id);
		});
	}

	byId(id: number): PixelRow | undefined {
		return this.database.get<PixelRow>('SELECT * FROM pixels WHERE id = ?', id);
	}

	/** The IDs that are IDs of the account's pixels. */
	existing(ids: number[]): number[] {
		return ids.filter((id) => this.byId(id) !== undefined);
	}

	count(): number {
		return this.database.get<{ n: number }>('SELECT count(*) AS n FROM pixels')?.n ?? 0;
	}

	page(limit: number, offset: number, order: ListOrder): PixelRow[] {
		return this.database.all<PixelRow>(
			`SELECT * FROM pixels ORDER BY ${orderBy(order)} LIMIT ? OFFSET ?`,
			limit,
			offset,
		);
	}
}
