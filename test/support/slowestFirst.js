const { default: Sequencer } = require('@jest/test-sequencer');

/** These start a whole n8n and take longest. */
const WITH_N8N = ['queue', 'e2e'];
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
 * clone it knows nothing, and would start the files that run a whole n8n last.
 */
module.exports = class SlowestFirst extends Sequencer {
	sort(tests) {
		const sorted = [...super.sort(tests)];
		const [first, waiting] = [WITH_N8N, WAITING].map((projects) => sorted.filter(isOf(projects)));
		const computing = sorted.filter((test) => ![...first, ...waiting].includes(test));
		return [...first, ...alternate(waiting, computing)];
	}
};
