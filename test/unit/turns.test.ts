/** Long runs let other work of the server happen between their items. */
import { stat } from 'node:fs';

import { Turns } from '../../nodes/LinkManagement/run/turns';

const TURNS = 100;

/** Works as long as a timer needs to expire. */
function work(): void {
	const end = performance.now() + 2;
	while (performance.now() < end);
}

// With timers instead of messages, this fails in Node.js 20 only
test('other work goes on while two runs compute', async () => {
	let now = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => (now += 1_000));
	let answers = 0;
	let areDone = false;
	const ask = () =>
		stat(__filename, () => {
			answers++;
			if (!areDone) ask();
		});
	ask();
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
	expect(answers).toBeGreaterThan(TURNS / 4);
});
