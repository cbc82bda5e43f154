/** Lost creations whose aliases a service may turn into the same: none takes the link of the other. */
import { expect, test } from '@jest/globals';

import { useVirtualClock } from '../support/virtual/clock';
import { run, shortUrlsOf } from '../support/virtual/linkRows';
import { BUSY, DEFAULT_DOMAIN, LinkService } from '../support/virtual/linkService';

useVirtualClock();

/**
 * Two rows are lost side by side, after three that were answered; of the lost ones, `made` are made at once, the others when
 * they are sent again.
 */
async function loseBoth(aliases: string[], made: string[]) {
	const tried = new Set<string>();
	const service = new LinkService({
		instead({ method, body }) {
			const alias = String(body.custom);
			if (method !== 'POST' || !aliases.includes(alias) || tried.has(alias)) return undefined;
			tried.add(alias);
			return made.includes(alias) ? 'acts' : BUSY;
		},
	});
	const rows = ['first', 'second', 'third', ...aliases].map((custom) => ({
		url: 'https://example.com/same',
		custom,
	}));
	const given = shortUrlsOf(await run(service, rows, { operation: 'create' }));
	return { given: given.slice(3), links: service.links.length };
}

test.each([
	['Sale', 'SALE'],
	['🎉', '🎂'],
])('two lost creations with the aliases %s and %s keep their own links', async (one, other) => {
	for (const aliases of [
		[one, other],
		[other, one],
	])
		for (const made of [[], [one], [other], [one, other]]) {
			const shortUrls = aliases.map((alias) => `${DEFAULT_DOMAIN}/${encodeURIComponent(alias)}`);
			const outcome = await loseBoth(aliases, made);
			expect({ made, ...outcome }).toEqual({ made, given: shortUrls, links: 5 });
		}
});
