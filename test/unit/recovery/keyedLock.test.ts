/** Creations that can't be distinguished are sent side by side, and looked up one by one. */
import { Canceled } from '../../../nodes/LinkManagement/errors';
import { KeyedLock } from '../../../nodes/LinkManagement/recovery/keyedLock';
import { WatchedSignal } from '../../support/virtual/runs';

let lock: KeyedLock;
let log: string[];
beforeEach(() => {
	lock = new KeyedLock();
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

const settle = async () => await new Promise((resolve) => setImmediate(resolve));

test('readers of a key run side by side', async () => {
	const [one, two] = [work('one'), work('two')];
	const results = [
		lock.withReadLock('key', undefined, one.run),
		lock.withReadLock('key', undefined, two.run),
	];
	await settle();
	expect(log).toEqual(['one begins', 'two begins']);
	one.end();
	two.end();
	expect(await Promise.all(results)).toEqual(['one', 'two']);
});

test('a writer waits for all readers, and later readers wait for it', async () => {
	const [one, two] = [work('one'), work('two')];
	const [writer, late] = [work('writer'), work('late')];
	const all = [
		lock.withReadLock('key', undefined, one.run),
		lock.withReadLock('key', undefined, two.run),
	];
	await settle();
	all.push(lock.withWriteLock('key', undefined, writer.run));
	await settle();
	all.push(lock.withReadLock('key', undefined, late.run));
	one.end();
	await settle();
	expect(log).toEqual(['one begins', 'two begins', 'one ends']);
	two.end();
	await settle();
	expect(log.slice(3)).toEqual(['two ends', 'writer begins']);
	writer.end();
	await settle();
	expect(log.slice(5)).toEqual(['writer ends', 'late begins']);
	late.end();
	expect(await Promise.all(all)).toEqual(['one', 'two', 'writer', 'late']);
});

test('writers run one by one in the order in which they came, and readers after all of them', async () => {
	const [one, two, reader] = [work('one'), work('two'), work('reader')];
	const all = [
		lock.withWriteLock('key', undefined, one.run),
		lock.withReadLock('key', undefined, reader.run),
		lock.withWriteLock('key', undefined, two.run),
	];
	await settle();
	expect(log).toEqual(['one begins']);
	one.end();
	await settle();
	expect(log).toEqual(['one begins', 'one ends', 'two begins']);
	two.end();
	await settle();
	expect(log.slice(3)).toEqual(['two ends', 'reader begins']);
	reader.end();
	await Promise.all(all);
});

test('another key is not waited for', async () => {
	const [one, two] = [work('one'), work('two')];
	const first = lock.withWriteLock('key', undefined, one.run);
	const second = lock.withWriteLock('other', undefined, two.run);
	await settle();
	expect(log).toEqual(['one begins', 'two begins']);
	one.end();
	two.end();
	await Promise.all([first, second]);
});

test.each(['withReadLock', 'withWriteLock'] as const)(
	'%s is given back after a failure',
	async (kind) => {
		const failing = work('failing');
		const first = lock[kind]('key', undefined, failing.run);
		const next = work('next');
		await settle();
		const second = lock.withWriteLock('key', undefined, next.run);
		failing.fail(new Error('lost'));
		await expect(first).rejects.toThrow('lost');
		next.end();
		expect(await second).toBe('next');
	},
);

describe('Stop', () => {
	test.each(['withReadLock', 'withWriteLock'] as const)(
		'ends the wait of %s for a writer, which nobody listens for afterwards',
		async (kind) => {
			const writer = work('writer');
			const first = lock.withWriteLock('key', undefined, writer.run);
			const stop = new WatchedSignal();
			const waiting = lock[kind]('key', stop.signal, work('never').run);
			await settle();
			expect(stop.listeners).toBe(1);
			stop.stop();
			await expect(waiting).rejects.toThrow(Canceled);
			expect(stop.listeners).toBe(0);
			expect(log).toEqual(['writer begins']);
			writer.end();
			await first;
		},
	);

	test('ends the wait of a writer for readers, and the next writer still waits for them', async () => {
		const [reader, next] = [work('reader'), work('next')];
		const first = lock.withReadLock('key', undefined, reader.run);
		await settle();
		const stop = new WatchedSignal();
		const waiting = lock.withWriteLock('key', stop.signal, work('never').run);
		const last = lock.withWriteLock('key', undefined, next.run);
		await settle();
		stop.stop();
		await expect(waiting).rejects.toThrow(Canceled);
		await settle();
		expect(log).toEqual(['reader begins']);
		reader.end();
		next.end();
		expect(await Promise.all([first, last])).toEqual(['reader', 'next']);
	});

	test('before the lock is asked for keeps the work from starting', async () => {
		const stop = new WatchedSignal();
		stop.stop();
		await expect(lock.withReadLock('key', stop.signal, work('one').run)).rejects.toThrow(Canceled);
		await expect(lock.withWriteLock('key', stop.signal, work('two').run)).rejects.toThrow(Canceled);
		expect(log).toEqual([]);
	});
});
