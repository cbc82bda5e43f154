/** Which endpoints fail on every creation, and who finds that out (DESIGN: no more than three requests for each further item). */
import { FailingCreations } from '../../../nodes/LinkManagement/recovery/failingCreations';
import { failureOf } from '../../support/stubService';
import { startClock, stopClock } from '../../support/virtual/clock';

const LINKS = '/api/url/add';
const serverError = failureOf('unavailable', { retry: 'ifRepeatable' });
const late = { ...serverError, late: true };
const webPage = failureOf('webPage', { retry: 'ifRepeatable' });

let failing: FailingCreations;
beforeEach(() => {
	startClock(Date.parse('2030-01-31T10:00:00Z'));
	failing = new FailingCreations();
});
afterEach(stopClock);

test('an endpoint fails in the way in which it failed, and in no other', () => {
	failing.add(LINKS, serverError);
	failing.add(LINKS, webPage);
	expect(failing.has(LINKS, serverError)).toBe(true);
	expect(failing.has(LINKS, { ...serverError, message: 'HTTP 502' })).toBe(true);
	expect(failing.has(LINKS, webPage)).toBe(true);
	expect(failing.has(LINKS, late)).toBe(false);
	expect(failing.has(LINKS, failureOf('lostReply'))).toBe(false);
	expect(failing.has('/api/qr/add', serverError)).toBe(false);
});

test('an endpoint fails in several ways at a time', () => {
	failing.add(LINKS, late);
	failing.add(LINKS, serverError);
	expect(failing.has(LINKS, late)).toBe(true);
	expect(failing.has(LINKS, serverError)).toBe(true);
});

test('an endpoint that created something works again, in whatever way it failed', () => {
	failing.add(LINKS, serverError);
	failing.add(LINKS, late);
	failing.add('/api/qr/add', late);
	failing.delete(LINKS);
	expect(failing.has(LINKS, serverError)).toBe(false);
	expect(failing.has(LINKS, late)).toBe(false);
	expect(failing.has('/api/qr/add', late)).toBe(true);
});

test('a failure counts for five minutes', () => {
	failing.add(LINKS, serverError);
	jest.setSystemTime(Date.now() + 5 * 60_000);
	expect(failing.has(LINKS, serverError)).toBe(true);
	jest.setSystemTime(Date.now() + 1);
	expect(failing.has(LINKS, serverError)).toBe(false);
});

describe('The first item to fail finds out', () => {
	const settle = async () => await new Promise((resolve) => setImmediate(resolve));

	/** Items that fail, with what each of them does. */
	function investigations() {
		const log: string[] = [];
		let end: (error?: Error) => void = () => undefined;
		const item = async (name: string, failure = serverError, endpoint = LINKS) =>
			await failing.investigate(endpoint, failure, undefined, {
				first: async () => {
					log.push(`${name} first`);
					await new Promise<void>((resolve, reject) => {
						end = (error) => (error ? reject(error) : resolve());
					});
					return `${name} found out`;
				},
				afterwards: async () => {
					log.push(`${name} afterwards`);
					return `${name} followed`;
				},
			});
		return { log, item, end: (error?: Error) => end(error) };
	}

	test('while those that fail in the same way wait for it', async () => {
		const { log, item, end } = investigations();
		const all = [item('one'), item('two'), item('three')];
		await settle();
		expect(log).toEqual(['one first']);
		end();
		expect(await Promise.all(all)).toEqual(['one found out', 'two followed', 'three followed']);
	});

	test.each([
		['in another way', late, LINKS],
		['at another endpoint', serverError, '/api/qr/add'],
	])('and one that fails %s finds out for itself', async (_, failure, endpoint) => {
		const { log, item, end } = investigations();
		const one = item('one');
		await settle();
		const endOne = end;
		const two = item('two', failure, endpoint);
		await settle();
		expect(log).toEqual(['one first', 'two first']);
		endOne();
		end();
		void one;
		expect(await two).toBe('two found out');
	});

	test('and the next one does so again after it failed', async () => {
		const { log, item, end } = investigations();
		const one = item('one');
		const two = item('two');
		await settle();
		end(new Error('not created'));
		await expect(one).rejects.toThrow('not created');
		expect(await two).toBe('two followed');
		const three = item('three');
		await settle();
		expect(log).toEqual(['one first', 'two afterwards', 'three first']);
		end();
		expect(await three).toBe('three found out');
	});
});
