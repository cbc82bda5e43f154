const { default: Sequencer } = require('@jest/test-sequencer');

/** These start a whole n8n. They take longest, and wait half of the time. */
const WITH_N8N = ['queue', 'e2e'];
/** So many of them start first, and the others in the first half of the run: more at once would slow one another down. */
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

/**
 * Starts the files that take longest first, so that at the end no worker waits for another one. Files that wait run beside
 * files that compute, so that the cores are always busy. jest knows how long a file takes only from earlier runs; in a fresh
 * clone it knows nothing, and would start the files that run a whole n8n last.
 */
module.exports = class SlowestFirst extends Sequencer {
	sort(tests) {
		const sorted = [...super.sort(tests)];
		const [withN8n, waiting] = [WITH_N8N, WAITING].map((projects) => sorted.filter(isOf(projects)));
		const computing = sorted.filter((test) => ![...withN8n, ...waiting].includes(test));
		const early = withShares(withN8n.slice(FIRST)).map(({ test, share }) => ({
			test,
			share: share / 2,
		}));
		const rest = [...early, ...withShares(waiting), ...withShares(computing)];
		rest.sort((a, b) => a.share - b.share);
		return [...withN8n.slice(0, FIRST), ...rest.map(({ test }) => test)];
	}
};
