const { default: Sequencer } = require('@jest/test-sequencer');

/** From the slowest test project to the fastest. */
const PROJECTS = ['queue', 'e2e', 'engine', 'service', 'walk', 'virtual', 'unit'];

const rank = ({ context }) => PROJECTS.indexOf(context.config.displayName?.name ?? '');

/**
 * Starts the files that take longest first, so that at the end no worker waits for another one. jest knows how long a file
 * takes only from earlier runs; in a fresh clone it knows nothing, and would start the files that run a whole n8n last.
 */
module.exports = class SlowestFirst extends Sequencer {
	sort(tests) {
		return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
	}
};
