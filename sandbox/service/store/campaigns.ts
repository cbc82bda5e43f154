import { type Database, type ListOrder, orderBy } from './database.ts';

export interface CampaignRow {
	id: number;
	name: string;
	slug: string | null;
	public: number;
}

/** The campaigns. The table of links holds which links belong to them. */
export class Campaigns {
	private readonly database: Database;

	constructor(database: Database) {
		this.database = database;
	}

	add(campaign: Omit<CampaignRow, 'id'>): CampaignRow {
		return { ...campaign, id: this.database.insert('campaigns', campaign) };
	}

	update({ id, name, slug, public: isPublic }: CampaignRow): void {
		this.database.run(
			'UPDATE campaigns SET name = ?, slug = ?, public = ? WHERE id = ?',
			name,
			slug,
			isPublic,
			id,
		);
	}

	/** Deletes a campaign; its links stay, unassigned. */
	delete(id: number): void {
		this.database.transaction(() => {
			this.database.run('UPDATE links SET campaign = NULL WHERE campaign = ?', id);
			this.database.run('DELETE FROM campaigns WHERE id = ?', id);
		});
	}

	byId(id: number): CampaignRow | undefined {
		return this.database.get<CampaignRow>('SELECT * FROM campaigns WHERE id = ?', id);
	}

	bySlug(slug: string): CampaignRow | undefined {
		return this.database.get<CampaignRow>('SELECT * FROM campaigns WHERE slug = ?', slug);
	}

	count(): number {
		return this.database.get<{ n: number }>('SELECT count(*) AS n FROM campaigns')?.n ?? 0;
	}

	page(limit: number, offset: number, order: ListOrder): CampaignRow[] {
		return this.database.all<CampaignRow>(
			`SELECT * FROM campaigns ORDER BY ${orderBy(order)} LIMIT ? OFFSET ?`,
			limit,
			offset,
		);
	}
}
