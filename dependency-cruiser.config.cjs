/**
 * The layers of the node, from top to bottom, and the layers that each may import. Imports of types count. The diagram in
 * CONTRIBUTING.md shows the same. Every layer may import from its own folder, but no two files may import each other.
 */
const mayImport = {
	actions: ['run', 'lookup', 'recovery', 'lists', 'client', 'fields', 'errors', 'text'],
	run: ['lookup', 'recovery', 'lists', 'client', 'fields', 'errors', 'text'],
	trigger: ['lists', 'client', 'fields', 'errors', 'text'],
	methods: ['lists', 'client', 'fields', 'errors', 'text'],
	lookup: ['recovery', 'lists', 'client', 'fields', 'errors', 'text'],
	recovery: ['lists', 'client', 'errors', 'text'],
	lists: ['client', 'errors', 'text'],
	client: ['client/replies', 'client/rateLimit', 'errors', 'text'],
	'client/replies': ['client/rateLimit', 'errors', 'text'],
	'client/rateLimit': ['errors', 'text'],
	fields: ['errors', 'text'],
	errors: ['text'],
	text: [],
};

const node = 'nodes/LinkManagement';
const layers = Object.keys(mayImport);
/** The files of a layer, without those of the layers inside its folder. `errors` is one file. */
const filesOf = (layer) => {
	if (layer === 'errors') return `^${node}/errors\\.ts$`;
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
			name: 'only the node file imports values of run/',
			severity: 'error',
			from: { pathNot: [`^${node}/run/`, `^${node}/LinkManagement\\.node\\.ts$`] },
			to: { path: `^${node}/run/`, dependencyTypesNot: ['type-only'] },
		},
	],
	options: {
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		doNotFollow: { path: 'node_modules' },
	},
};
