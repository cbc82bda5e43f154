import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../client/endpoints';
import { inZone } from '../../fields/dateTime';
import { createdRecordsOf } from '../../recovery/createdRecords';
import type { Item } from '../../run/item';
import { createdAt, OFFSETS } from '../../text/dates';
import { textOf } from '../../text/json';

/** How long the reply to a creation may take, if its time is to show the zone of the date, in ms. */
const PRECISION = 10_000;

/** Most items, and most links of a list, whose dates are looked at: to write a date in a time zone takes time. */
const MAX_LOOKED_AT = 100;

const LOCAL = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/;

const inWords = (offset: number): string => {
	const digits = new Date(Math.abs(offset)).toISOString().slice(11, 16);
	return `UTC${offset < 0 ? '-' : '+'}${digits}`;
};

/** The dates of links that this process has just made show the time zone of the service. */
export function noteTimeZone(item: Item, links: IDataObject[]): void {
	if (item.index < MAX_LOOKED_AT)
		for (const link of links.slice(0, MAX_LOOKED_AT)) noteTimeZoneOf(item, link);
}

function noteTimeZoneOf({ service, run }: Item, link: IDataObject): void {
	const made = createdRecordsOf(service, LISTS.links).addedAt(link);
	if (made === undefined || !LOCAL.test(textOf(link.date))) return;
	const moment = made + service.clockSkew;
	const offsetOf = (date: unknown) => createdAt({ date: textOf(date) }) - moment;
	const { least, most, step } = OFFSETS;
	const nearest = (ms: number) => Math.round(ms / step) * step;
	const shown = offsetOf(link.date);
	const offset = nearest(shown);
	const isClear = Math.abs(shown - offset) <= PRECISION;
	const isKnown = offset === nearest(offsetOf(inZone(new Date(moment), service.timeZone)));
	if (isClear && offset >= least && offset <= most && !isKnown)
		run.summary.serviceOffsets.add(inWords(offset));
}

export function noteExisting(item: Item, link: IDataObject): void {
	item.run.links.noteExisting(link);
	noteTimeZone(item, [link]);
}
