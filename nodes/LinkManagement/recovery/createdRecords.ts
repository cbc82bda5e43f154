import type { IDataObject } from 'n8n-workflow';

import { type Creations, type CreationsOfList, forgetOlder } from '../client/account';
import type { ListEndpoint } from '../client/endpoints';
import type { Service } from '../client/service';
import { untilEnded } from '../client/wait';
import type { Failure } from '../errors';
import { comparableUrl } from '../text/comparable';
import { isObject, textOf, without } from '../text/json';

/** The fields that name a record: its ID and its address (api.md section 2; services.md section 2 has `short`). */
const NAME_FIELDS = ['id', 'shorturl', 'short', 'link'];
/** Longer texts are not an ID or an address, in characters. */
const MAX_NAME_LENGTH = 2_000;

const ADDRESS = /^https?:\/\/\S+$/i;
/** What services send instead of an ID or an address if there is none. */
const NOTHING = /^(0|false|null)?$/;

const isName = (text: string) => !NOTHING.test(text) && text.length <= MAX_NAME_LENGTH;

/** A reply and the records in it: some services put the new record under `data` or `details`. */
const recordsInReply = (reply: IDataObject): IDataObject[] =>
	[reply, reply.data, reply.details].flat().filter(isObject);

/** E.g. `12` and `https://sho.rt/x`. */
export const recordNames = (record: IDataObject): string[] =>
	NAME_FIELDS.map((field) => textOf(record[field]).trim()).filter(isName);

/** Without an ID that is none, which would be the same for all records. */
export function createdRecordIn(reply: IDataObject): IDataObject {
	const record = recordsInReply(reply).find((one) => recordNames(one).length > 0) ?? reply;
	return isName(textOf(record.id)) ? record : without(record, 'id');
}

/** What names the new record in the reply to a creation; empty without a name. An address that was sent in the body is none. */
export function namesInReply(reply: IDataObject, body: IDataObject): string[] {
	const records = recordsInReply(reply);
	const names = records.flatMap(recordNames);
	if (names.length > 0) return names;
	const sent = new Set(Object.values(body).map(comparableUrl));
	return records
		.flatMap(Object.values)
		.filter((value) => typeof value === 'string')
		.filter((text) => ADDRESS.test(text) && isName(text) && !sent.has(comparableUrl(text)));
}

/** How long a created record is remembered, in ms: longer than any request takes. */
const MAX_AGE_OF_RECORD = 30 * 60_000;

const idAmong = (names: string[]): string | undefined =>
	names.find((name) => Number.isSafeInteger(Number(name)));

/** What this process created in a list, so that a look-up never takes the record of another item for its own. */
export class CreatedRecords {
	constructor(private readonly creations: CreationsOfList) {}

	add(names: string[]): void {
		const created = { at: Date.now(), id: idAmong(names) };
		// The same ID was created twice, so the service was reset, and the known records are outdated
		if (this.find(names)) this.forget();
		forgetOlder(this.creations.created, MAX_AGE_OF_RECORD);
		for (const name of names) {
			this.creations.created.delete(name);
			this.creations.created.set(name, created);
		}
	}

	/** In ms since epoch; undefined for a record that was not created for an item. */
	addedAt(record: IDataObject): number | undefined {
		return this.find(recordNames(record))?.at;
	}

	/** A record with the address of another one, but with its own ID, is new: the other one was deleted or renamed. */
	private find(names: string[]) {
		const id = idAmong(names);
		return names
			.map((name) => this.creations.created.get(name))
			.find((known) => known && (known.id ?? id) === (id ?? known.id));
	}

	forget(): void {
		this.creations.created.clear();
	}

	async whileCreating<T>(body: IDataObject, work: () => Promise<T>): Promise<T> {
		this.creations.open.add(body);
		try {
			return await work();
		} finally {
			this.creations.open.delete(body);
		}
	}

	otherBodies(body: IDataObject): IDataObject[] {
		return [...this.creations.open].filter((other) => other !== body);
	}

	maxCreatedHere(): number {
		return this.ids(Infinity).length + this.creations.open.size;
	}

	/** @param by a time, inclusive, because a request can follow a reply in the same millisecond */
	highestId(by: number): number {
		return this.ids(by).reduce((highest, id) => Math.max(highest, id), 0);
	}

	private ids(by: number): number[] {
		return [...this.creations.created]
			.filter(([, { at }]) => at <= by)
			.map(([name]) => Number(name))
			.filter(Number.isSafeInteger);
	}
}

/** How long creations count as failing after one failed last, in ms. */
const MAX_AGE_OF_FAILURE = 5 * 60_000;

/** Failures of the same sort probably have the same cause: HTTP 500 and 502 are one sort, a web page is another. */
const wayOf = ({ kind, late }: Failure): string => `${kind}${late ? ' late' : ''}`;

/** Whether creations fail while reading works: a plan is used up, or a value breaks the service. One item finds out for all. */
export class FailingCreations {
	constructor(private readonly creations: Creations) {}

	areKnownAs(failure: Failure): boolean {
		const last = this.creations.lastFailure;
		return last?.way === wayOf(failure) && Date.now() - last.at <= MAX_AGE_OF_FAILURE;
	}

	noteFailure(failure: Failure): void {
		this.creations.lastFailure = { way: wayOf(failure), at: Date.now() };
	}

	noteSuccess(): void {
		this.creations.lastFailure = undefined;
	}

	/** Only one item at a time finds out whether creations fail. @returns undefined for an item that waited */
	async investigate<T>(
		signal: AbortSignal | undefined,
		work: () => Promise<T>,
	): Promise<T | undefined> {
		if (this.creations.investigation) {
			await untilEnded(this.creations.investigation, signal);
			return undefined;
		}
		try {
			const investigation = work();
			this.creations.investigation = investigation;
			return await investigation;
		} finally {
			this.creations.investigation = undefined;
		}
	}
}

export const failingCreationsOf = ({ account }: Pick<Service, 'account'>): FailingCreations =>
	new FailingCreations(account.creations);

export function createdRecordsOf(
	{ account }: Pick<Service, 'account'>,
	{ arrayName }: ListEndpoint,
): CreatedRecords {
	const { byList } = account.creations;
	const creations = byList.get(arrayName) ?? { created: new Map(), open: new Set() };
	byList.set(arrayName, creations);
	return new CreatedRecords(creations);
}
