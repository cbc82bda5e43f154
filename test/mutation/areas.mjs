/**
 * The code that decides without n8n, by area, with the tests of each. A mutant counts as killed only when a test of its own
 * area fails: so a run is short, and each area is tested where one looks for it. The tests need neither n8n nor HTTP.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const node = 'nodes/LinkManagement';
const nodeFolder = fileURLToPath(new URL(`../../${node}`, import.meta.url));
const testFolder = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} name */
const virtual = (name) => `virtual/${name}`;

/** The code of each area. A `*` stands for all files of a folder. @type {Record<string, string[]>} */
const sourcesOf = {
	actions: ['actions/*'],
	links: ['actions/link/*'],
	qrCodes: ['actions/qrCode/*'],
	run: ['run/*'],
	lookup: ['lookup/*'],
	recovery: ['recovery/*'],
	lists: ['lists/*'],
	classification: ['client/replies/*'],
	rateLimit: ['client/rateLimit/*'],
	client: ['client/account', 'client/credential', 'client/endpoints', 'client/log', 'client/wait'],
	fields: ['fields/*', 'fields/data/*'],
	text: ['text/*'],
	trigger: ['trigger/*'],
};

/** Tests of an area that are not in its folder of `test/unit`. @type {Record<string, string[]>} */
const furtherTests = {
	actions: [
		...['unit/editor', 'unit/outside', 'unit/output', 'unit/run/report', 'unit/recovery/creation'],
		...['checkFirst', 'deletions', 'runMessages', 'recoveryRequests'].map(virtual),
	],
	links: [
		...['unit/editor', 'unit/outside', 'unit/output', 'unit/run/report'],
		...['linkFields', 'sending', 'mappedColumns', 'tableCells'].map(
			(name) => `unit/fields/${name}`,
		),
		...['checkFirst', 'checks', 'runs', 'tries', 'createOrGet', 'stopped'].map(virtual),
		...['deletions', 'whichLink', 'tables', 'defaultDomain', 'ownLinks', 'shortUrls'].map(virtual),
		virtual('runMessages'),
	],
	qrCodes: [
		...['unit/editor', 'unit/outside', 'unit/output', 'unit/fields/qrCodeContent'],
		...['checkFirst', 'runMessages', 'qrCodes'].map(virtual),
	],
	run: [
		...['unit/actions/*', 'unit/output'],
		...['runs', 'tries', 'checks', 'checkFirst', 'runMessages', 'tables'].map(virtual),
		...['deletions', 'failingCreations', 'defaultDomain', 'ownLinks'].map(virtual),
	],
	lookup: [
		'unit/actions/*',
		...['stopped', 'whichLink', 'defaultDomain', 'ownLinks'].map(virtual),
		...['tables', 'createOrGet', 'deletions', 'shortUrls', 'checks'].map(virtual),
	],
	recovery: ['deletions', 'failingCreations', 'recoveryRequests', 'whichLink'].map(virtual),
	lists: [
		...['unit/actions/reading', 'unit/output', 'unit/trigger/newRecords'],
		virtual('recoveryRequests'),
	],
	client: [
		...['unit/timeouts', 'unit/output', 'unit/lookup/*', 'unit/run/pace'],
		...['keys', 'tries', 'runMessages'].map(virtual),
	],
	rateLimit: ['budgets', 'processes', 'failingCreations'].map(virtual),
	fields: [
		...['unit/editor', 'unit/outside', 'unit/actions/reading'],
		...['checkFirst', 'runs'].map(virtual),
	],
	text: [
		...['actions/fileNames', 'actions/imageFile', 'actions/createsOrGets', 'fields/dateTime'],
		...['lists/readList', 'lookup/closest'],
		...['recovery/*', 'run/report', 'run/summary', 'trigger/newRecords'],
	].map((name) => `unit/${name}`),
	trigger: ['virtual/pollRequests'],
};

/** @typedef {{ sources: string[], tests: string[] }} Area `tests` are in `test/` */

/** @type {Record<string, Area>} */
export const areas = Object.fromEntries(
	Object.entries(sourcesOf).map(([name, code]) => {
		const sources = code.map((file) => `${node}/${file}.ts`);
		const folder = code.some((file) => file.startsWith('actions/')) ? 'actions' : name;
		const tests = [`unit/${folder}/*`, ...(furtherTests[name] ?? [])];
		return [name, { sources, tests }];
	}),
);

const DECLARES = 'declares what n8n shows and sends; the engine tests run each operation';
const HTTP = 'sends requests; the engine tests do it over HTTP';

/** Files and folders (ending with a slash) in no area, with the reason. Areas come first. */
const leftOut = {
	'LinkManagement.node.ts': DECLARES,
	'LinkManagementTrigger.node.ts': DECLARES,
	'client/': HTTP,
	'errors.ts': 'makes the errors that n8n shows; the engine tests show them',
	'methods/': "works with n8n's dropdowns; the engine tests run them in n8n",
};

/** Whether a pattern matches the path of a file. Its `*` stands for a name. @param {string} pattern @param {string} file */
const matches = (pattern, file) =>
	new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`).test(file);

/** The files in a folder, with `/` in their paths. @param {string} folder */
const filesIn = (folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
		name.replaceAll('\\', '/'),
	);

/** @param {Area | undefined} area @returns {string[]} the paths of its test files, relative to `test/` */
export const testFilesOf = (area) =>
	filesIn(testFolder).filter((file) =>
		area?.tests.some((name) => matches(`${name}.test.ts`, file)),
	);

/** @returns {string[]} what is wrong with the lists above: each file of the node is in one area, or left out with a reason */
export function problems() {
	const files = filesIn(nodeFolder).filter((name) => name.endsWith('.ts'));
	const patterns = Object.values(areas).flatMap((area) => area.sources);
	const countOf = (/** @type {string} */ file) =>
		patterns.filter((pattern) => matches(pattern, join(node, file))).length;
	const tests = filesIn(testFolder);
	const reasons = Object.keys(leftOut);
	const isLeftOut = (/** @type {string} */ file) =>
		reasons.some((name) => name === file || (name.endsWith('/') && file.startsWith(name)));
	return [
		...files
			.filter((file) => countOf(file) === 0 && !isLeftOut(file))
			.map((file) => `${file} is in no area and not left out with a reason`),
		...files.filter((file) => countOf(file) > 1).map((file) => `${file} is in two areas`),
		...files
			.filter((file) => countOf(file) > 0 && reasons.includes(file))
			.map((file) => `${file} is in an area and left out`),
		...patterns
			.filter((pattern) => !files.some((file) => matches(pattern, join(node, file))))
			.map((pattern) => `${pattern} does not exist`),
		...reasons
			.filter((name) => !files.some((file) => file === name || file.startsWith(name)))
			.map((name) => `${name} does not exist`),
		...Object.values(areas)
			.flatMap((area) => area.tests.map((name) => `${name}.test.ts`))
			.filter((pattern) => !tests.some((file) => matches(pattern, file)))
			.map((pattern) => `test/${pattern} does not exist`),
	];
}
