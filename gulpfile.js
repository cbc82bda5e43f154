const { execFile } = require('node:child_process');
const { rename, rm } = require('node:fs/promises');
const { promisify } = require('node:util');
const { dest, parallel, series, src, watch } = require('gulp');

const run = promisify(execFile);

/** Built beside the last good build, which stays until this one is whole. */
const NEXT = 'dist.next';

const clean = () => rm(NEXT, { recursive: true, force: true });

/** What of a node is not TypeScript: its icons and its codex. */
const assets = () =>
	src(['icons/**/*.svg', 'nodes/**/*.node.json'], { base: '.', encoding: false }).pipe(dest(NEXT));

const compile = async () => {
	try {
		await run(process.execPath, [require.resolve('typescript/bin/tsc'), '--outDir', NEXT]);
	} catch (error) {
		throw new Error(error.stdout || error.message);
	}
};

const swap = async () => {
	await rm('dist', { recursive: true, force: true });
	await rename(NEXT, 'dist');
};

const build = series(clean, parallel(assets, compile), swap);

exports.default = build;
exports.watch = series(build, () => watch(['credentials/**', 'icons/**', 'nodes/**'], build));
