import { sleep } from 'n8n-workflow';

import { MAX_SLEEP, throwIfCanceled } from './wait';

/** Waits until other work has ended, whether it succeeds or not. */
export async function untilEnded(
	work: Promise<unknown>,
	signal: AbortSignal | undefined,
): Promise<void> {
	let isEnded = false;
	const end = work.then(
		() => (isEnded = true),
		() => (isEnded = true),
	);
	while (!isEnded) {
		throwIfCanceled(signal);
		await Promise.race([end, sleep(MAX_SLEEP)]);
	}
}

/** Lets one caller at a time work for each key, in the order in which they came. */
export class KeyedMutex {
	private readonly ends = new Map<string, Promise<unknown>>();

	async run<T>(key: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
		const release = await this.acquire(key, signal);
		try {
			return await work();
		} finally {
			release();
		}
	}

	/** @returns what ends the turn */
	async acquire(key: string, signal: AbortSignal | undefined): Promise<() => void> {
		const before = this.ends.get(key);
		let release = () => {};
		const released = new Promise<void>((resolve) => (release = resolve));
		const end = before?.then(() => released) ?? released;
		this.ends.set(key, end);
		void end.then(() => this.ends.get(key) === end && this.ends.delete(key));
		let isItsTurn = false;
		try {
			if (before) await untilEnded(before, signal);
			throwIfCanceled(signal);
			isItsTurn = true;
			return release;
		} finally {
			if (!isItsTurn) release();
		}
	}
}
