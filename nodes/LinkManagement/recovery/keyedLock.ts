import { Canceled } from '../errors';

/** The state of one key of the lock. */
interface KeyState {
	/** Calls that use this entry. It is dropped when there are none. */
	users: number;
	readers: number;
	/** Resolves when all writers so far are done. */
	writers: Promise<void>;
	/** Called when the last reader is done. */
	onNoReaders: Array<() => void>;
}

/** Ends the wait on Stop. */
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
 * A readers–writer lock for each key. Creations of records that can't be distinguished share a key. Sending a creation
 * takes the lock as a reader; looking a lost one up, and perhaps sending it again, takes it as a writer.
 */
export class KeyedLock {
	private readonly states = new Map<string, KeyState>();

	/**
	 * Runs beside other readers of the key, but not while a writer runs or waits.
	 *
	 * @throws {Canceled} on Stop
	 */
	async withReadLock<T>(
		key: string,
		signal: AbortSignal | undefined,
		send: () => Promise<T>,
	): Promise<T> {
		return await this.using(key, async (state) => {
			for (let seen: Promise<void> | undefined; seen !== state.writers;) {
				seen = state.writers;
				await orCanceled(seen, signal);
			}
			state.readers++;
			try {
				return await send();
			} finally {
				state.readers--;
				if (state.readers === 0) for (const go of state.onNoReaders.splice(0)) go();
			}
		});
	}

	/**
	 * Runs alone: after all readers and writers of the key that came before, and before those that come later.
	 *
	 * @throws {Canceled} on Stop
	 */
	async withWriteLock<T>(
		key: string,
		signal: AbortSignal | undefined,
		work: () => Promise<T>,
	): Promise<T> {
		return await this.using(key, async (state) => {
			const before = state.writers;
			let done: () => void = () => {};
			const mine = new Promise<void>((resolve) => (done = resolve));
			state.writers = before.then(() => mine);
			try {
				await orCanceled(before, signal);
				if (state.readers > 0) {
					await orCanceled(new Promise((go) => state.onNoReaders.push(go)), signal);
				}
				return await work();
			} finally {
				done();
			}
		});
	}

	private async using<T>(key: string, work: (state: KeyState) => Promise<T>): Promise<T> {
		const state = this.states.get(key) ?? {
			users: 0,
			readers: 0,
			writers: Promise.resolve(),
			onNoReaders: [],
		};
		this.states.set(key, state);
		state.users++;
		try {
			return await work(state);
		} finally {
			state.users--;
			if (state.users === 0) this.states.delete(key);
		}
	}
}
