import { Campaigns } from './campaigns.ts';
import { Channels } from './channels.ts';
import { Database } from './database.ts';
import { addInitialRecords } from './initial.ts';
import { Links } from './links.ts';
import { Pixels } from './pixels.ts';
import { QrCodes } from './qrCodes.ts';
import { Visits } from './visits.ts';

/** All data of the service. Tables that only one operation reads are read there, through `database`. */
export class Store {
	readonly database: Database;
	readonly links: Links;
	readonly campaigns: Campaigns;
	readonly channels: Channels;
	readonly pixels: Pixels;
	readonly qrCodes: QrCodes;
	readonly visits: Visits;
	/** Whether the data file had no account. */
	readonly isNew: boolean;

	/** Opens the data file, or keeps the data in memory; a new file gets the records that every account has. */
	constructor(file = ':memory:') {
		this.database = new Database(file);
		this.links = new Links(this.database);
		this.campaigns = new Campaigns(this.database);
		this.channels = new Channels(this.database);
		this.pixels = new Pixels(this.database);
		this.qrCodes = new QrCodes(this.database);
		this.visits = new Visits(this.database);
		this.isNew = !this.database.get('SELECT 1 FROM account');
		if (this.isNew) addInitialRecords(this.database);
	}

	/** Deletes a link, its statistics and its place in channels. */
	deleteLink(id: number): void {
		this.database.transaction(() => {
			this.channels.unassign('links', id);
			this.visits.forget('link', id);
			this.links.delete(id);
		});
	}

	/** Deletes a QR code, its statistics and its place in channels. */
	deleteQrCode(id: number): void {
		this.database.transaction(() => {
			this.channels.unassign('qr', id);
			this.visits.forget('qr', id);
			this.qrCodes.delete(id);
		});
	}

	/** Deletes all records and adds those of a new account. */
	reset(): void {
		this.database.wipe();
		addInitialRecords(this.database);
	}

	close(): void {
		this.database.close();
	}
}
