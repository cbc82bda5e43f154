/**
 * Which budget the requests to an endpoint spend: the limits that its replies announce decide. And what else a reply
 * tells that budget. Virtual time without jitter.
 */
import { endpointOf } from '../../../nodes/LinkManagement/client/endpoint';
import { Budgets } from '../../../nodes/LinkManagement/client/rateLimit/budgets';
import type { Figures } from '../../../nodes/LinkManagement/client/rateLimit/headers';
import { startClock, stopClock } from '../../support/virtual/clock';

const [LISTS, CREATIONS, READS] = ['GET /api/urls', 'POST /api/url/add', 'GET /api/url/:id'];
const MINUTE = 60_000;
let budgets: Budgets;
beforeEach(() => {
	startClock(Date.parse('2030-01-31T10:00:00Z'));
	jest.spyOn(Math, 'random').mockReturnValue(0);
	budgets = new Budgets();
});
afterEach(stopClock);

/** A request to an endpoint, and what its reply says. */
function request(endpoint: string, figures?: Figures): void {
	budgets.register(endpoint);
	budgets.endRequest(budgets.startRequest(endpoint), figures);
}
/** A request to an endpoint whose reply announces a limit, or none. */
const announce = (endpoint: string, limit?: number) =>
	request(endpoint, { limit, remaining: (limit ?? 2) - 1, resetIn: MINUTE });

test.each([
	['PUT', '/api/url/12/update', 'PUT /api/url/:id/update'],
	['POST', '/api/channel/3/assign/links/4', 'POST /api/channel/:id/assign/links/:id'],
	['GET', '/api/qr/7', 'GET /api/qr/:id'],
	['GET', '/api/urls', 'GET /api/urls'],
] as const)('%s %s counts as the endpoint %s, whatever the ID', (method, url, endpoint) => {
	expect(endpointOf({ method, url })).toBe(endpoint);
});

test('endpoints that announce the same limit, or none, share one budget', () => {
	announce(LISTS, 30);
	announce(CREATIONS, 30);
	announce(READS);
	expect(new Set([LISTS, CREATIONS, READS].map((endpoint) => budgets.of(endpoint))).size).toBe(1);
	expect(budgets.count).toBe(1);
});

test('an endpoint that announces another limit gets a budget of its own, and others with that limit join it', () => {
	announce(CREATIONS, 30);
	announce(LISTS, 10);
	announce(READS, 10);
	expect(budgets.of(LISTS)).not.toBe(budgets.of(CREATIONS));
	expect(budgets.of(READS)).toBe(budgets.of(LISTS));
	expect(budgets.count).toBe(2);
});

test('a limit that changes for all endpoints leaves them in one budget', () => {
	for (const limit of [30, 60])
		for (const endpoint of [LISTS, CREATIONS]) announce(endpoint, limit);
	expect(budgets.of(LISTS)).toBe(budgets.of(CREATIONS));
	expect(budgets.of(READS)).toBe(budgets.of(LISTS));
	expect(budgets.count).toBe(1);
});

test('a refusal makes only the endpoints of its budget wait', () => {
	announce(CREATIONS, 30);
	announce(LISTS, 10);
	const refused = budgets.startRequest(LISTS);
	budgets.endRequest(refused, { limit: 10, refusal: { retryAfter: 20_000 } });
	expect(budgets.of(LISTS).dueIn()).toBeGreaterThan(19_000);
	expect(budgets.of(CREATIONS).dueIn()).toBe(0);
});

test('requests in flight move along with their endpoint', () => {
	announce(CREATIONS, 5);
	const creation = budgets.startRequest(CREATIONS);
	const lists = [1, 2, 3].map(() => budgets.startRequest(LISTS));
	budgets.endRequest(lists[0]!, { limit: 3, remaining: 2, resetIn: MINUTE });
	// two of three are in flight
	expect(budgets.of(LISTS).hasRequestsLeft).toBe(false);
	// one of four is in flight
	expect(budgets.of(CREATIONS).dueIn()).toBe(0);
	budgets.endRequest(creation, { limit: 5, remaining: 3, resetIn: MINUTE });
	for (const list of lists.slice(1)) budgets.endRequest(list, {});
	expect(budgets.of(LISTS).hasRequestsLeft).toBe(true);
});

test('limits that change with every reply make no more budgets than endpoints', () => {
	for (let limit = 1; limit < 1_000; limit++) announce(`GET /api/${limit % 7}`, limit);
	expect(budgets.count).toBeLessThanOrEqual(7);
});

test('any number of endpoints is kept within bounds', () => {
	for (let index = 0; index < 1_000; index++) {
		const { endpoint } = budgets.register(`GET /api/${index}`);
		announce(endpoint, 30 + index);
	}
	expect(budgets.count).toBeLessThanOrEqual(101);
});

test.each([
	[{ url: '/api/urls' }, 'GET /api/urls'],
	[{ method: 'DELETE', url: '/api/url/123/delete' }, 'DELETE /api/url/:id/delete'],
	[{ url: '/api/v2/12x/x34/56' }, 'GET /api/v2/12x/x34/:id'],
] as const)('only whole numbers between slashes are IDs in %j', (sent, endpoint) => {
	expect(endpointOf(sent)).toBe(endpoint);
});

test('an endpoint is new once', () => {
	expect(budgets.register(LISTS)).toEqual({ endpoint: LISTS, isNew: true });
	expect(budgets.register(LISTS)).toEqual({ endpoint: LISTS, isNew: false });
});

test('a hundred endpoints are distinguished, and all others count as one', () => {
	for (let index = 0; index < 100; index++) {
		const name = `GET /api/${index}`;
		expect(budgets.register(name)).toEqual({ endpoint: name, isNew: true });
	}
	expect(budgets.register(LISTS)).toEqual({ endpoint: 'others', isNew: true });
	expect(budgets.register(CREATIONS)).toEqual({ endpoint: 'others', isNew: false });
	expect(budgets.register('GET /api/99')).toEqual({ endpoint: 'GET /api/99', isNew: false });
});

describe('A request', () => {
	test('without a reply says nothing', () => {
		request(LISTS);
		budgets.startRequest(LISTS);
		expect(budgets.of(LISTS).dueIn()).toBe(Infinity);
	});

	test('whose reply has no figures shows that there is no limit', () => {
		request(LISTS, {});
		budgets.startRequest(LISTS);
		expect(budgets.of(LISTS).dueIn()).toBe(0);
	});

	test('that is refused without a word about the limit is awaited for a minute', () => {
		request(LISTS, { refusal: { retryAfter: undefined } });
		expect(budgets.of(LISTS).dueIn()).toBe(MINUTE);
	});
});

describe('An endpoint', () => {
	test('whose limit changes while it is alone stays in its budget', () => {
		announce(LISTS, 30);
		const budget = budgets.of(LISTS);
		announce(LISTS, 60);
		expect(budgets.of(LISTS)).toBe(budget);
		expect(budget.announcedLimit).toBe(60);
		expect(budgets.count).toBe(1);
	});

	test('without a limit of its own spends the budget of those that came first', () => {
		announce(CREATIONS, 30);
		announce(LISTS, 10);
		expect(budgets.of(READS)).toBe(budgets.of(CREATIONS));
		expect(budgets.of(READS).announcedLimit).toBe(30);
	});

	test('that has a budget of its own does not change which one the others spend', () => {
		announce(CREATIONS, 30);
		announce(LISTS, 10);
		announce(LISTS, 60);
		expect(budgets.of(READS)).toBe(budgets.of(CREATIONS));
	});

	test('leaves those that keep their limit, and comes back to it', () => {
		announce(CREATIONS, 30);
		announce(READS, 30);
		const shared = budgets.of(CREATIONS);
		announce(READS, 60);
		expect(budgets.of(READS)).not.toBe(shared);
		expect(budgets.count).toBe(2);
		announce(READS, 30);
		expect(budgets.of(READS)).toBe(shared);
		expect(budgets.count).toBe(1);
	});

	test('that leaves takes the requests of no other endpoint along', () => {
		announce(CREATIONS, 30);
		budgets.startRequest(CREATIONS);
		budgets.startRequest(CREATIONS);
		request(LISTS, { limit: 3, remaining: 2, resetIn: MINUTE });
		expect(budgets.of(LISTS).hasRequestsLeft).toBe(true);
		for (let more = 0; more < 2; more++) budgets.startRequest(LISTS);
		expect(budgets.of(LISTS).hasRequestsLeft).toBe(false);
	});

	test('that comes back takes its requests along only once', () => {
		announce(CREATIONS, 30);
		announce(LISTS, 10);
		const first = budgets.startRequest(LISTS);
		budgets.startRequest(LISTS);
		announce(LISTS, 30);
		budgets.endRequest(first, { limit: 30, remaining: 1, resetIn: MINUTE });
		expect(budgets.of(CREATIONS)).toBe(budgets.of(LISTS));
		// One request is in flight, and one is left
		expect(budgets.of(LISTS).hasRequestsLeft).toBe(false);
	});

	test('that has ended its request is not moved with it again', () => {
		announce(CREATIONS, 30);
		request(LISTS, {});
		announce(LISTS, 3);
		budgets.startRequest(LISTS);
		// Two of three remain, one is in flight
		expect(budgets.of(LISTS).hasRequestsLeft).toBe(true);
	});

	test('that announces the same limit again does not count its requests as started anew', () => {
		request(LISTS, { limit: 30, remaining: 29, resetIn: MINUTE });
		// Others use the key, so requests start half a second apart
		request(LISTS, { limit: 30, remaining: 16, resetIn: MINUTE });
		const sent = budgets.startRequest(LISTS);
		jest.advanceTimersByTime(400);
		budgets.endRequest(sent, { limit: 30, remaining: 15, resetIn: MINUTE - 400 });
		expect(budgets.of(LISTS).dueIn()).toBe(100);
	});
});
