import type { IDataObject } from 'n8n-workflow';

import { type ListEndpoint, LISTS } from '../api/lists';
import { textOf } from '../values/json';

/** A list that is watched, newest first where the service can be asked for that. */
export interface WatchedList {
	list: ListEndpoint;
	/** Query parameters beside `limit` and `page`. */
	query: IDataObject;
	/** What one of its records is called. */
	record: string;
	/** The field that holds the count. */
	count: string;
	/** The records with the highest counts come first (`order=click`, api.md section 4.8). */
	highestFirst?: true;
	/** The service sorts by date (`order=date`, api.md section 4.8), either end first. */
	isSortedByDate?: true;
	/** The query parameter that the service searches by; without one the name is compared here. */
	search?: string;
	name: (record: IDataObject) => string;
}

const LINKS: WatchedList = {
	list: LISTS.links,
	query: { order: 'date' },
	record: 'link',
	count: 'clicks',
	search: 'q',
	isSortedByDate: true,
	name: ({ title }) => textOf(title),
};

/** The links with the most clicks first: what is far from a threshold need not be read. */
const MOST_CLICKED: WatchedList = {
	...LINKS,
	query: { order: 'click' },
	highestFirst: true,
	isSortedByDate: undefined,
};

const QR_CODES: WatchedList = {
	list: LISTS.qrCodes,
	query: {},
	record: 'QR code',
	count: 'scans',
	name: ({ name }) => textOf(name),
};

/** What starts a workflow, by the value of Trigger On. */
export const events = {
	newLink: { source: LINKS, kind: 'new' },
	newQrCode: { source: QR_CODES, kind: 'new' },
	linkClicksIncreased: { source: LINKS, kind: 'increased' },
	linkClicksReached: { source: MOST_CLICKED, kind: 'reached' },
	qrCodeScansIncreased: { source: QR_CODES, kind: 'increased' },
	qrCodeScansReached: { source: QR_CODES, kind: 'reached' },
} as const satisfies Record<string, { source: WatchedList; kind: 'new' | 'increased' | 'reached' }>;

export type EventName = keyof typeof events;
