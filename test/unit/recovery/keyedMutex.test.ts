/** Creations that can't be distinguished, and changes of one record, go one after another. */
import { KeyedMutex } from '../../../nodes/LinkManagement/client/wait';
import { Canceled } from '../../../nodes/LinkManagement/errors';
import { advanceUntil, useVirtualClock } from '../../support/virtual/clock';

let mutex: KeyedMutex;
let log: string[];
useVirtualClock();
beforeEach(() => {
	mutex = new KeyedMutex();
	log = [];
});

/** Work that the test ends. */
function work(name: string) {
	let end: () => void = () => undefined;
	let fail: (error: Error) => void = () => undefined;
	const ended = new Promise<void>((resolve, reject) => {
		end = resolve;
		fail = reject;
	});
	const run = async () => {
		log.push(`${name} begins`);
		await ended;
		log.push(`${name} ends`);
		return name;
	};
	return { run, end, fail };
}

test('work that fails lets the next one begin', async () => {
	const [one, two] = [work('one'), work('two')];
	const first = mutex.run('key', undefined, one.run).catch((error: Error) => error.message);
	const second = mutex.run('key', undefined, two.run);
	one.fail(new Error('no'));
	two.end();
	expect(await advanceUntil(Promise.all([first, second]))).toEqual(['no', 'two']);
});

test('Stop ends the wait, and the next one still waits for the one that works', async () => {
	const stop = new AbortController();
	const [one, two, three] = [work('one'), work('two'), work('three')];
	const first = mutex.run('key', undefined, one.run);
	const second = mutex.run('key', stop.signal, two.run).catch((error: unknown) => error);
	const third = mutex.run('key', undefined, three.run);
	stop.abort();
	expect(await advanceUntil(second)).toBeInstanceOf(Canceled);
	await jest.advanceTimersByTimeAsync(0);
	expect(log).toEqual(['one begins']);
	one.end();
	three.end();
	expect(await advanceUntil(Promise.all([first, third]))).toEqual(['one', 'three']);
	expect(log).toEqual(['one begins', 'one ends', 'three begins', 'three ends']);
});
