/** What a process keeps for a key, and how long. Virtual time. */
import {
	advanceUntil,
	timeOutByClock,
	timersLeft,
	useVirtualClock,
} from '../support/virtual/clock';
import { list, never, ScriptedService, SECOND, sendAll } from '../support/virtual/requests';
import { open } from '../support/virtual/runs';
import { VirtualService } from '../support/virtual/service';

useVirtualClock();
beforeEach(timeOutByClock);

const mapSet = Map.prototype.set;

describe('what is kept for a key', () => {
	test('is dropped when nobody used it for an hour', async () => {
		const [one, other] = [new VirtualService('kept'), new VirtualService('kept-other')];
		const before = await open(one);
		await sendAll(before, [list()]);
		jest.advanceTimersByTime(61 * 60 * SECOND);
		await open(other);
		expect((await open(one)).key).not.toBe(before.key);
	});

	test('stays while a request is on its way', async () => {
		const [one, other] = [new ScriptedService('busy'), new VirtualService('busy-other')];
		one.script = () => never;
		const before = await open(one);
		void before.send(list());
		await advanceUntil(Promise.resolve());
		jest.advanceTimersByTime(61 * 60 * SECOND);
		await open(other);
		expect((await open(one)).key).toBe(before.key);
	});

	test('holds neither the key nor the address in plain text', async () => {
		const names: unknown[] = [];
		const set = jest.spyOn(Map.prototype, 'set').mockImplementation(function (
			this: never,
			name,
			value,
		) {
			names.push(name);
			return mapSet.call(this, name, value);
		});
		const service = new VirtualService('secret-address');
		await open(service);
		set.mockRestore();
		expect(names.length).toBeGreaterThan(0);
		expect(names.join(' ')).not.toMatch(/secret-address|key/);
	});

	test('stays while a run of several hours uses it', async () => {
		const [one, other] = [new VirtualService('long'), new VirtualService('long-other')];
		const before = await open(one);
		for (let poll = 0; poll < 4; poll++) {
			jest.advanceTimersByTime(40 * 60 * SECOND);
			await sendAll(before, [list()]);
			await open(other);
		}
		expect((await open(one)).key).toBe(before.key);
		expect(timersLeft()).toBeLessThanOrEqual(1);
	});
});
