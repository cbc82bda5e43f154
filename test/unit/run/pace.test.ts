/** How many items of a run are processed at once, and that long runs let other work of the server happen. */
import { Turns } from '../../../nodes/LinkManagement/client/wait';
import { Canceled } from '../../../nodes/LinkManagement/errors';
import { SlowStart } from '../../../nodes/LinkManagement/run/run';

test('one item at first, then one more with every good reply, in their order and 16 at most', async () => {
	const slowStart = new SlowStart();
	const begun: number[] = [];
	for (let item = 0; item < 400; item++) void slowStart.enter().then(() => begun.push(item));
	let ended = 0;
	const end = async (succeeded: boolean) => {
		slowStart.leave(succeeded);
		ended++;
		await new Promise(setImmediate);
		return begun.length - ended;
	};
	await new Promise(setImmediate);
	expect([begun.length, slowStart.isFull]).toEqual([1, true]);
	expect([await end(true), await end(false), await end(true)]).toEqual([2, 2, 3]);
	for (let reply = 0; reply < 20; reply++) await end(true);
	expect(await end(true)).toBe(16);
	while (ended < 390) await end(true);
	expect(begun).toEqual(Array.from({ length: 400 }, (_, item) => item));
	expect([begun.length - ended, slowStart.isFull]).toEqual([10, false]);
});

describe('A turn', () => {
	let now = 0;
	beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => now));
	afterEach(() => void jest.restoreAllMocks());

	test.each([
		['pass', 15],
		['awaitReplies', 1],
	] as const)(
		'ends with %s after more than %i ms, and then Stop ends the run',
		async (name, ms) => {
			const stop = new AbortController();
			const turns = new Turns(stop.signal);
			stop.abort();
			now += ms;
			await turns[name]();
			now += 0.1;
			await expect(turns[name]()).rejects.toThrow(Canceled);
			const next = new Turns(undefined);
			now += ms + 1;
			let isOver = false;
			const turn = next[name]().then(() => (isOver = true));
			for (let tick = 0; tick < 10; tick++) await Promise.resolve();
			expect(isOver).toBe(false);
			await turn;
			now += ms;
			await next[name]();
		},
	);
});
