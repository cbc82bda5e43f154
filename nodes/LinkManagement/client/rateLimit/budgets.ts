import { Budget } from './budget';
import type { CurrentWindow } from './currentWindow';
import type { Figures } from './headers';

/** Most endpoints that are distinguished. The API has 33; more than this number share one budget. */
const MAX_ENDPOINTS = 100;
const OTHER_ENDPOINTS = 'others';

/** A request under way, the budget that it spends, and the window that it counts against. */
interface RequestInFlight {
	endpoint: string;
	budget: Budget;
	window: CurrentWindow;
}

/**
 * The budgets of one key. Most services have one for all endpoints; some have other budgets for lists
 * or other endpoints. The limit that a reply announces (`X-RateLimit-Limit`) distinguishes them:
 *
 * - Endpoints that announce the same limit spend the same budget. If they do not, requests wait longer than
 *   necessary, but none is refused.
 * - An endpoint that announces another limit than the endpoints it shared a budget with leaves that budget.
 * - An endpoint that is alone in its budget, and announces another limit, stays: the service changed the limit.
 * - An endpoint that has announced no limit yet spends the budget that was found first. Its first request is
 *   sent before all that wait, because the reply shows the limit.
 */
export class Budgets {
	/** Different budgets known so far. */
	count = 1;
	/** For endpoints that have announced no limit. */
	private common = new Budget();
	private readonly byEndpoint = new Map<string, Budget>();
	private readonly inFlight = new Set<RequestInFlight>();
	/** Endpoints that requests were sent to, at most `MAX_ENDPOINTS` of them. */
	private readonly requested = new Set<string>();

	/**
	 * Must be called before all other methods with an endpoint.
	 *
	 * @param name as `endpointOf` makes it
	 * @returns the endpoint, and whether this is the first request to it
	 */
	register(name: string): { endpoint: string; isNew: boolean } {
		const isKnown = this.requested.has(name) || this.requested.size < MAX_ENDPOINTS;
		const endpoint = isKnown ? name : OTHER_ENDPOINTS;
		const isNew = !this.requested.has(endpoint);
		if (isNew) this.requested.add(endpoint);
		return { endpoint, isNew };
	}

	/** The budget that a request to an endpoint spends. */
	of(endpoint: string): Budget {
		return this.byEndpoint.get(endpoint) ?? this.common;
	}

	/** Counts a request that starts now. */
	startRequest(endpoint: string): RequestInFlight {
		const budget = this.of(endpoint);
		const request = { endpoint, budget, window: budget.startRequest() };
		this.inFlight.add(request);
		return request;
	}

	/** A request has ended. @param figures what its reply says; undefined when there was no reply */
	endRequest(request: RequestInFlight, figures: Figures | undefined): void {
		if (figures?.limit !== undefined) this.learnLimit(request.endpoint, figures.limit);
		this.inFlight.delete(request);
		request.budget.endRequest(request.window, figures);
	}

	/** Finds the budget of an endpoint that announces a limit. */
	private learnLimit(endpoint: string, limit: number): void {
		const current = this.of(endpoint);
		const others = [...this.byEndpoint].filter(([name]) => name !== endpoint);
		const isAlone = others.every(([, budget]) => budget !== current);
		const same = others.find(([, budget]) => budget.announcedLimit === limit)?.[1];
		this.move(endpoint, same ?? (isAlone ? current : new Budget()));
		if (isAlone && current === this.common) this.common = this.of(endpoint);
		this.count = new Set([this.common, ...this.byEndpoint.values()]).size;
		this.of(endpoint).learnLimit(limit);
	}

	/** Lets an endpoint spend a budget. Its requests in flight move along. */
	private move(endpoint: string, to: Budget): void {
		this.byEndpoint.set(endpoint, to);
		for (const request of this.inFlight) {
			if (request.endpoint !== endpoint || request.budget === to) continue;
			request.budget.uncountRequest(request.window);
			request.budget = to;
			request.window = to.startRequest();
		}
	}
}
