/** Which budget a request spends, and what a reply tells that budget. Virtual time without jitter. */
import {
	Budgets,
	endpointOf,
	type LimitNews,
} from '../../../nodes/LinkManagement/transport/rateLimit/budgets';
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

function request(endpoint: string, news: LimitNews): void {
	budgets.register(endpoint);
	budgets.endRequest(budgets.startRequest(endpoint), news);
}
const announce = (endpoint: string, limit: number) =>
	request(endpoint, { headers: { limit, remaining: limit - 1, resetIn: MINUTE } });

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

test('a hundred endpoints are told apart, and all others count as one', () => {
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
		request(LISTS, {});
		budgets.startRequest(LISTS);
		expect(budgets.of(LISTS).dueIn()).toBe(Infinity);
	});

	test('whose reply has no figures shows that there is no limit', () => {
		request(LISTS, { headers: {} });
		budgets.startRequest(LISTS);
		expect(budgets.of(LISTS).dueIn()).toBe(0);
	});

	test('that is refused without a word about the limit is awaited for a minute', () => {
		request(LISTS, { refusal: { retryAfter: undefined } });
		expect(budgets.of(LISTS).dueIn()).toBe(MINUTE);
	});

	test('whose reply says when the window ends is believed before a countdown', () => {
		const countdown = { value: 20, at: Date.now() };
		request(LISTS, { headers: { remaining: 0, countdown } });
		expect(budgets.of(LISTS).dueIn()).toBe(20_000);
		budgets = new Budgets();
		request(LISTS, { headers: { remaining: 0, resetIn: 7_000, countdown } });
		expect(budgets.of(LISTS).dueIn()).toBe(7_000);
	});

	test('that is refused shows the unit of the countdown by its Retry-After', () => {
		const at = Date.now();
		const headers = { countdown: { value: 3_000, at } };
		request(LISTS, { headers, refusal: { retryAfter: 3_000 } });
		request(LISTS, { headers: { remaining: 5, countdown: { value: 2_000, at } } });
		expect(budgets.of(LISTS).length).toBe(2_000);
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
		request(LISTS, { headers: { limit: 3, remaining: 2, resetIn: MINUTE } });
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
		budgets.endRequest(first, { headers: { limit: 30, remaining: 1, resetIn: MINUTE } });
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
});
