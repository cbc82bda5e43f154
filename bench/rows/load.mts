/** The row about n8n's start: the cost of loading this package, compared with one of n8n's own nodes of a similar size. */
import { execFileSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../../scripts/lib/workspace.mjs';
import type { Load } from '../load.mts';
import { median, short } from '../report.mts';
import type { Result } from '../types.mts';

const sandbox = join(root, 'sandbox');
const base = join(sandbox, 'node_modules/n8n-nodes-base');
/** It has an action node and its trigger. */
const REFERENCE = 'Airtable';

type Round = Record<string, Load>;

/** Makes a package of one of n8n's own nodes with its trigger. */
function packageOf(name: string, folder: string): string {
	const directory = join(folder, name);
	const files = readdirSync(join(base, 'dist/nodes', name)).filter((file) =>
		file.endsWith('.node.js'),
	);
	const nodes = files.map((file) => `dist/nodes/${name}/${file}`);
	mkdirSync(directory);
	symlinkSync(join(base, 'dist'), join(directory, 'dist'));
	writeFileSync(
		join(directory, 'package.json'),
		JSON.stringify({
			name: `reference-${name}`,
			version: '1.0.0',
			n8n: { nodes, credentials: [] },
		}),
	);
	return directory;
}

/** Loads the package in a new process. */
function load(directory: string): Load {
	const env = { ...process.env, NODE_PATH: join(sandbox, 'node_modules') };
	const script = join(import.meta.dirname, '../load.mts');
	return JSON.parse(
		execFileSync(process.execPath, [script, sandbox, directory], { env, encoding: 'utf8' }),
	) as Load;
}

const cell = (loads: Load[]) => {
	const middle = (part: keyof Load) => median(loads.map((load) => load[part]));
	const { files, bytes } = loads[0]!;
	return `${files} files, ${short(bytes / 1000)} kB, ${short(middle('ms'))} ms (CPU ${short(middle('cpuMs'))}), heap ${short(middle('heapKb'))} kB`;
};

function resultOf(rounds: Round[]): Result {
	const of = (name: string) => rounds.map((round) => round[name]!);
	const { handles } = rounds[0]!.own!;
	const figure = median(rounds.map((round) => round.own!.cpuMs / round[REFERENCE]!.cpuMs));
	return {
		id: 'load',
		title: "n8n's start: loading the package",
		cells: {
			node: cell(of('own')),
			raw: `${REFERENCE}: ${cell(of(REFERENCE))}`,
		},
		verdicts: [
			{ says: `CPU ≤ 1.25 × n8n's own ${REFERENCE}`, figure, reached: figure <= 1.25 },
			{ says: 'handles left open', figure: handles, reached: handles === 0 },
		],
		rounds,
	};
}

async function measure(count: number): Promise<Result> {
	const folder = mkdtempSync(join(tmpdir(), 'link-management-bench-'));
	try {
		// A copy, as if installed: next to the development packages it would load another n8n-workflow
		const own = join(folder, 'own');
		for (const part of ['package.json', 'dist'])
			cpSync(join(root, part), join(own, part), { recursive: true });
		const directories = { own, [REFERENCE]: packageOf(REFERENCE, folder) };
		const round = () =>
			Object.fromEntries(
				Object.entries(directories).map(([name, directory]) => [name, load(directory)]),
			);
		round(); // the files are in the system's memory from here on
		return resultOf(Array.from({ length: count * 3 }, round));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

export const loadRow = { id: 'load', measure };
