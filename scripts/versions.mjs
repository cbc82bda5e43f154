/**
 * `npm run test:versions`: tests the node in several versions of n8n, and prints a table that must match the README. Of most
 * versions only the engine is installed (sandbox/versions/); it runs the tests that depend on n8n. One version is installed completely.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { bootstrap } from './bootstrap.mjs';
import { run } from './lib/run.mjs';
import { explain, show } from './lib/show.mjs';
import { doMissing, install } from './lib/steps.mjs';
import { pinnedNode, root, stateFolder } from './lib/workspace.mjs';

/** The tests that depend most on n8n: parameters, requests, refusals and bad replies, lists, polls, tools, credentials, binary data, Stop. */
const engineTests =
	'test/engine/(host|operations|fields|onError|lists|createOrGet|trigger|credential|images)\\.test';
const endToEnd = 'test/e2e/everyVersion\\.test';
const toolTests = 'As a tool of an AI agent';

/** Tests of features that an older version does not have: a part of their name, and the reason. @type {Record<string, { test: string, why: string }>} */
const absent = {
	'1.85.4': {
		test: '(called by way of "engine"|an argument with a default value)',
		why: 'its agents call their tools themselves instead of through the engine, and each argument is required',
	},
};

/** `npm run test:versions -- 2.0.3`: only these versions. */
const named = process.argv.slice(2);
/** @param {string} n8n */
const isWanted = (n8n) => named.length === 0 || named.includes(n8n);

/** @typedef {{ n8n: string, folder: string }} Version */

/** The versions in sandbox/versions, oldest first, then the pinned one. @returns {Version[]} */
function allVersions() {
	const older = readdirSync(join(root, 'sandbox/versions')).sort((a, b) =>
		a.localeCompare(b, 'en', { numeric: true }),
	);
	const pinned = { n8n: versionOf('sandbox', 'n8n'), folder: 'sandbox' };
	return [...older.map((n8n) => ({ n8n, folder: join('sandbox/versions', n8n) })), pinned].filter(
		({ n8n }) => isWanted(n8n),
	);
}

/** @param {string} folder @param {string} name */
const inFolder = (folder, name) => join(root, folder, 'node_modules', name);

/** @param {string} folder @param {string} name @returns {string} */
function versionOf(folder, name) {
	return JSON.parse(readFileSync(join(inFolder(folder, name), 'package.json'), 'utf8')).version;
}

/** @returns {import('./lib/steps.mjs').Step[]} */
function installations() {
	return readdirSync(join(root, 'sandbox/versions'))
		.filter(isWanted)
		.map((version) => {
			const folder = join('sandbox/versions', version);
			return {
				name: `n8n-${version}`,
				title: `Installing the tested parts of n8n ${version}`,
				reads: ['package.json', 'package-lock.json', '.npmrc'].map((file) => join(folder, file)),
				makes: [join(folder, 'node_modules/.package-lock.json')],
				remnants: join(folder, 'node_modules'),
				work: install(folder),
			};
		});
}

/**
 * Runs tests of one jest project in one version of n8n.
 *
 * @param {Version} version
 * @param {'engine' | 'e2e'} project
 * @param {string} files
 * @returns {Promise<Array<{ group: string, status: string }>>} the tests that were run
 */
async function jest({ n8n, folder }, project, files) {
	const log = `versions-${n8n}-${project}`;
	const results = join(stateFolder, `${log}.json`);
	rmSync(results, { force: true });
	const without = absent[n8n] ? ['--testNamePattern', `^(?!.*${absent[n8n].test})`] : [];
	const flags = [
		'--ci',
		'--selectProjects',
		project,
		'--testPathPatterns',
		files,
		'--json',
		`--outputFile=${results}`,
		...without,
	];
	const env = { [project === 'e2e' ? 'N8N_DIR' : 'N8N_ENGINE_DIR']: join(root, folder) };
	const next = 'Next: fix the failures above, then run the same command again.';
	try {
		await show(`n8n ${n8n}: ${project} tests`, () =>
			run([pinnedNode, 'node_modules/jest/bin/jest.js', ...flags], { env, log, next }),
		);
	} catch (error) {
		console.error(`\n${explain(error)}\n`);
		if (!existsSync(results)) return [{ group: '', status: 'failed' }];
	}
	/** @type {{ testResults: Array<{ status: string, assertionResults: Array<{ ancestorTitles: string[], status: string }> }> }} */
	const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
	const tests = testResults.flatMap(({ assertionResults, status }) =>
		assertionResults.length > 0 ? assertionResults : [{ ancestorTitles: [], status }],
	);
	return tests
		.filter(({ status }) => status !== 'pending')
		.map(({ ancestorTitles, status }) => ({ group: ancestorTitles[0] ?? '', status }));
}

/** @param {Array<{ status: string }>} tests */
const verdict = (tests) =>
	tests.length > 0 && tests.every(({ status }) => status === 'passed') ? 'passed' : '**failed**';

/** Whether the engine hands all items of a run to the node at once. @param {string} folder */
function hasEntryPointForMany(folder) {
	const engine = readFileSync(
		join(inFolder(folder, 'n8n-core'), 'dist/execution-engine/workflow-execute.js'),
		'utf8',
	);
	return engine.includes('customOperations');
}

/** A row of the table, with the number of its tests. @param {Version} version */
async function examine(version) {
	const { n8n, folder } = version;
	const engine = await jest(version, 'engine', engineTests);
	const tool = engine.filter(({ group }) => group === toolTests);
	const whole = existsSync(inFolder(folder, 'n8n'));
	const server = whole ? await jest(version, 'e2e', endToEnd) : [];
	const cells = [
		n8n,
		versionOf(folder, 'n8n-core'),
		versionOf('sandbox', 'node').split('.')[0],
		hasEntryPointForMany(folder) ? 'yes' : 'no',
		verdict(engine),
		verdict(tool),
		whole ? verdict(server) : 'not run',
	];
	const failed = [...engine, ...server].filter(({ status }) => status !== 'passed').length;
	return {
		line: `| ${cells.join(' | ')} |`,
		n8n,
		engine: engine.length,
		server: server.length,
		failed,
	};
}

const heading = [
	'| n8n | n8n-core | Node.js | Own loop for many items | Engine tests | AI agent tool | End-to-end |',
	'|---|---|---|---|---|---|---|',
];

/** Whether the README's section on compatibility has these lines, and no others when all versions were tested. @param {string[]} table */
function isInReadme(table) {
	const section =
		/^## Compatibility\n([\s\S]*?)^## /m.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1] ??
		'';
	const inReadme = section.split('\n').filter((line) => line.startsWith('|'));
	return (
		table.every((line) => inReadme.includes(line)) &&
		(named.length > 0 || inReadme.length === table.length)
	);
}

try {
	await bootstrap();
	await doMissing(installations());
	const versions = allVersions();
	const unknown = named.filter((name) => !versions.some(({ n8n }) => n8n === name));
	if (unknown.length > 0)
		throw new Error(`Neither in sandbox/versions nor the pinned version: ${unknown.join(', ')}`);
	const rows = [];
	for (const version of versions) rows.push(await examine(version));
	const table = [...heading, ...rows.map(({ line }) => line)];
	console.log(`\n${table.join('\n')}\n`);
	for (const { n8n, engine, server } of rows)
		console.log(`n8n ${n8n}: ${engine} engine tests, ${server} end-to-end`);
	for (const [n8n, { test, why }] of Object.entries(absent).filter(([n8n]) => isWanted(n8n)))
		console.log(`Not run in n8n ${n8n}: ${test} (${why})`);
	const failed = rows.reduce((sum, row) => sum + row.failed, 0);
	const same = isInReadme(table);
	if (!same)
		console.error('\nThe README differs. Paste the table above into its section "Compatibility".');
	process.exitCode = failed === 0 && same ? 0 : 1;
} catch (error) {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
}
