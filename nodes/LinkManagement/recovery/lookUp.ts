import type { IDataObject } from 'n8n-workflow';

import type { ListEndpoint } from '../client/endpoints';
import type { Service } from '../client/service';
import { Turns } from '../client/wait';
import { CollectedRecords } from '../lists/collectedRecords';
import { PageReader } from '../lists/pageReader';
import { USUAL_PAGE } from '../lists/pageSizes';
import { createdAt, OFFSETS } from '../text/dates';
import { highestBy, numberFrom } from '../text/sentences';
import { createdRecordsOf, recordNames } from './createdRecords';

/** In ms: dates in a list are exact to a second, and so is the `Date` header. */
const CLOCK_PRECISION = 3_000;

export interface Clocks {
	/** When the request was sent, by our clock, in ms since epoch. */
	since: number;
	/** The service's clock minus ours, in ms, by the `Date` header of its replies, which has no time zone. */
	skew: number;
	/** When a record was returned for an item, by our clock. The service created it just before. */
	handedOutAt: (record: IDataObject) => number | undefined;
}

/** Whether a date that was read as UTC can be between two moments after a shift by a possible offset of a time zone. */
function canBeBetween(date: number, since: number, now: number): boolean {
	const maxAge = now - since + CLOCK_PRECISION;
	const age = now - date;
	const { least, most, step } = OFFSETS;
	if (age < -most - CLOCK_PRECISION || age > -least + maxAge) return false;
	const shiftedAge = ((age % step) + step) % step;
	return shiftedAge <= maxAge || shiftedAge >= step - CLOCK_PRECISION;
}

/** Neither the zone nor the clock of the service is known. The date of a record that was returned for an item shows both. */
export function createdSince(
	records: IDataObject[],
	{ since, skew, handedOutAt }: Clocks,
): (record: IDataObject) => boolean {
	const now = Date.now();
	const offset = records
		.map((record) => createdAt(record) - (handedOutAt(record) ?? NaN))
		.reduce((highest, ms) => (ms > highest ? ms : highest), -Infinity);
	return (record) => {
		const date = createdAt(record);
		return offset > -Infinity
			? date >= since + offset - CLOCK_PRECISION
			: canBeBetween(date - skew, since, now);
	};
}

/** The record that the body of a creation requested, to compare those of the list with it. */
export interface WantedRecord {
	/** Whether a record of the list may be this one. */
	matches: (record: IDataObject) => boolean;
	/**
	 * Whether a record that matches has the name that was requested, always by default. One with another name, which the service
	 * may have chosen, counts only if it is among as many newest ones as this process can have created.
	 */
	hasName?: (record: IDataObject) => boolean;
	/**
	 * How well a record matches, 0 by default. Of several records that match, the one with the highest score is taken. A record
	 * that matches several bodies, because services change the spelling, belongs to another one if its score is higher by 1 or
	 * more. What a service may have changed altogether scores less.
	 */
	score?: (record: IDataObject) => number;
}

/** How a record is found again when the reply to its creation was lost. Each operation declares it. */
export interface CreationRecovery {
	/** What is created, for the message, e.g. `short link`. */
	what: string;
	list: ListEndpoint;
	/** The query that makes the list begin with the newest record, where the service has one. */
	newestFirst?: IDataObject;
	/** What distinguishes the new record, from the request's body, e.g. its alias. Undefined: nothing does. */
	identity: (body: IDataObject) => string | undefined;
	/** What the user can do so that the record has an identity, for the message, e.g. `Give it a name.` */
	identityAdvice?: string;
	/** Prepares the values of a body once, because they are compared with many records. */
	wanted: (body: IDataObject) => WantedRecord;
	/** Looks for an older record that is also acceptable, with as few requests as it can. */
	orElse?: () => Promise<IDataObject | undefined>;
}

interface LookUpResult {
	record?: IDataObject;
	/** If none was found: the newest record that matches and of which nothing shows whether it is new. */
	inDoubt?: IDataObject;
	/** A record that was not found is not in the list. */
	complete: boolean;
}

const numericId = ({ id }: IDataObject): number => numberFrom(id) ?? 0;

const nthHighest = (numbers: number[], n: number): number =>
	[...numbers].sort((a, b) => b - a)[n - 1] ?? 0;

/**
 * What the dates of records say of their IDs. Where a higher ID has an older date, IDs do not ascend, and only dates count. Where
 * all have the same date, as in a new account, it is not known.
 */
function orderOfIds(records: IDataObject[]): 'ascends' | 'contradicted' | 'undated' | 'unknown' {
	const dates = records
		.map((record) => ({ id: numericId(record), at: createdAt(record) }))
		.filter(({ id, at }) => id > 0 && !Number.isNaN(at))
		.sort((one, other) => one.id - other.id)
		.map(({ at }) => at);
	if (dates.length === 0) return 'undated';
	if (dates.some((at, index) => at < (dates[index - 1] ?? at))) return 'contradicted';
	return dates[0] === dates.at(-1) ? 'unknown' : 'ascends';
}

/**
 * The ages of records by their IDs, unless dates contradict them, and by their dates. Without either, those are new that this
 * process can have created at most. Of the others it is not known, because others may have created newer ones.
 */
function agesAmong(service: Service, list: ListEndpoint, since: number, records: IDataObject[]) {
	const createdRecords = createdRecordsOf(service, list);
	const handedOutAt = (record: IDataObject) => createdRecords.addedAt(record);
	const order = orderOfIds(records);
	const areIdsInDoubt = order === 'contradicted';
	const rankOf = (record: IDataObject) =>
		areIdsInDoubt ? createdAt(record) || 0 : numericId(record);
	const showsAge = order === 'ascends' || order === 'undated';
	const knownId = showsAge ? createdRecords.highestId(since) : 0;
	const isSince = createdSince(records, { since, skew: service.clockSkew, handedOutAt });
	const lowestNewRank = nthHighest(records.map(rankOf), createdRecords.maxCreatedHere());
	const isAmongNewest = (record: IDataObject) => rankOf(record) >= lowestNewRank;
	const ageOf = (record: IDataObject): 'new' | 'old' | 'unknown' => {
		const id = numberFrom(record.id) ?? NaN;
		if (knownId > 0 && id <= knownId) return 'old';
		if (!Number.isNaN(createdAt(record))) return isSince(record) ? 'new' : 'old';
		if (Number.isNaN(id)) return 'old';
		return knownId > 0 || isAmongNewest(record) ? 'new' : 'unknown';
	};
	return { ageOf, isAmongNewest, rankOf, areIdsInDoubt };
}

/** The records that may be the wanted one, and are not rather one that another creation under way requested. */
async function findMatches(
	service: Service,
	{ list, wanted }: CreationRecovery,
	records: IDataObject[],
	{ body, isAmongNewest }: { body: IDataObject; isAmongNewest: (record: IDataObject) => boolean },
): Promise<IDataObject[]> {
	const turns = new Turns(service.signal);
	const { matches, hasName = () => true, score } = wanted(body);
	const others = createdRecordsOf(service, list).otherBodies(body).map(wanted);
	const belongsToOther = async (record: IDataObject) => {
		if (!score) return false;
		const own = score(record);
		for (const other of others) {
			await turns.pass();
			if ((other.score?.(record) ?? 0) >= own + 1 && other.matches(record)) return true;
		}
		return false;
	};
	const matching: IDataObject[] = [];
	for (const record of records) {
		await turns.pass();
		const isMatch = matches(record) && (hasName(record) || isAmongNewest(record));
		if (isMatch && !(await belongsToOther(record))) matching.push(record);
	}
	return matching;
}

/**
 * A record that matches, is not older than the request and not the result of another item. It is noted as the result of this one.
 * @param body the same object as in {@link CreatedRecords.whileCreating}
 */
export async function lookUp(
	service: Service,
	creation: CreationRecovery,
	{ body, since, maxPages }: { body: IDataObject; since: number; maxPages: number },
): Promise<LookUpResult> {
	const { list, newestFirst, wanted } = creation;
	const { score = () => 0 } = wanted(body);
	const createdRecords = createdRecordsOf(service, list);
	const began = Date.now();
	const reader = new PageReader(
		service,
		{ list, query: newestFirst, isSortedByDate: newestFirst !== undefined },
		{ pageSize: USUAL_PAGE, maxRequests: maxPages },
		// Without the list it is not known whether the record was created, so an outage is waited out
		{ retryThroughOutage: true },
	);
	const { records, complete } = await readRecentRecords(reader, (read) => {
		const { ageOf } = agesAmong(service, list, since, read);
		return (record) => ageOf(record) === 'new';
	});
	const { areIdsInDoubt } = agesAmong(service, list, since, records);
	// The service was reset and its IDs start again, so the known IDs belong to other records
	const isReset = nthHighest(records.map(numericId), 1) < createdRecords.highestId(began);
	if (complete && !areIdsInDoubt && isReset) createdRecords.forget();
	const { ageOf, isAmongNewest, rankOf } = agesAmong(service, list, since, records);
	const matches = await findMatches(service, creation, records, { body, isAmongNewest });
	// Another item may have got one of them meanwhile
	const matching = matches.filter((record) => createdRecords.addedAt(record) === undefined);
	const newMatches = matching.filter((record) => ageOf(record) === 'new');
	const hasTwin = createdRecords
		.otherBodies(body)
		.some((other) => creation.identity(other) === creation.identity(body));
	// The oldest goes to the creation that looks first. One that was sent later can take only a newer one, and would otherwise
	// find none and create its record again
	if (hasTwin) newMatches.sort((a, b) => rankOf(a) - rankOf(b));
	const record = highestBy(newMatches, score);
	// Noted before any other code can run, so that no two items get the same record
	if (record) createdRecords.add(recordNames(record));
	const unknown = matching.filter((each) => ageOf(each) === 'unknown');
	return { record, inDoubt: record ? undefined : highestBy(unknown, rankOf), complete };
}

/** Until a page has an older record, where the list goes by age. @returns also whether all pages were read that can have a new one */
async function readRecentRecords(
	reader: PageReader,
	newAmong: (records: IDataObject[]) => (record: IDataObject) => boolean,
): Promise<{ records: IDataObject[]; complete: boolean }> {
	const collected = new CollectedRecords();
	const { records } = collected;
	for await (const page of reader.newestPages(1)) {
		collected.add(page);
		// Those that all users share have no ID, and may be on every page
		const own = page.records.filter(({ id }) => id !== null);
		if (page.isEnd || (reader.isOrdered && !own.every(newAmong(records))))
			return { records, complete: true };
	}
	return { records, complete: false };
}
