import type { IDataObject } from 'n8n-workflow';

import type { CreationsOfList } from '../client/account';
import type { ListEndpoint } from '../client/endpoints';
import type { Service } from '../client/service';
import { Turns } from '../client/wait';
import { PageReader, USUAL_PAGE } from '../lists/pageReader';
import { CollectedRecords } from '../lists/readList';
import { inZone, OFFSETS, timestampOf } from '../text/dates';
import { highestBy, numberFrom } from '../text/sentences';
import { createdByUsAt, creationsOf, noteCreated, recordNames } from './createdRecords';

/** In ms: dates in a list are exact to a second, and so is the `Date` header. */
const CLOCK_PRECISION = 3_000;

/** Whether a date that was read as UTC can be between two moments after a shift by a possible offset of a time zone. */
function canBeBetween(date: number, since: number, now: number): boolean {
	const maxAge = now - since + CLOCK_PRECISION;
	const age = now - date;
	const { least, most, step } = OFFSETS;
	if (age < -most - CLOCK_PRECISION || age > -least + maxAge) return false;
	const shiftedAge = ((age % step) + step) % step;
	return shiftedAge <= maxAge || shiftedAge >= step - CLOCK_PRECISION;
}

/** Whether the date of a record shows that it was there before a request. @param since when it was sent. @param skew see {@link agesAmong} */
export function isDatedBefore(record: IDataObject, since: number, skew: number): boolean {
	const date = timestampOf(record.date);
	return !Number.isNaN(date) && !canBeBetween(date - skew, since, Date.now());
}

/** How much a record is like the requested one. Of several, the one with the highest number is taken. */
export const DIFFERENT = 0;
/** The service may have given it another name. So it counts only if it is one of the newest. */
export const RENAMED = 1;
/** It has the requested name. One that is even closer has a higher number. */
export const NAMED = 2;

/** How a record is found again when the reply to its creation was lost. Each operation declares it. */
export interface CreationRecovery {
	/** What is created, for the message, e.g. `short link`. */
	what: string;
	list: ListEndpoint;
	/** The query that makes the list begin with the newest record, where the service has one. */
	newestFirst?: IDataObject;
	/** What distinguishes the new record. Empty: it has no name. Creations that have one of these in common wait for each other. */
	identities: (body: IDataObject) => string[];
	/** {@link DIFFERENT} or more. It prepares the values of a body once, because they are compared with many records. */
	likeness: (body: IDataObject) => (record: IDataObject) => number;
	/** Looks for an older record that is also acceptable, with as few requests as it can. */
	findOlder?: () => Promise<IDataObject | undefined>;
}

/** Where dates are missing, IDs show which record is newer. */
const rankOf = (record: IDataObject): number =>
	timestampOf(record.date) || (numberFrom(record.id) ?? 0);

/**
 * Which records are newer than a request: by their dates; those without one by the highest ID that this process got before.
 * Neither the zone nor the clock of the service is known. The date of a record that it created for an item shows both.
 * @param since when it was sent, by our clock. @param skew see `clockSkew` of the rate limiter
 */
export function agesAmong(
	records: IDataObject[],
	creations: CreationsOfList,
	since: number,
	skew: number,
) {
	const now = Date.now();
	let offset = -Infinity;
	const ranks: number[] = [];
	for (const record of records) {
		const addedAt = createdByUsAt(creations, record);
		const date = timestampOf(record.date);
		if (addedAt === undefined) ranks.push(rankOf(record));
		else if (date - addedAt > offset) offset = date - addedAt;
	}
	ranks.sort((a, b) => b - a);
	const lowestNewRank = ranks[creations.underWay - 1] ?? 0;
	let knownId = 0;
	// A request can follow a reply in the same millisecond
	for (const { at, id } of creations.created.values())
		if (at <= since) knownId = Math.max(knownId, Number(id ?? 0));
	/** Whether it is one of as many newest records as creations are under way. Others may have made the rest. */
	const isAmongNewest = (record: IDataObject) => rankOf(record) >= lowestNewRank;
	const isSince = (date: number) =>
		offset > -Infinity
			? date >= since + offset - CLOCK_PRECISION
			: canBeBetween(date - skew, since, now);
	const ageOf = (record: IDataObject): 'new' | 'old' | 'unknown' => {
		const date = timestampOf(record.date);
		if (!Number.isNaN(date)) return isSince(date) ? 'new' : 'old';
		const id = numberFrom(record.id);
		if (id === undefined || id <= knownId) return 'old';
		return knownId > 0 || isAmongNewest(record) ? 'new' : 'unknown';
	};
	return { ageOf, isAmongNewest, offset };
}

/** How far the dates of the service are ahead of our clock, in ms, if the credential says its time zone. */
function offsetOfCredential({ account, timeZone }: Service): number {
	const now = Date.now();
	return timestampOf(inZone(new Date(now), timeZone)) - now + account.limiter.clockSkew;
}

/**
 * Finds a record that is like the requested one, not older and not the result of another item. It is noted as the result of this one.
 * `isInDoubt`, if there is none: one is like it, and may be it. `complete`: one that was not found is not in the list.
 */
export async function lookUp(
	service: Service,
	{ list, newestFirst, likeness }: CreationRecovery,
	{ body, since, maxPages }: { body: IDataObject; since: number; maxPages: number },
) {
	const creations = creationsOf(service, list);
	const reader = new PageReader(
		service,
		{ list, query: newestFirst, isSortedByDate: newestFirst !== undefined },
		{ pageSize: USUAL_PAGE, maxRequests: maxPages },
		// Without the list it is not known whether the record was created, so an outage is waited out
		{ retryThroughOutage: true },
	);
	const collected = new CollectedRecords();
	const records: IDataObject[] = [];
	const agesNow = () => agesAmong(records, creations, since, service.account.limiter.clockSkew);
	let complete = false;
	for await (const page of reader.pages(1)) {
		for (const record of collected.add(page)) records.push(record);
		const { ageOf } = agesNow();
		// Those that all users share have no ID, and may be on every page
		const hasOlder = page.records.some((each) => each.id !== null && ageOf(each) !== 'new');
		complete = page.isEnd || (reader.isOrdered && hasOlder);
		if (complete) break;
	}
	const likenessOf = likeness(body);
	const turns = new Turns(service.signal);
	const degrees = new Map<IDataObject, number>();
	for (const record of records) {
		await turns.pass();
		degrees.set(record, likenessOf(record));
	}
	const { ageOf, isAmongNewest, offset } = agesNow();
	const degreeOf = (each: IDataObject) => degrees.get(each) ?? DIFFERENT;
	// Another item may have got it meanwhile
	const isFree = (each: IDataObject) => createdByUsAt(creations, each) === undefined;
	const alike = records.filter((each) => degreeOf(each) !== DIFFERENT && isFree(each));
	// Somebody else may have made one with another name
	const isRenamed = (each: IDataObject) => degreeOf(each) === RENAMED && !isAmongNewest(each);
	const candidates = alike.filter((each) => ageOf(each) === 'new' && !isRenamed(each));
	const record = highestBy(candidates, degreeOf);
	// Noted before any other code can run, so that no two items get the same record
	if (record) noteCreated(creations, recordNames(record));
	const earliest = since + (offset > -Infinity ? offset : offsetOfCredential(service));
	const isDoubtful = (each: IDataObject) =>
		isRenamed(each)
			? timestampOf(each.date) >= earliest - CLOCK_PRECISION
			: ageOf(each) === 'unknown';
	return { record, isInDoubt: !record && alike.some(isDoubtful), complete };
}
