/**
 * Searches among the nodes of n8n and this package as people and AI builders do, in a process of its own under n8n's Node. Prints for
 * each text the places at which the node is found, as JSON. Both searches are n8n's own functions: that of the panel of nodes, and that
 * of the catalog from which AI builders choose.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Where a search finds the node: 1 is the first place; undefined when it is not among the results. */
export interface Found {
	panel?: number;
	catalog?: number;
	/** What the catalog tells an AI builder about the node. */
	hint?: string;
}

interface NodeType {
	name: string;
	displayName: string;
	group: string[];
	codex?: { alias?: string[] };
}
interface Item {
	key: string;
	properties: NodeType;
}
interface Catalog {
	searchByName(query: string, limit: number): Array<{ name: string; builderHintMessage?: string }>;
}

const [root, ...queries] = process.argv.slice(2) as [string, ...string[]];
const require = createRequire(join(root, 'sandbox/package.json'));
const { sublimeSearch } = require('@n8n/utils/search/sublime-search') as {
	sublimeSearch: (filter: string, items: Item[]) => Array<{ item: Item }>;
};
const { NodeSearchEngine } = require('@n8n/ai-utilities/node-catalog') as {
	NodeSearchEngine: new (types: NodeType[]) => Catalog;
};
const bundle = require(join(root, 'dist/linkManagement.js')) as {
	LinkManagement: new () => { description: NodeType };
};

const readJson = <T,>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;
const base = join(root, 'sandbox/node_modules/n8n-nodes-base/dist/types/nodes.json');
const codex = join(root, 'dist/nodes/LinkManagement/LinkManagement.node.json');
const node = { ...new bundle.LinkManagement().description, codex: readJson<object>(codex) };
const types = [...readJson<NodeType[]>(base), node];

// The panel shows a trigger and its action node as one entry, whose aliases are those of the action node
const items = types
	.filter(({ group }) => !group.includes('trigger'))
	.map((properties) => ({ key: properties.name, properties }));
const catalog = new NodeSearchEngine(types);

/** @param names in the order in which they are found; versions of a node count once */
const placeIn = (names: string[]) => {
	const place = [...new Set(names)].indexOf(node.name);
	return place < 0 ? undefined : place + 1;
};

const found: Record<string, Found> = {};
for (const query of queries) {
	const listed = catalog.searchByName(query, 20);
	found[query] = {
		panel: placeIn(sublimeSearch(query.toLowerCase(), items).map(({ item }) => item.key)),
		catalog: placeIn(listed.map(({ name }) => name)),
		hint: listed.find(({ name }) => name === node.name)?.builderHintMessage,
	};
}
process.stdout.write(JSON.stringify(found));
