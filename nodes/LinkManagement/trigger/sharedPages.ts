import { perKey } from '../client/memory';
import type { Outcome, Service } from '../client/service';
import { USUAL_PAGE } from '../lists/pageSizes';

/** How long a page is shared, in ms: by triggers that poll at the same time. */
const SHARED_FOR = 5_000;

interface SharedPage {
	outcome: Promise<Outcome>;
	/** When it was requested, by `performance.now()`. */
	at: number;
}

/** The first pages that triggers read last, by their request. At most one page of 100 records for each filter. */
const sharedPagesOf = perKey(() => new Map<string, SharedPage>());

/**
 * The service for a poll, which shares the first page of a list with other triggers of the same key.
 *
 * @param since the end of the trigger's last poll, by `performance.now()`: a page of before shows nothing new
 */
export function sharingFirstPage(service: Service, since: number): Service {
	const request: Service['request'] = async (asked, options) => {
		const { qs = {}, url } = asked;
		if (qs.page !== 1 || qs.limit !== USUAL_PAGE) return await service.request(asked, options);
		const pages = sharedPagesOf(service);
		const now = performance.now();
		for (const [name, { at }] of pages) if (now - at >= SHARED_FOR) pages.delete(name);
		const name = JSON.stringify([url, qs]);
		const shared = pages.get(name);
		if (shared && shared.at > since) {
			const outcome = await shared.outcome.catch(() => undefined);
			if (outcome && 'body' in outcome) return outcome;
		}
		const outcome = service.request(asked, options);
		pages.set(name, { outcome, at: now });
		return await outcome;
	};
	return Object.create(service, { request: { value: request } }) as Service;
}
