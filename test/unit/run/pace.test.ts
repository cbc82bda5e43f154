/** How many items of a run are processed at once, and that long runs let other work of the server happen. */
import { Turns } from '../../../nodes/LinkManagement/client/wait';
import { Canceled } from '../../../nodes/LinkManagement/errors';

let now = 0;
beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => now));
afterEach(() => void jest.restoreAllMocks());

test.each([
	['pass', 15],
	['awaitReplies', 1],
] as const)('A turn ends with %s after more than %i ms', async (name, ms) => {
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
});
