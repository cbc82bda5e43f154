import { Campaigns } from './campaigns.ts';
import { Channels } from './channels.ts';
import { Database } from './database.ts';
import { plantInitialRecords } from './initial.ts';
import { Links } from './links.ts';
import { QrCodes } from './qrCodes.ts';
import { Visits } from './visits.ts';

/** Everything the service knows. Tables that only one operation reads are read there, through `database`. */
export class Store {
	readonly database: Database;
	readonly links: Links;
	readonly campaigns: Campaigns;
	readonly channels: Channels;
	readonly qrCodes: QrCodes;
	readonly visits: Visits;

	/** Opens the data file, or keeps the data in memory; a new file gets the records that every account has. */
	constructor(file = ':memory:') {
		this.database = new Database(file);
		this.links = new Links(this.database);
		this.campaigns = new Campaigns(this.database);
		this.channels = new Channels(this.database);
		this.qrCodes = new QrCodes(this.database);
		this.visits = new Visits(this.database);
		if (!this.database.get('SELECT 1 FROM account')) plantInitialRecords(this.database);
	}

	/** Back to a new account. */
	reset(): void {
		this.database.wipe();
		plantInitialRecords(this.database);
	}

	close(): void {
		this.database.close();
	}
}
