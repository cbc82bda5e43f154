import { forgetOldest } from '../../client/memory';
import { KeyedMutex } from '../../client/wait';

/** What this process created by name, so that equal rows, and runs at the same time, get the same record. */
export class CreatedByName<T> {
	private readonly created = new Map<string, { record: T; at: number }>();
	private readonly mutex = new KeyedMutex();

	/**
	 * @param since when the run began to read the list, in which the record is missing, ms since epoch. What was created
	 *   before that and is not in the list has been deleted
	 * @throws {Canceled} on Stop, and what `create` throws
	 */
	async getOrCreate(
		name: string,
		since: number,
		signal: AbortSignal | undefined,
		create: () => Promise<T>,
	): Promise<T> {
		return await this.mutex.run(name, signal, async () => {
			const known = this.created.get(name);
			if (known && known.at >= since) return known.record;
			const record = await create();
			this.created.delete(name);
			this.created.set(name, { record, at: Date.now() });
			forgetOldest(this.created);
			return record;
		});
	}
}
