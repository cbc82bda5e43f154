/** People and AI builders find the node under the words that they use. Both searches are those of the pinned n8n. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

import { LinkManagement } from '../../../nodes/LinkManagement/LinkManagement.node';

interface NodeType {
	name: string;
	displayName: string;
	group: string[];
}
interface Panel {
	sublimeSearch(
		filter: string,
		items: Array<{ properties: NodeType }>,
	): Array<{ item: { properties: NodeType } }>;
}
interface Catalog {
	NodeSearchEngine: new (types: NodeType[]) => {
		searchByName(
			query: string,
			limit: number,
		): Array<{ name: string; builderHintMessage?: string }>;
	};
}

const root = resolve(__dirname, '../../..');
const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as unknown;
const ofN8n = createRequire(join(root, 'sandbox/package.json'));
const { sublimeSearch } = ofN8n('@n8n/utils/search/sublime-search') as Panel;
const { NodeSearchEngine } = ofN8n('@n8n/ai-utilities/node-catalog') as Catalog;

const codex = readJson('nodes/LinkManagement/LinkManagement.node.json');
const node = { ...new LinkManagement().description, codex };
const base = readJson('sandbox/node_modules/n8n-nodes-base/dist/types/nodes.json') as NodeType[];
const types: NodeType[] = [...base, node];
// The panel shows a trigger and its action node as one entry, whose aliases are those of the action node
const entries = types
	.filter(({ group }) => !group.includes('trigger'))
	.map((properties) => ({ properties }));
const catalog = new NodeSearchEngine(types);

/** The place at which the node is found, from 1; versions of a node count once. Not found: 0. */
const placeIn = (names: string[]) => [...new Set(names)].indexOf(node.name) + 1;
const placeInPanel = (word: string) =>
	placeIn(sublimeSearch(word, entries).map(({ item }) => item.properties.name));

// n8n's own nodes of that name may come first: Google Analytics, ActiveCampaign
test.each([
	...['link shortener', 'short url', 'shorten url', 'url shortener', 'short link'],
	...['vanity url', 'branded domain', 'custom domain', 'redirect'],
	...['clicks', 'analytics', 'link tracking', 'tracking pixel', 'retargeting', 'utm'],
	...['campaign', 'qr', 'qr code', 'barcode'],
	...['click tracking', 'retargeting pixel', 'geo targeting', 'slug'],
])('the panel of nodes and the catalog show it among the first for "%s"', (word) => {
	expect([1, 2]).toContain(placeInPanel(word));
	const found = catalog.searchByName(word, 10);
	const hints = found.filter(({ name }) => name === node.name).map((one) => one.builderHintMessage);
	expect(hints).toEqual([expect.stringContaining('createOrGet')]);
});

// Services with another API, each with a node of its own
test.each(['bitly', 'rebrandly', 'tinyurl'])(
	'the panel of nodes does not show it for "%s"',
	(word) => {
		expect(placeInPanel(word)).toBe(0);
	},
);
