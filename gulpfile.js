const { execFile } = require('node:child_process');
const { mkdir, readFile, rename, rm, writeFile } = require('node:fs/promises');
const { basename, dirname, join, relative } = require('node:path');
const { promisify } = require('node:util');
const { build } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { transpileModule } = require('typescript');
const { n8n, name, peerDependencies, repository, version } = require('./package.json');
const { compilerOptions } = require('./tsconfig.json');

const run = promisify(execFile);

/** The build goes here, and replaces the last good build when it is complete. */
const NEXT = 'dist.next';
/** The file with all code of the package, in NEXT. */
const BUNDLE = 'linkManagement.js';

/** Says to people who read the bundle what it is. It has no time and no path, so that each build of a commit is the same. */
const BANNER = `/*
 * ${name} ${version}
 *
 * All code of this package in one file. esbuild joined the TypeScript modules of credentials/ and nodes/ without types and
 * most comments; nothing is minified. The line before each module names its source, which is at tag v${version} of
 * ${repository.url.replace(/^git\+|\.git$/g, '')}
 * "npm install && npm run build" makes this file again, byte by byte.
 */`;

const clean = () => rm(NEXT, { recursive: true, force: true });

/** The parts of a node that are not TypeScript: its icons and its codex. */
const assets = () =>
	src(['icons/**/*.svg', 'nodes/**/*.node.json'], { base: '.', encoding: false }).pipe(dest(NEXT));

const types = async () => {
	try {
		await run(process.execPath, ['node_modules/typescript-native/bin/tsc', '--noEmit']);
	} catch (error) {
		throw new Error(error.stdout || error.message);
	}
};

/** The comments of these files answer what a reviewer of the package asks. */
const FOR_REVIEWERS = /(LinkManagement\.node|client\/http)\.ts$/;

/** esbuild itself leaves comments between the members of classes and objects, a 15th of the package. */
const withoutComments = {
	name: 'without-comments',
	setup: ({ onLoad }) =>
		onLoad({ filter: /\.ts$/ }, async ({ path }) => {
			if (FOR_REVIEWERS.test(path)) return undefined;
			const source = await readFile(path, 'utf8');
			// A field is named where it gets its value, not in a line of its own, too
			const forBundle = { module: 'esnext', useDefineForClassFields: false };
			const options = { compilerOptions: { ...compilerOptions, ...forBundle } };
			return { contents: transpileModule(source, options).outputText };
		}),
};

/** The code of TypeScript modules as one CommonJS module. @param {string} contents what it exports */
const bundled = async (contents, options) => {
	const { outputFiles } = await build({
		stdin: { contents, resolveDir: '.' },
		write: false,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		external: Object.keys(peerDependencies),
		charset: 'utf8',
		...options,
	});
	return outputFiles[0].text;
};

/**
 * Writes one file with all code, and the files that n8n loads: each exports its class from there. One file instead of more
 * than a hundred makes the package smaller and n8n's start faster. The node and its trigger share it because they share the rate
 * limit of a key.
 */
const bundle = async () => {
	const entries = [...n8n.credentials, ...n8n.nodes].map((file) => ({
		file: relative('dist', file),
		className: basename(file).split('.')[0],
		source: `./${relative('dist', file).replace(/\.js$/, '')}`,
	}));
	const imports = entries.map(
		({ className, source }) => `import { ${className} } from '${source}';`,
	);
	// For `export`, esbuild would write helpers that nothing needs
	const names = entries.map(({ className }) => className).join(', ');
	const contents = `${imports.join('\n')}\nmodule.exports = { ${names} };`;
	await mkdir(NEXT, { recursive: true });
	await writeFile(
		join(NEXT, BUNDLE),
		await bundled(contents, {
			banner: { js: BANNER },
			plugins: [withoutComments],
			logOverride: { 'commonjs-variable-in-esm': 'silent' },
		}),
	);
	for (const { file, className } of entries) {
		const target = join(NEXT, file);
		const path = relative(dirname(target), join(NEXT, BUNDLE));
		await mkdir(dirname(target), { recursive: true });
		await writeFile(target, `exports.${className} = require('${path}').${className};\n`);
	}
};

/** Writes the output of each operation as JSON schemas, from which the editor shows fields before the first run. */
const schemas = async () => {
	const folder = join(NEXT, 'nodes/LinkManagement/__schema__/v1.0.0');
	const code = await bundled("export { resources } from './nodes/LinkManagement/actions';");
	const declared = { exports: {} };
	new Function('module', 'require', code)(declared, require);
	for (const [resource, { operations }] of Object.entries(declared.exports.resources)) {
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

/** Everything but the check of the types. For tests while one changes the code. */
const quick = series(clean, parallel(assets, bundle, schemas), swap);

exports.default = series(clean, parallel(types, assets, bundle, schemas), swap);
exports.quick = quick;
