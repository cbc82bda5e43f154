import type { IDataObject } from 'n8n-workflow';

import { perKey } from '../client/memory';
import { recordNames } from './recordNames';

/** How long a created record is remembered, in ms: longer than any request takes. */
const MAX_AGE = 30 * 60_000;

/** A created record, under each of its names. */
interface Created {
	/** When it was created for an item, ms since epoch. */
	at: number;
	/** Its numeric ID; undefined when the reply named only an address. */
	id?: string;
}

const idAmong = (names: string[]): string | undefined =>
	names.find((name) => Number.isSafeInteger(Number(name)));

/**
 * The records that this process created with one key, and the creations that are under way. A look-up after a lost
 * answer needs this, so that it never takes the record of another item for its own.
 */
export class CreatedRecords {
	private readonly byName = new Map<string, Created>();
	/** The bodies of the creations under way, by list. */
	private readonly open = new Map<string, Set<IDataObject>>();

	/**
	 * @param list the list that contains the record, e.g. `urls`
	 * @param names the record's ID and addresses
	 */
	add(list: string, names: string[]): void {
		const created = { at: Date.now(), id: idAmong(names) };
		// The same ID was created twice, so the service was reset, and the known records are outdated
		if (this.find(list, names)) this.forget(list);
		for (const [name, { at }] of this.byName) {
			if (created.at - at < MAX_AGE) break; // a Map keeps the order of insertion, so the rest is newer
			this.byName.delete(name);
		}
		for (const name of names) {
			this.byName.delete(`${list} ${name}`);
			this.byName.set(`${list} ${name}`, created);
		}
	}

	/** @returns when a record was created for an item, ms since epoch; undefined when it was not */
	addedAt(list: string, record: IDataObject): number | undefined {
		return this.find(list, recordNames(record))?.at;
	}

	/** A record with the address of another one, but with its own ID, is new: the other one was deleted or renamed. */
	private find(list: string, names: string[]): Created | undefined {
		const id = idAmong(names);
		return names
			.map((name) => this.byName.get(`${list} ${name}`))
			.find((known) => known && (known.id ?? id) === (id ?? known.id));
	}

	/** Forgets the records of a list. */
	forget(list: string): void {
		for (const name of this.byName.keys())
			if (name.startsWith(`${list} `)) this.byName.delete(name);
	}

	/** Counts a creation as under way while `work` runs, look-ups included. */
	async whileCreating<T>(list: string, body: IDataObject, work: () => Promise<T>): Promise<T> {
		const open = this.open.get(list) ?? new Set();
		this.open.set(list, open);
		open.add(body);
		try {
			return await work();
		} finally {
			open.delete(body);
			if (open.size === 0) this.open.delete(list);
		}
	}

	/** @returns the bodies of the other creations under way */
	otherBodies(list: string, body: IDataObject): IDataObject[] {
		return [...(this.open.get(list) ?? [])].filter((other) => other !== body);
	}

	/** @returns how many records this process can have created at most: those known, and one for each creation under way */
	maxCreatedHere(list: string): number {
		return this.ids(list, Infinity).length + (this.open.get(list)?.size ?? 0);
	}

	/**
	 * @param by a time, inclusive, because a request can follow a reply in the same millisecond
	 * @returns the highest numeric ID that the service assigned until then; 0 when none is known
	 */
	highestId(list: string, by: number): number {
		return this.ids(list, by).reduce((highest, id) => Math.max(highest, id), 0);
	}

	private ids(list: string, by: number): number[] {
		return [...this.byName]
			.filter(([name, { at }]) => at <= by && name.startsWith(`${list} `))
			.map(([name]) => Number(name.slice(list.length + 1)))
			.filter(Number.isSafeInteger);
	}
}

export const createdRecordsOf = perKey(() => new CreatedRecords());
