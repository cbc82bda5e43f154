/** One run of the node, as far as its items have something in common. */
export interface Run {
	/** How many input items are known so far. */
	readonly items: number;
}

/**
 * Something that the items of a run share, made when the first of them asks for it. It ends with the run: n8n keeps
 * nothing between runs, and another process knows nothing of it.
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
 * Work that is done once for several items. Where it fails, the error is that of the item that did it, and the others
 * do it themselves.
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
