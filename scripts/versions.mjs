/**
 * `npm run test:versions`: tests the node in several versions of n8n, and prints the table of docs/compatibility.md. Of most
 * versions only the engine is installed (sandbox/versions/). It runs all files of test/engine, so that no new file can be forgotten. One
 * version is installed completely.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { bootstrap } from './bootstrap.mjs';
import { offerHelp } from './lib/help.mjs';
import { run } from './lib/run.mjs';
import { explain, show } from './lib/show.mjs';
import { doMissing, install } from './lib/steps.mjs';
import { pinnedNode, root, stateFolder } from './lib/workspace.mjs';

offerHelp(`
Usage: npm run test:versions [-- versions]

Tests the node in several versions of n8n, such as 2.0.3, and prints the table of docs/compatibility.md. Without a name, it
tests all versions of sandbox/versions and the pinned one.
`);

const endToEnd = { file: 'test/e2e/sharedN8n\\.test', tests: 'In every version of n8n' };
/** How the groups of tests with a tool of an AI agent begin. */
const toolTests = 'As a tool, ';

/**
 * Files that say nothing about n8n, and why. They run once, in `npm test`. Everything else in test/engine runs in each version.
 *
 * @type {Record<string, string>}
 */
const independentOfN8n = {
	'security/package.test.ts': 'it looks at the packed files only',
	'package/nodeSearch.test.ts': 'it searches among the nodes of the pinned version',
	'package/live.test.ts': 'npm run test:live runs in the pinned version',
	'package/fixtures.test.ts': 'the workflows were saved with the pinned version',
};

/** What runs n8n's own nodes. They come with a complete installation only. */
const needsNodesOfN8n = {
	files: ['package/exampleFiles.test.ts'],
	tests: ['of the HTTP Request node', 'address of the next page'],
	why: "n8n's own nodes are not among the tested parts of older versions",
};

/**
 * Tests of what some versions do not have or do in another way: the versions, a part of the tests' names, and the reason.
 *
 * @type {Array<{ versions: string[], test: string, why: string }>}
 */
const absent = [
	{
		versions: ['1.85.4'],
		test: 'called by way of "engine"',
		why: 'its agents call their tools themselves instead of through the engine',
	},
	{
		versions: ['1.85.4'],
		test: 'the agent reads what to do after',
		why: 'its tools give the model only the message of an error',
	},
	{
		versions: ['1.85.4', '2.20.12'],
		test: 'an argument with a default value',
		why: 'each argument of a tool is required there',
	},
	{
		versions: ['1.85.4', '2.0.3'],
		test: 'changes no other part of the request, through both entry points: domain:update',
		why: 'it reads an object with "mode" and an empty array as "value" as an empty field',
	},
	{
		versions: ['1.85.4'],
		test: 'through both entry points: link:(create|update)',
		why: 'it rejects an expression in place of a whole group of rows, which the editor does not offer',
	},
	{
		versions: ['2.20.12'],
		test: 'through both entry points: qrCode:update',
		why: 'it drops the keys "constructor" and "prototype" of an object',
	},
	{
		versions: ['1.85.4'],
		test: 'sees only the host of a request over https',
		why: 'it sends the whole request to the proxy',
	},
	{
		versions: ['1.123.81'],
		test: 'In version 4.5 of the HTTP Request node',
		why: 'its newest version of that node is older',
	},
	{
		versions: ['1.85.4', '1.123.81', '2.0.3', '2.20.12'],
		test: 'a required one fails with its label',
		why: 'it says only that the workflow has issues, without the field',
	},
	{
		versions: ['1.85.4', '1.123.81', '2.0.3'],
		test: 'A private base URL that the protection blocks',
		why: 'it has no SSRF protection',
	},
	{
		versions: ['2.20.12'],
		test: 'A private base URL that the protection blocks',
		why: 'its server brings the SSRF protection, which its engine alone does not have',
	},
	{
		versions: ['1.123.81', '2.0.3', '2.20.12'],
		test: 'Other services HTTP (303|400) fails the credential test',
		why: 'their routing engine hides the status from the rules of the credential test',
	},
	{
		versions: ['1.123.81', '2.0.3', '2.20.12'],
		test: 'a bad key, which it refuses with 40[13]',
		why: 'n8n says it in its own words, for the same reason',
	},
];

/** The files of test/engine that run in a version. @param {boolean} isWhole whether it is completely installed @returns {string[]} paths relative to test/engine */
function engineFiles(isWhole) {
	const all = readdirSync(join(root, 'test/engine'), { recursive: true, encoding: 'utf8' }).filter(
		(file) => file.endsWith('.test.ts'),
	);
	const excluded = [...Object.keys(independentOfN8n), ...(isWhole ? [] : needsNodesOfN8n.files)];
	const unknown = excluded.filter((file) => !all.includes(file));
	if (unknown.length > 0) throw new Error(`Not in test/engine: ${unknown.join(', ')}`);
	return all.filter((file) => !excluded.includes(file)).sort();
}

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
 * @param {string[]} files patterns of their paths
 * @returns {Promise<Array<{ group: string, status: string }>>} the tests that were run
 */
async function jest({ n8n, folder }, project, files) {
	const log = `versions-${n8n}-${project}`;
	const results = join(stateFolder, `${log}.json`);
	rmSync(results, { force: true });
	const excluded = [
		...absent.filter(({ versions }) => versions.includes(n8n)).map(({ test }) => test),
		...(existsSync(inFolder(folder, 'n8n')) ? [] : needsNodesOfN8n.tests),
	].join('|');
	const chosen = project === 'e2e' ? endToEnd.tests : excluded && `^(?!.*(${excluded}))`;
	const flags = [
		'--ci',
		'--selectProjects',
		project,
		'--testPathPatterns',
		...files,
		'--json',
		`--outputFile=${results}`,
		...(chosen ? ['--testNamePattern', chosen] : []),
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
	/** @type {{ testResults: Array<{ name: string, status: string, assertionResults: Array<{ ancestorTitles: string[], status: string }> }> }} */
	const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
	const tests = testResults.flatMap(({ assertionResults, status }) =>
		assertionResults.length > 0 ? assertionResults : [{ ancestorTitles: [], status }],
	);
	return tests
		.filter(({ status }) => status !== 'pending')
		.map(({ ancestorTitles, status }) => ({ group: ancestorTitles[0] ?? '', status }));
}

/** The pattern that only this file of test/engine matches. @param {string} file */
const asPattern = (file) => `test/engine/${file.replaceAll('.', '\\.')}$`;

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
	const whole = existsSync(inFolder(folder, 'n8n'));
	const files = engineFiles(whole);
	const engine = await jest(version, 'engine', files.map(asPattern));
	const tool = engine.filter(({ group }) => group.startsWith(toolTests));
	const server = whole ? await jest(version, 'e2e', [endToEnd.file]) : [];
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
		files: files.length,
		engine: engine.length,
		server: server.length,
		failed,
	};
}

const heading = [
	'| n8n | n8n-core | Node.js | Own loop for many items | Engine tests | AI agent tool | End-to-end |',
	'|---|---|---|---|---|---|---|',
];

/** Whether docs/compatibility.md has these lines, and no others when all versions were tested. @param {string[]} table */
function isInDocument(table) {
	const text = readFileSync(join(root, 'docs/compatibility.md'), 'utf8');
	const lines = text.split('\n').filter((line) => line.startsWith('|'));
	return (
		table.every((line) => lines.includes(line)) &&
		(named.length > 0 || lines.length === table.length)
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
	for (const { n8n, files, engine, server } of rows)
		console.log(`n8n ${n8n}: ${engine} tests in ${files} engine files, ${server} end-to-end`);
	for (const [file, why] of Object.entries(independentOfN8n))
		console.log(`Not run in each version: ${file} (${why})`);
	const { files: pinnedOnly, tests: pinnedTests, why } = needsNodesOfN8n;
	console.log(
		`Run in the pinned version only: ${[...pinnedOnly, ...pinnedTests].join(', ')} (${why})`,
	);
	for (const { versions, test, why } of absent)
		console.log(`Not run in n8n ${versions.join(' and ')}: ${test} (${why})`);
	const failed = rows.reduce((sum, row) => sum + row.failed, 0);
	const same = isInDocument(table);
	if (!same) console.error('\ndocs/compatibility.md differs. Paste the table above into it.');
	process.exitCode = failed === 0 && same ? 0 : 1;
} catch (error) {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
}
