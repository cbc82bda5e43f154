import type { IDataObject } from 'n8n-workflow';

import { isObject, textOf } from '../../values/json';

/** How long a created record is remembered, in ms: longer than any request takes. */
const MAX_AGE = 30 * 60_000;

/**
 * The records that this process created with one key, and how many creations are under way. A look-up after a lost
 * answer needs this, so that it never takes the record of another item for its own.
 */
export class CreatedRecords {
	private readonly addedAtByName = new Map<string, number>();
	/** Creations under way, by list. */
	private readonly open = new Map<string, number>();

	/** The names by which a record is recognized. Some services put the new record under `data`. */
	private static names(list: string, record: IDataObject): string[] {
		const { id, shorturl, link } = isObject(record.data) ? { ...record.data, ...record } : record;
		return [id, shorturl, link]
			.filter((name) => textOf(name) !== '')
			.map((name) => `${list} ${textOf(name)}`);
	}

	/** @param list the list that the record stands in, e.g. `urls` */
	add(list: string, record: IDataObject): void {
		const now = Date.now();
		// The same ID was created twice: the service was reset, so what is known of its records is outdated
		if (this.addedAt(list, record) !== undefined) this.forget(list);
		for (const [name, at] of this.addedAtByName) {
			if (now - at < MAX_AGE) break; // a Map keeps the order of insertion: the rest is younger
			this.addedAtByName.delete(name);
		}
		for (const name of CreatedRecords.names(list, record)) this.addedAtByName.set(name, now);
	}

	/** @returns when a record was created for an item, ms since epoch; undefined when it was not */
	addedAt(list: string, record: IDataObject): number | undefined {
		const name = CreatedRecords.names(list, record).find((known) => this.addedAtByName.has(known));
		return name === undefined ? undefined : this.addedAtByName.get(name);
	}

	/** Forgets the records of a list. */
	forget(list: string): void {
		for (const name of this.addedAtByName.keys())
			if (name.startsWith(`${list} `)) this.addedAtByName.delete(name);
	}

	/** Counts a creation as under way while `work` runs, look-ups included. */
	async whileCreating<T>(list: string, work: () => Promise<T>): Promise<T> {
		const count = (more: number) => this.open.set(list, (this.open.get(list) ?? 0) + more);
		count(1);
		try {
			return await work();
		} finally {
			count(-1);
		}
	}

	/** @returns how many records this process can have created at most: those known, and one for each creation under way */
	maxCreatedHere(list: string): number {
		return this.ids(list, Infinity).length + (this.open.get(list) ?? 0);
	}

	/**
	 * @param by a moment, itself included, as a reply sets off the next request in the same millisecond
	 * @returns the highest numeric ID handed out until then; 0 when none is known
	 */
	highestId(list: string, by: number): number {
		return this.ids(list, by).reduce((highest, id) => Math.max(highest, id), 0);
	}

	private ids(list: string, by: number): number[] {
		return [...this.addedAtByName]
			.filter(([name, at]) => at <= by && name.startsWith(`${list} `))
			.map(([name]) => Number(name.slice(list.length + 1)))
			.filter(Number.isFinite);
	}
}
