/** What is asked for where many records are needed. */
export const LARGE_PAGE = 1_000;
/** What nearly all services allow. It is enough where only the newest records, or a first screen of them, are needed. */
export const USUAL_PAGE = 100;

/** One after the other, and at last whatever the service gives by itself. */
const SIZES: ReadonlyArray<number | undefined> = [LARGE_PAGE, USUAL_PAGE, undefined];

/** How long a failure counts that may have had another reason than the size of the page, in ms. */
const MAX_AGE_OF_FAILURE = 10 * 60_000;

/**
 * How many records of a list to ask for with one request. api.md leaves the largest page open: some services know no
 * maximum, some give fewer than asked, and some refuse a page that is too large (services.md section 3). What was learned
 * is kept for the key.
 */
export class PageSizes {
	private learned: { allowed: typeof SIZES; until: number } | undefined;
	/** The most records that the service gave where more were asked for. */
	private mostGiven = Infinity;

	/**
	 * The sizes to try, one after the other, until one is not refused.
	 *
	 * @param wanted the most records that are needed; 0 for the service's own size
	 * @returns the largest first; undefined stands for the service's own size
	 */
	toTry(wanted: number): Array<number | undefined> {
		const [largest] = this.allowed;
		const first = largest === undefined || wanted === 0 ? undefined : Math.min(wanted, largest);
		const smaller = this.allowed.filter((size) => size === undefined || size < (first ?? 0));
		return first === undefined ? [undefined] : [...new Set([first, ...smaller])];
	}

	/** Whether a page can hold more records than this. */
	canGiveMoreThan(count: number): boolean {
		return Math.min(this.allowed[0] ?? 0, this.mostGiven) > count;
	}

	/**
	 * Notes that a page of this size came, where larger ones did not.
	 *
	 * @param isCertain the service said that those were too large; otherwise they failed, which may pass
	 */
	learn(size: number | undefined, isCertain: boolean): void {
		const allowed = SIZES.filter((known) => known === undefined || known <= (size ?? 0));
		this.learned = { allowed, until: isCertain ? Infinity : Date.now() + MAX_AGE_OF_FAILURE };
	}

	/** Notes that the service gave so many records where more were asked for, and had more. */
	learnMostGiven(count: number): void {
		this.mostGiven = count;
	}

	private get allowed(): typeof SIZES {
		if (this.learned && this.learned.until <= Date.now()) this.learned = undefined;
		return this.learned?.allowed ?? SIZES;
	}
}
