import type { IDataObject } from 'n8n-workflow';

import { type ListEndpoint, LISTS } from '../api/lists';
import { textOf } from '../values/json';

/** A list that the trigger watches, newest first if the service can sort it. */
export interface WatchedList {
	list: ListEndpoint;
	/** Query parameters beside `limit` and `page`. */
	query: IDataObject;
	/** The name of one of its records, for messages. */
	record: 'link' | 'QR code';
	/** The field with the count. */
	count: string;
	/** The records with the highest counts come first (`order=click`, api.md section 4.8). */
	highestFirst?: true;
	/** The service sorts by date (`order=date`, api.md section 4.8), in either direction. */
	isSortedByDate?: true;
	/** The query parameter for searching. Without one, the trigger compares the name itself. */
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

/** The links with the most clicks first, so that those far below a threshold need not be read. */
export const MOST_CLICKED: WatchedList = {
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
