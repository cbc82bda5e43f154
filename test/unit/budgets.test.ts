/** Which endpoints spend which budget: the limits that their replies announce decide. */
import { Budgets, endpointOf } from '../../nodes/LinkManagement/transport/rateLimit/budgets';

const [LISTS, CREATIONS, READS] = ['GET /api/urls', 'POST /api/url/add', 'GET /api/url/:id'];

/** A request to an endpoint whose reply announces a limit. */
function request(budgets: Budgets, endpoint: string, limit?: number): void {
	budgets.register(endpoint);
	const started = budgets.startRequest(endpoint);
	budgets.endRequest(started, { headers: { limit, remaining: (limit ?? 2) - 1, resetIn: 60_000 } });
}

test.each([
	['PUT', '/api/url/12/update', 'PUT /api/url/:id/update'],
	['POST', '/api/channel/3/assign/links/4', 'POST /api/channel/:id/assign/links/:id'],
	['GET', '/api/qr/7', 'GET /api/qr/:id'],
	['GET', '/api/urls', 'GET /api/urls'],
] as const)('%s %s counts as the endpoint %s, whatever the ID', (method, url, endpoint) => {
	expect(endpointOf({ method, url })).toBe(endpoint);
});

test('endpoints that announce the same limit, or none, share one budget', () => {
	const budgets = new Budgets();
	request(budgets, LISTS, 30);
	request(budgets, CREATIONS, 30);
	request(budgets, READS);
	expect(new Set([LISTS, CREATIONS, READS].map((endpoint) => budgets.of(endpoint))).size).toBe(1);
	expect(budgets.count).toBe(1);
});

test('an endpoint that announces another limit gets a budget of its own, and others with that limit join it', () => {
	const budgets = new Budgets();
	request(budgets, CREATIONS, 30);
	request(budgets, LISTS, 10);
	request(budgets, READS, 10);
	expect(budgets.of(LISTS)).not.toBe(budgets.of(CREATIONS));
	expect(budgets.of(READS)).toBe(budgets.of(LISTS));
	expect(budgets.count).toBe(2);
});

test('a limit that changes for all endpoints leaves them in one budget', () => {
	const budgets = new Budgets();
	for (const limit of [30, 60])
		for (const endpoint of [LISTS, CREATIONS]) request(budgets, endpoint, limit);
	expect(budgets.of(LISTS)).toBe(budgets.of(CREATIONS));
	expect(budgets.of(READS)).toBe(budgets.of(LISTS));
	expect(budgets.count).toBe(1);
});

test('a refusal makes only the endpoints of its budget wait', () => {
	const budgets = new Budgets();
	request(budgets, CREATIONS, 30);
	request(budgets, LISTS, 10);
	const refused = budgets.startRequest(LISTS);
	budgets.endRequest(refused, { headers: { limit: 10 }, refusal: { retryAfter: 20_000 } });
	expect(budgets.of(LISTS).dueIn()).toBeGreaterThan(19_000);
	expect(budgets.of(CREATIONS).dueIn()).toBe(0);
});

test('requests in flight move along with their endpoint', () => {
	const budgets = new Budgets();
	request(budgets, CREATIONS, 5);
	const creation = budgets.startRequest(CREATIONS);
	const lists = [1, 2, 3].map(() => budgets.startRequest(LISTS));
	budgets.endRequest(lists[0]!, { headers: { limit: 3, remaining: 2, resetIn: 60_000 } });
	// two of three are in flight
	expect(budgets.of(LISTS).hasRequestsLeft).toBe(false);
	// one of four is in flight
	expect(budgets.of(CREATIONS).dueIn()).toBe(0);
	budgets.endRequest(creation, { headers: { limit: 5, remaining: 3, resetIn: 60_000 } });
	for (const list of lists.slice(1)) budgets.endRequest(list, {});
	expect(budgets.of(LISTS).hasRequestsLeft).toBe(true);
});

test('limits that change with every reply make no more budgets than endpoints', () => {
	const budgets = new Budgets();
	for (let limit = 1; limit < 1_000; limit++) request(budgets, `GET /api/${limit % 7}`, limit);
	expect(budgets.count).toBeLessThanOrEqual(7);
});

test('any number of endpoints is kept within bounds', () => {
	const budgets = new Budgets();
	for (let index = 0; index < 1_000; index++) {
		const { endpoint } = budgets.register(`GET /api/${index}`);
		request(budgets, endpoint, 30 + index);
	}
	expect(budgets.count).toBeLessThanOrEqual(101);
});
