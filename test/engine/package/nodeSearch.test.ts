/** People and AI builders find the node under the words that they use. Both searches are those of the pinned n8n. */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

import type { Found } from '../../support/nodeSearch.mts';

const root = resolve(__dirname, '../../..');

const words = [
	...['link shortener', 'short url', 'shorten url', 'url shortener', 'short link'],
	...['vanity url', 'branded domain', 'custom domain', 'redirect'],
	...['clicks', 'analytics', 'link tracking', 'tracking pixel', 'retargeting', 'utm'],
	...['campaign', 'qr', 'qr code', 'barcode'],
];

/** Services with another API, each with a node of its own. */
const others = ['bitly', 'rebrandly', 'tinyurl'];

let found: Record<string, Found>;
beforeAll(() => {
	const script = join(root, 'test/support/nodeSearch.mts');
	const output = execFileSync(
		join(root, 'sandbox/node_modules/.bin/node'),
		[script, root, ...words, ...others],
		{ encoding: 'utf8' },
	);
	found = JSON.parse(output) as Record<string, Found>;
});

// n8n's own nodes of that name may come first: Google Analytics, ActiveCampaign
test.each(words)('the panel of nodes and the catalog show it among the first for "%s"', (word) => {
	expect(found[word]?.panel).toBeLessThanOrEqual(2);
	expect(found[word]?.catalog).toBeLessThanOrEqual(10);
	expect(found[word]?.hint).toContain('createOrGet');
});

test.each(others)('the panel of nodes does not show it for "%s"', (word) => {
	expect(found[word]?.panel).toBeUndefined();
});
