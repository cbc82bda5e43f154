const { default: Sequencer } = require('@jest/test-sequencer');

/** These take a minute and more: most start a whole n8n, and wait half of the time. */
const LONG = ['queue', 'e2e', 'walk'];
/** So many of them start first, and one more for each other file that has ended: more at once would slow one another down. */
const FIRST = 3;
/** These wait half of the time: for windows of the rate limit, and before they try again. */
const WAITING = ['engine'];

const isOf = (projects) => (test) => projects.includes(test.context.config.displayName?.name ?? '');

/** Each test of a list with the share of the list's time that passes before it. Without known times, all count the same. */
function withShares(list) {
	const total = list.reduce((sum, { duration = 1 }) => sum + duration, 0);
	let before = 0;
	return list.map((test) => {
		const share = before / total;
		before += test.duration ?? 1;
		return { test, share };
	});
}

/** One list of all, each in its own order, so that none of them ends much earlier than the others. */
const alternate = (...lists) =>
	lists
		.flatMap(withShares)
		.sort((a, b) => a.share - b.share)
		.map(({ test }) => test);

/**
 * Starts the files that take longest first, so that at the end no worker waits for another one. Files that wait run beside
 * files that compute, so that the cores are always busy. jest knows how long a file takes only from earlier runs; in a fresh
 * clone it knows nothing, and would start the long files last.
 */
module.exports = class SlowestFirst extends Sequencer {
	sort(tests) {
		const sorted = [...super.sort(tests)];
		const [long, waiting] = [LONG, WAITING].map((projects) => sorted.filter(isOf(projects)));
		const computing = sorted.filter((test) => ![...long, ...waiting].includes(test));
		const others = alternate(waiting, computing);
		const first = [...long.splice(0, FIRST), ...others.splice(0, 1)];
		return [...first, ...long.flatMap((test) => [...others.splice(0, 1), test]), ...others];
	}
};
