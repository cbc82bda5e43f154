/** What is asked for first, what nearly all services allow, and at last whatever the service gives by itself. */
const SIZES: ReadonlyArray<number | undefined> = [1_000, 100, undefined];

/**
 * How many records of a list to ask for with one request. api.md leaves the largest page open: some services know no
 * maximum, some give fewer than asked, and some refuse a page that is too large (services.md section 3). What a refusal
 * shows is kept for the key.
 */
export class PageSizes {
	private allowed: readonly (number | undefined)[] = SIZES;

	/**
	 * The sizes to try, one after the other, until one is not refused.
	 *
	 * @param wanted the most records that are needed
	 * @returns the largest first; undefined stands for the service's own size
	 */
	toTry(wanted: number): Array<number | undefined> {
		const [largest] = this.allowed;
		const first = largest === undefined ? undefined : Math.min(wanted, largest);
		const smaller = this.allowed.filter((size) => size === undefined || size < (first ?? 0));
		return first === undefined ? [undefined] : [...new Set([first, ...smaller])];
	}

	/** Notes that a page of this size came, where larger ones were refused. */
	learn(size: number | undefined): void {
		this.allowed = SIZES.filter((known) => known === undefined || known <= (size ?? 0));
	}
}
