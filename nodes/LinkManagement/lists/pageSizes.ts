import type { LearnedPageSizes } from '../client/account';
import type { ListEndpoint } from '../client/endpoints';
import { endpointOf } from '../client/http';
import type { Service } from '../client/service';

/** The page size when many records are needed. */
export const LARGE_PAGE = 1_000;
/** Nearly all services allow this page size. It is enough when only the newest records, or a first screen, are needed. */
export const USUAL_PAGE = 100;

/** The sizes in the order in which they are tried; 0 is the service's own. */
const SIZES: readonly number[] = [LARGE_PAGE, USUAL_PAGE, 0];

/** How long a failure is remembered that may have another cause than the page size, in ms. */
const MAX_AGE_OF_FAILURE = 10 * 60_000;

/** How many records to ask for: some services have no maximum, some give fewer, and some refuse the page (services.md section 3). */
export class PageSizes {
	private readonly learned: LearnedPageSizes;

	constructor({ account }: Pick<Service, 'account'>, { path }: ListEndpoint) {
		const list = endpointOf({ url: path });
		this.learned = account.pageSizes.get(list) ?? {};
		account.pageSizes.set(list, this.learned);
	}

	/** The largest first. */
	toTry(wanted: number): number[] {
		const [largest = 0] = this.allowed;
		const first = Math.min(wanted, largest);
		return [first, ...this.allowed.filter((size) => size < first)];
	}

	get allowsLarge(): boolean {
		return this.allowed[0] === LARGE_PAGE;
	}

	/** @param isCertain whether the service said that larger pages were too large; otherwise the failure may be temporary */
	learn(size: number, isCertain: boolean): void {
		this.learned.allowed = SIZES.filter((known) => known <= size);
		this.learned.until = isCertain ? Infinity : Date.now() + MAX_AGE_OF_FAILURE;
	}

	private get allowed(): readonly number[] {
		const { allowed = SIZES, until = 0 } = this.learned;
		return until > Date.now() ? allowed : SIZES;
	}
}
