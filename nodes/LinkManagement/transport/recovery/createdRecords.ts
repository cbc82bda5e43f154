import type { IDataObject } from 'n8n-workflow';

import { Canceled } from '../../errors';
import { isObject, textOf } from '../../values/json';

/** How long a record that was handed to an item is remembered, in ms: longer than any request takes. */
const MAX_AGE = 30 * 60_000;

/** The creations under way that would make records which can't be told apart. */
interface Alike {
	/** Calls that use this entry: without any it is dropped. */
	users: number;
	sending: number;
	/** Resolves when the look-ups that asked for quiet are done. */
	lookUps: Promise<void>;
	/** Called when the last of those being sent is answered. */
	quiet: Array<() => void>;
}

/** Lets a Stop end a wait for others. */
async function orCanceled(others: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
	if (signal?.aborted) throw new Canceled();
	let leave: () => void = () => {};
	const canceled = new Promise<never>((_, reject) => {
		leave = () => reject(new Canceled());
		signal?.addEventListener('abort', leave, { once: true });
	});
	try {
		await Promise.race([others, canceled]);
	} finally {
		signal?.removeEventListener('abort', leave);
	}
}

/**
 * Which new records were handed to items, and which creations are under way, of one key in this process: so that a
 * lost creation is never answered with the record of another item.
 */
export class CreatedRecords {
	private readonly addedAtByName = new Map<string, number>();
	/** Creations under way, by list. */
	private readonly open = new Map<string, number>();
	private readonly alike = new Map<string, Alike>();

	/** What a record is known by; some services put what a creation made under `data`. */
	private static names(list: string, record: IDataObject): string[] {
		const { id, shorturl, link } = isObject(record.data) ? { ...record.data, ...record } : record;
		return [id, shorturl, link]
			.filter((name) => textOf(name) !== '')
			.map((name) => `${list} ${textOf(name)}`);
	}

	/** @param list the list that the record stands in, e.g. `urls` */
	add(list: string, record: IDataObject): void {
		const now = Date.now();
		// Made a second time: the service was set back, and what is known of its records is about others
		if (this.addedAt(list, record) !== undefined) this.forget(list);
		for (const [name, at] of this.addedAtByName) {
			if (now - at < MAX_AGE) break; // a Map keeps the order of insertion: the rest is younger
			this.addedAtByName.delete(name);
		}
		for (const name of CreatedRecords.names(list, record)) this.addedAtByName.set(name, now);
	}

	/** @returns when a record was handed to an item, ms since epoch; undefined when it was not */
	addedAt(list: string, record: IDataObject): number | undefined {
		const name = CreatedRecords.names(list, record).find((known) => this.addedAtByName.has(known));
		return name === undefined ? undefined : this.addedAtByName.get(name);
	}

	/** Forgets the records of a list. */
	forget(list: string): void {
		for (const name of this.addedAtByName.keys())
			if (name.startsWith(`${list} `)) this.addedAtByName.delete(name);
	}

	/** Works on a creation, lost ones included. */
	async whileCreating<T>(list: string, work: () => Promise<T>): Promise<T> {
		const count = (more: number) => this.open.set(list, (this.open.get(list) ?? 0) + more);
		count(1);
		try {
			return await work();
		} finally {
			count(-1);
		}
	}

	/** @returns how many records this process can have made: those that items have, and one for each creation under way */
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

	/** Sends a creation; not while a look-up for one like it is under way. */
	async withReadLock<T>(
		key: string,
		signal: AbortSignal | undefined,
		send: () => Promise<T>,
	): Promise<T> {
		return await this.using(key, async (alike) => {
			for (let seen: Promise<void> | undefined; seen !== alike.lookUps;) {
				seen = alike.lookUps;
				await orCanceled(seen, signal);
			}
			alike.sending++;
			try {
				return await send();
			} finally {
				alike.sending--;
				if (alike.sending === 0) for (const go of alike.quiet.splice(0)) go();
			}
		});
	}

	/** Looks a lost creation up and perhaps sends it again, when all others like it are answered and none starts. */
	async withWriteLock<T>(
		key: string,
		signal: AbortSignal | undefined,
		work: () => Promise<T>,
	): Promise<T> {
		return await this.using(key, async (alike) => {
			const before = alike.lookUps;
			let done: () => void = () => {};
			const mine = new Promise<void>((resolve) => (done = resolve));
			alike.lookUps = before.then(() => mine);
			try {
				await orCanceled(before, signal);
				if (alike.sending > 0) {
					await orCanceled(new Promise((go) => alike.quiet.push(go)), signal);
				}
				return await work();
			} finally {
				done();
			}
		});
	}

	private async using<T>(key: string, work: (alike: Alike) => Promise<T>): Promise<T> {
		const alike = this.alike.get(key) ?? {
			users: 0,
			sending: 0,
			lookUps: Promise.resolve(),
			quiet: [],
		};
		this.alike.set(key, alike);
		alike.users++;
		try {
			return await work(alike);
		} finally {
			alike.users--;
			if (alike.users === 0) this.alike.delete(key);
		}
	}
}
