const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { promisify } = require('node:util');
const { dest, parallel, series, src, watch } = require('gulp');

const run = promisify(execFile);

const clean = () => rm('dist', { recursive: true, force: true });

/** What of a node is not TypeScript: its icons and its codex. */
const assets = () =>
	src(['icons/**/*.svg', 'nodes/**/*.node.json'], { base: '.', encoding: false }).pipe(dest('dist'));

const compile = async () => {
	try {
		await run(process.execPath, [require.resolve('typescript/bin/tsc')]);
	} catch (error) {
		throw new Error(error.stdout || error.message);
	}
};

const build = series(clean, parallel(assets, compile));

exports.default = build;
exports.watch = series(build, () =>
	watch(['credentials/**', 'icons/**', 'nodes/**'], build),
);
