import { freeAlias } from './aliases.ts';
import { type Database, type ListOrder, orderBy } from './database.ts';

export interface QrCodeRow {
	id: number;
	alias: string;
	name: string;
	type: 'text' | 'vcard' | 'link' | 'email' | 'phone' | 'sms' | 'wifi';
	/** The content as it came, as JSON. */
	data: string;
	/** `rgb(R,G,B)`, or empty for white and black. */
	background: string;
	foreground: string;
	logo: string;
	date: string;
	scans: number;
}

type NewQrCode = Omit<QrCodeRow, 'id' | 'alias' | 'data' | 'scans'> & {
	alias?: string;
	data: unknown;
};

/** The QR codes. */
export class QrCodes {
	private readonly database: Database;

	constructor(database: Database) {
		this.database = database;
	}

	add(code: NewQrCode): QrCodeRow {
		const alias = code.alias ?? freeAlias((candidate) => this.byAlias(candidate) !== undefined);
		const row = { ...code, alias, data: JSON.stringify(code.data), scans: 0 };
		return { ...row, id: this.database.insert('qr_codes', row) };
	}

	/** Stores what may change of a code. */
	update({ id, name, type, data, background, foreground, logo }: QrCodeRow): void {
		this.database.run(
			`UPDATE qr_codes SET name = ?, type = ?, data = ?, background = ?, foreground = ?, logo = ?
				WHERE id = ?`,
			...[name, type, data, background, foreground, logo, id],
		);
	}

	delete(id: number): void {
		this.database.run('DELETE FROM qr_codes WHERE id = ?', id);
	}

	byId(id: number): QrCodeRow | undefined {
		return this.database.get<QrCodeRow>('SELECT * FROM qr_codes WHERE id = ?', id);
	}

	byAlias(alias: string): QrCodeRow | undefined {
		return this.database.get<QrCodeRow>('SELECT * FROM qr_codes WHERE alias = ?', alias);
	}

	count(): number {
		return this.database.get<{ n: number }>('SELECT count(*) AS n FROM qr_codes')?.n ?? 0;
	}

	page(limit: number, offset: number, order: ListOrder = 'newest'): QrCodeRow[] {
		const columns = order === 'newest' ? 'date DESC, id DESC' : orderBy(order);
		return this.database.all<QrCodeRow>(
			`SELECT * FROM qr_codes ORDER BY ${columns} LIMIT ? OFFSET ?`,
			limit,
			offset,
		);
	}
}
