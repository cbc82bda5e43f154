/** Services with a budget of its own for some endpoints. Virtual time. */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { startClock, stopClock } from '../support/virtual/clock';
import { create, list, SECOND, sendAll, times } from '../support/virtual/requests';
import { open } from '../support/virtual/runs';
import { VirtualService, WINDOW } from '../support/virtual/service';

beforeEach(() => startClock(Date.parse('2030-01-31T10:00:00.300Z')));
afterEach(stopClock);

/** Fixed windows of one length for each budget; which budget a request spends is up to the service. */
interface OwnBudget {
	limit: number;
	length: number;
	spentBy: (request: IHttpRequestOptions) => boolean;
}

/** A service with several budgets, each with windows of its own. */
class SeveralBudgets extends VirtualService {
	served = 0;
	refused = 0;
	private readonly state: Array<{ used: number; endsAt: number }>;

	constructor(
		name: string,
		private readonly budgets: OwnBudget[],
	) {
		super(name);
		this.state = budgets.map(() => ({ used: 0, endsAt: -Infinity }));
	}

	protected override reply(_: string, request: IHttpRequestOptions): IDataObject {
		const now = Date.now();
		const index = this.budgets.findIndex(({ spentBy }) => spentBy(request));
		const [budget, window] = [this.budgets[index]!, this.state[index]!];
		if (now >= window.endsAt) Object.assign(window, { used: 0, endsAt: now + budget.length });
		const isOver = window.used >= budget.limit;
		if (isOver) this.refused++;
		else {
			window.used++;
			this.served++;
			this.lastServedAt = now;
		}
		const headers = {
			date: new Date(now).toUTCString(),
			'x-ratelimit-limit': String(budget.limit),
			'x-ratelimit-remaining': String(budget.limit - window.used),
			'x-ratelimit-reset': String(Math.ceil(window.endsAt / 1000)),
			...(isOver && { 'retry-after': String(Math.ceil((window.endsAt - now) / 1000)) }),
		};
		return isOver
			? { statusCode: 429, headers, body: { error: 1, message: 'Too many requests' } }
			: { statusCode: 200, headers, body: { error: 0, id: this.served, data: { urls: [] } } };
	}
}

describe('endpoints with budgets of their own', () => {
	const isRead = ({ method }: IHttpRequestOptions) => method === 'GET';
	const any = () => true;

	test.each([
		['lists get fewer requests', 10, 30, WINDOW],
		['lists get more requests', 60, 30, WINDOW],
		['lists have shorter windows', 10, 30, 20 * SECOND],
	])(
		'%s: both budgets are used up, and the end is two windows late at most',
		async (name, lists, others, length) => {
			const service = new SeveralBudgets(name.replace(/\W+/g, '-'), [
				{ limit: lists, length, spentBy: isRead },
				{ limit: others, length: WINDOW, spentBy: any },
			]);
			const [reads, creations] = [4 * lists, 4 * others];
			const begin = Date.now();
			const opened = await open(service);
			await sendAll(opened, [...times(reads, list), ...times(creations, create)]);
			const took = service.lastServedAt - begin;
			expect(service.served).toBe(reads + creations);
			expect(took).toBeLessThanOrEqual(3 * WINDOW + 2 * WINDOW);
			expect(service.refused).toBeLessThanOrEqual(4);
		},
	);

	test('40 look-ups between creations take no longer than their budget asks for, and two windows', async () => {
		const length = 5 * SECOND;
		const service = new SeveralBudgets('look-ups', [
			{ limit: 8, length, spentBy: isRead },
			{ limit: 30, length, spentBy: any },
		]);
		const opened = await open(service);
		const requests = times(80, (index) => (index % 2 === 0 ? list(index) : create(index)));
		const bound = (Math.ceil(40 / 8) - 1) * length;
		expect(await sendAll(opened, requests)).toBeLessThanOrEqual(bound + 2 * length);
		expect(service.refused).toBeLessThanOrEqual(2);
	});
});
