/** The state that the items of one run share. */
export interface Run {
	/** How many input items are known so far. */
	readonly items: number;
}

/**
 * A value that the items of a run share, created when the first item needs it. It exists only during the run and in this
 * process.
 */
export function perRun<T>(make: () => T): (run: Run) => T {
	const shared = new WeakMap<Run, { value: T }>();
	return (run) => {
		const known = shared.get(run) ?? { value: make() };
		shared.set(run, known);
		return known.value;
	};
}

/**
 * Work that is done once for several items. If it fails, the error belongs to the item that did it, and the others try it
 * themselves.
 */
export class Shared<T> {
	private readonly results = new Map<string, Promise<T>>();

	async get(key: string, work: () => Promise<T>): Promise<T> {
		const known = this.results.get(key);
		if (known) return await known.catch(work);
		const result = work();
		this.results.set(key, result);
		result.catch(() => this.results.delete(key));
		return await result;
	}
}
