const { execFile } = require('node:child_process');
const { mkdir, rename, rm, writeFile } = require('node:fs/promises');
const { join, resolve } = require('node:path');
const { Transform } = require('node:stream');
const { promisify } = require('node:util');
const { dest, parallel, series, src, watch } = require('gulp');

const run = promisify(execFile);

/** The build goes here, and replaces the last good build when it is complete. */
const NEXT = 'dist.next';

const clean = () => rm(NEXT, { recursive: true, force: true });

/** The parts of a node that are not TypeScript: its icons and its codex. */
const assets = () =>
	src(['icons/**/*.svg', 'nodes/**/*.node.json'], { base: '.', encoding: false }).pipe(dest(NEXT));

const compile = async () => {
	try {
		await run(process.execPath, [require.resolve('typescript/bin/tsc'), '--outDir', NEXT]);
	} catch (error) {
		throw new Error(error.stdout || error.message);
	}
};

const withTabs = (code) => code.replace(/^( {4})+/gm, (blanks) => '\t'.repeat(blanks.length / 4));

/** TypeScript indents with spaces. Tabs, as in the sources, make the package a little smaller. */
const indent = () =>
	src(`${NEXT}/**/*.js`)
		.pipe(
			new Transform({
				objectMode: true,
				transform(file, _, done) {
					file.contents = Buffer.from(withTabs(file.contents.toString()));
					done(null, file);
				},
			}),
		)
		.pipe(dest(NEXT));

/**
 * Writes the output of each operation as JSON schemas, from which the editor shows fields before the first run. The new build is
 * read in a separate process, because gulp in watch mode would keep the modules of its first build.
 */
const schemas = async () => {
	const folder = join(NEXT, 'nodes/LinkManagement/__schema__/v1.0.0');
	const declared = resolve(NEXT, 'nodes/LinkManagement/resources');
	const print = 'JSON.stringify(require(process.argv[1]).resources)';
	const { stdout } = await run(process.execPath, ['-p', print, declared]);
	for (const [resource, { operations }] of Object.entries(JSON.parse(stdout))) {
		await mkdir(join(folder, resource), { recursive: true });
		for (const [operation, { reply }] of Object.entries(operations)) {
			const types = Object.entries(reply.output).map(([name, type]) => [name, { type }]);
			const schema = { type: 'object', properties: Object.fromEntries(types), version: 1 };
			await writeFile(join(folder, resource, `${operation}.json`), JSON.stringify(schema));
		}
	}
};

const swap = async () => {
	await rm('dist', { recursive: true, force: true });
	await rename(NEXT, 'dist');
};

const build = series(clean, parallel(assets, compile), indent, schemas, swap);

exports.default = build;
// The function returns nothing: gulp would wait for the watcher, which ends at the first type error
exports.watch = series(
	build,
	async () => void watch(['credentials/**', 'icons/**', 'nodes/**'], build),
);
