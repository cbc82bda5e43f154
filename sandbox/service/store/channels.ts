import { type Database, type ListOrder, orderBy } from './database.ts';

export type ItemType = 'links' | 'bio' | 'qr';

interface ChannelRow {
	id: number;
	name: string;
	description: string;
	color: string;
	starred: number;
}

/** An assigned item with its fields from its own table. */
export interface ChannelItemRow {
	type: ItemType;
	id: number;
	title: string;
	alias: string;
	domain: string;
	date: string;
}

const itemTables: Record<ItemType, string> = { links: 'links', bio: 'bio_pages', qr: 'qr_codes' };

// Items whose record is gone are not shown.
const items = `
	FROM channel_items AS assigned
	JOIN (
		SELECT 'links' AS type, id, title, alias, domain, date FROM links
		UNION ALL SELECT 'bio', id, title, alias, '', date FROM bio_pages
		UNION ALL SELECT 'qr', id, name, alias, '', date FROM qr_codes
	) AS item ON item.type = assigned.type AND item.id = assigned.item
	WHERE assigned.channel = ?`;

/** The channels and what is assigned to them. */
export class Channels {
	private readonly database: Database;

	constructor(database: Database) {
		this.database = database;
	}

	add(channel: Omit<ChannelRow, 'id'>): ChannelRow {
		return { ...channel, id: this.database.insert('channels', channel) };
	}

	update({ id, name, description, color, starred }: ChannelRow): void {
		this.database.run(
			'UPDATE channels SET name = ?, description = ?, color = ?, starred = ? WHERE id = ?',
			name,
			description,
			color,
			starred,
			id,
		);
	}

	/** Deletes a channel and unassigns its items. */
	delete(id: number): void {
		this.database.transaction(() => {
			this.database.run('DELETE FROM channel_items WHERE channel = ?', id);
			this.database.run('DELETE FROM channels WHERE id = ?', id);
		});
	}

	byId(id: number): ChannelRow | undefined {
		return this.database.get<ChannelRow>('SELECT * FROM channels WHERE id = ?', id);
	}

	count(): number {
		return this.database.get<{ n: number }>('SELECT count(*) AS n FROM channels')?.n ?? 0;
	}

	page(limit: number, offset: number, order: ListOrder): ChannelRow[] {
		return this.database.all<ChannelRow>(
			`SELECT * FROM channels ORDER BY ${orderBy(order)} LIMIT ? OFFSET ?`,
			limit,
			offset,
		);
	}

	/** Assigns an item to a channel. Assigning it again changes nothing. */
	assign(channel: number, type: ItemType, item: number): void {
		this.database.run(
			'INSERT OR IGNORE INTO channel_items (channel, type, item) VALUES (?, ?, ?)',
			channel,
			type,
			item,
		);
	}

	/** Takes an item out of every channel. */
	unassign(type: ItemType, item: number): void {
		this.database.run('DELETE FROM channel_items WHERE type = ? AND item = ?', type, item);
	}

	hasItem(type: ItemType, id: number): boolean {
		return this.database.get(`SELECT 1 FROM ${itemTables[type]} WHERE id = ?`, id) !== undefined;
	}

	countItems(channel: number): number {
		return this.database.get<{ n: number }>(`SELECT count(*) AS n ${items}`, channel)?.n ?? 0;
	}

	/** What was assigned last comes first. */
	pageItems(channel: number, limit: number, offset: number): ChannelItemRow[] {
		return this.database.all<ChannelItemRow>(
			`SELECT item.* ${items} ORDER BY assigned.position DESC LIMIT ? OFFSET ?`,
			channel,
			limit,
			offset,
		);
	}
}
