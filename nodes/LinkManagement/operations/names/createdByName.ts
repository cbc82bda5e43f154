import { forgetOldest } from '../../client/memory';
import { KeyedMutex } from '../../client/wait';

const MAX_NAMES = 10_000;

/** What this process created by name, so that equal rows, and runs at the same time, get the same record. */
export class CreatedByName<T> {
	private readonly known = new Map<string, { record?: T; at: number; mayExist: boolean }>();
	private readonly mutex = new KeyedMutex();

	/**
	 * @param since when the run began to read the list, in which the record is missing, ms since epoch. What was created
	 *   before that and is not in the list has been deleted
	 * @param create gets whether an earlier creation did not end well, for example because its run was stopped, so that the
	 *   record may exist
	 */
	async getOrCreate(
		name: string,
		since: number,
		signal: AbortSignal | undefined,
		create: (mayExist: boolean) => Promise<T>,
	): Promise<T> {
		return await this.mutex.run(name, signal, async () => {
			const { record: made, at = 0, mayExist = false } = this.known.get(name) ?? {};
			if (made !== undefined && at >= since) return made;
			this.note(name, { record: made, at, mayExist: true });
			const record = await create(mayExist);
			this.note(name, { record, at: Date.now(), mayExist: false });
			return record;
		});
	}

	private note(name: string, known: { record?: T; at: number; mayExist: boolean }): void {
		this.known.delete(name);
		this.known.set(name, known);
		forgetOldest(this.known, MAX_NAMES);
	}
}
