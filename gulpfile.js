const { execFile } = require('node:child_process');
const { cp, mkdir, rename, rm, writeFile } = require('node:fs/promises');
const { basename, dirname, join, relative, resolve } = require('node:path');
const { promisify } = require('node:util');
const { build } = require('esbuild');
const { dest, parallel, series, src, watch } = require('gulp');
const { minify } = require('terser');
const { n8n, peerDependencies } = require('./package.json');

const run = promisify(execFile);

/** The build goes here, and replaces the last good build when it is complete. */
const NEXT = 'dist.next';
const MODULES = join(NEXT, 'modules');
/** The file with all code of the package, in NEXT. */
const BUNDLE = 'linkManagement.js';

const clean = () => rm(NEXT, { recursive: true, force: true });

/** The parts of a node that are not TypeScript: its icons and its codex. */
const assets = () =>
	src(['icons/**/*.svg', 'nodes/**/*.node.json'], { base: '.', encoding: false }).pipe(dest(NEXT));

/** Checks the types, and writes each module as a file of its own. Only the schemas are made from these files. */
const compile = async () => {
	try {
		await run(process.execPath, [require.resolve('typescript/bin/tsc'), '--outDir', MODULES]);
	} catch (error) {
		throw new Error(error.stdout || error.message);
	}
};

/**
 * Bundles all modules into one file, and writes the files that n8n loads: each exports its class from the bundle. One file
 * instead of almost two hundred makes the package smaller and n8n's start faster. The node and its trigger share the
 * bundle because they share the rate limit of a key. The names of functions and classes stay as they are, so that stack traces can be read.
 */
const bundle = async () => {
	const entries = [...n8n.credentials, ...n8n.nodes].map((file) => ({
		file: relative('dist', file),
		className: basename(file).split('.')[0],
		source: `./${relative('dist', file).replace(/\.js$/, '')}`,
	}));
	const { outputFiles } = await build({
		stdin: {
			contents: entries
				.map(({ className, source }) => `export { ${className} } from '${source}';`)
				.join('\n'),
			resolveDir: '.',
		},
		write: false,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		external: Object.keys(peerDependencies),
		charset: 'utf8',
	});
	const { code } = await minify(outputFiles[0].text, { keep_classnames: true, keep_fnames: true });
	await mkdir(NEXT, { recursive: true });
	await writeFile(join(NEXT, BUNDLE), code);
	for (const { file, className } of entries) {
		const target = join(NEXT, file);
		const path = relative(dirname(target), join(NEXT, BUNDLE));
		await mkdir(dirname(target), { recursive: true });
		await writeFile(target, `exports.${className} = require('${path}').${className};\n`);
	}
};

/**
 * Writes the output of each operation as JSON schemas, from which the editor shows fields before the first run. The modules are
 * read in a separate process, because gulp in watch mode would keep those of its first build.
 */
const schemas = async () => {
	const folder = join(NEXT, 'nodes/LinkManagement/__schema__/v1.0.0');
	const declared = resolve(MODULES, 'nodes/LinkManagement/resources');
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
	await rm(MODULES, { recursive: true, force: true });
};

const swap = async () => {
	await rm('dist', { recursive: true, force: true });
	await rename(NEXT, 'dist');
};

/** Replaces only what changes with the code. */
const mergeIntoDist = async () => {
	await cp(NEXT, 'dist', { recursive: true });
	await clean();
};

const buildAll = series(clean, parallel(assets, compile, bundle), schemas, swap);

exports.default = buildAll;
// For tests while one changes the code: without the types, and with the schemas of the last build
exports.quick = series(clean, assets, bundle, mergeIntoDist);
// The function returns nothing: gulp would wait for the watcher, which ends at the first type error
exports.watch = series(
	buildAll,
	async () => void watch(['credentials/**', 'icons/**', 'nodes/**'], buildAll),
);
