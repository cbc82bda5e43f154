/** Long runs let other work of the server happen between their items. */
import { Turns } from '../../nodes/LinkManagement/run/pace';

const TURNS = 100;

/** Works as long as a timer needs to expire. */
function work(): void {
	const end = Date.now() + 2;
	while (Date.now() < end);
}

// With timers instead of messages, this fails in Node.js 20 only
test('other work goes on while two runs compute', async () => {
	let now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
	let otherWork = 0;
	let areDone = false;
	const doOtherWork = (): void => {
		otherWork++;
		if (!areDone) setImmediate(doOtherWork);
	};
	setImmediate(doOtherWork);
	const run = async () => {
		const turns = new Turns(undefined);
		for (let turn = 0; turn < TURNS; turn++) {
			work();
			await turns.pass();
		}
	};
	await Promise.all([run(), run()]);
	areDone = true;
	jest.restoreAllMocks();
	expect(otherWork).toBeGreaterThan(TURNS / 4);
});
