/**
 * Random walks over the rules of links: domains, aliases, what is remembered, colleagues, loops and restarts. Each run changes
 * exactly the links that it reports, at the address of the row, and sends no more than needed.
 */
import { useVirtualClock } from '../support/virtual/clock';
import { LinkWalk } from '../support/walk/linkWalk';
import { startProcesses, testWalks } from '../support/walk/seeds';

const processes = startProcesses(3);

useVirtualClock();

testWalks('each row changes its own link only', async (seed, lines) => {
	await new LinkWalk(seed, lines, processes).walk();
});
