/**
 * The layers of the node, from top to bottom, and the layers that each may import. Imports of types count. The diagram in
 * CONTRIBUTING.md shows the same. Every layer may import from its own folder, but no two files may import each other.
 */
const mayImport = {
	run: ['operations', 'client', 'fields', 'errors', 'values'],
	trigger: ['operations', 'lists', 'client', 'fields', 'errors', 'values', 'api'],
	listSearch: ['lists', 'client', 'fields', 'errors', 'values', 'api'],
	resources: ['operations/links', 'operations', 'fields', 'errors', 'values', 'api'],
	'operations/links': [
		...['operations', 'references', 'recovery', 'lists', 'client', 'fields'],
		...['errors', 'values', 'api'],
	],
	operations: [
		...['references', 'recovery', 'images', 'lists', 'client', 'fields'],
		...['errors', 'values', 'api'],
	],
	references: ['recovery', 'lists', 'client', 'fields', 'errors', 'values', 'api'],
	recovery: ['lists', 'client', 'errors', 'values', 'api'],
	lists: ['client', 'errors', 'values', 'api'],
	images: ['client', 'errors', 'values', 'api'],
	client: ['client/replies', 'client/rateLimit', 'errors', 'values', 'api'],
	'client/replies': ['client/rateLimit', 'errors', 'values', 'api'],
	'client/rateLimit': ['errors', 'values', 'api'],
	fields: ['errors', 'values'],
	errors: ['values'],
	api: ['values'],
	values: [],
};

const node = 'nodes/LinkManagement';
const layers = Object.keys(mayImport);
/** The files of a layer, without those of the layers inside its folder. */
const filesOf = (layer) => {
	const inside = layers
		.filter((other) => other.startsWith(`${layer}/`))
		.map((other) => `(?!${other.slice(layer.length + 1)}/)`);
	return `^${node}/${layer}/${inside.join('')}`;
};

/** The layers inside the folders of other layers. */
const insideOf = (below) =>
	layers.filter((layer) => below.some((other) => layer.startsWith(`${other}/`)));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		...Object.entries(mayImport).map(([layer, below]) => ({
			name: `${layer} imports only what is below it`,
			severity: 'error',
			from: { path: filesOf(layer) },
			to: { path: `^${node}/`, pathNot: [layer, ...below, ...insideOf(below)].map(filesOf) },
		})),
		{
			name: 'no two files import each other',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		{
			name: 'every folder is a layer',
			severity: 'error',
			from: { path: `^${node}/[^/]+/`, pathNot: layers.map(filesOf) },
			to: {},
		},
		{
			name: 'only the node file imports run/',
			severity: 'error',
			from: { pathNot: [`^${node}/run/`, `^${node}/LinkManagement\\.node\\.ts$`] },
			to: { path: `^${node}/run/` },
		},
	],
	options: {
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		doNotFollow: { path: 'node_modules' },
	},
};
