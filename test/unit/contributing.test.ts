/** CONTRIBUTING.md shows newcomers the folders and the layers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const node = 'nodes/LinkManagement';
const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const block = (start: RegExp) => text.slice(text.search(start)).split('```')[0]!;

/** The folders of code: "client", "client/replies", … */
const folders = readdirSync(join(root, node), { recursive: true, withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ parentPath, name }) => join(parentPath, name).slice(join(root, node).length + 1));

test('lists every folder of the node, and no other', () => {
	const lines = block(/^nodes\/LinkManagement\//m).split('\n');
	let parent = '';
	const listed = lines.flatMap((line) => {
		const [, indent, name] = /^( {2}| {4})([\w]+)\/ /.exec(line) ?? [];
		if (!name) return [];
		if (indent!.length === 2) parent = name;
		return indent!.length === 2 ? name : `${parent}/${name}`;
	});
	expect(listed.sort()).toEqual([...folders].sort());
});

describe('The diagram of the layers', () => {
	interface Rule {
		name: string;
		to: { pathNot?: string[] };
	}
	const { forbidden } = jest.requireActual<{ forbidden: Rule[] }>(
		'../../dependency-cruiser.config.cjs',
	);
	const diagram = block(/^flowchart TD/m);
	const labels = new Map(
		[...diagram.matchAll(/(\w+)\["([^"]+)"\]/g)].map(([, id, label]) => [id!, label!]),
	);
	const arrows = diagram.split('\n').flatMap((line) => {
		const [from, to] = line
			.replace(/\["[^"]+"\]/g, '')
			.split('-->')
			.map((side) => side.split('&').map((id) => labels.get(id.trim()) ?? id.trim()));
		return (to ?? []).flatMap((below) => from!.map((above) => ({ above, below })));
	});

	test('shows every layer', () => {
		const shown = new Set(arrows.flatMap(({ above, below }) => [above, below]));
		const layers = forbidden.flatMap(
			({ name }) => /^(\S+) imports only what is below it$/.exec(name)?.[1] ?? [],
		);
		expect([...shown].sort()).toEqual([...layers, '*.node.ts'].sort());
	});

	test('has only arrows that the lint rule allows', () => {
		const refused = arrows.filter(({ above, below }) => {
			const rule = forbidden.find(({ name }) => name === `${above} imports only what is below it`);
			const file = below === 'errors' ? `${node}/errors.ts` : `${node}/${below}/file.ts`;
			return rule && !rule.to.pathNot?.some((path) => new RegExp(path).test(file));
		});
		expect(refused).toEqual([]);
	});
});
