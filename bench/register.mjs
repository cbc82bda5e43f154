/** Lets the programs of the bench use the tests' engine client, which is written for jest's module system. */
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

import { transformFileSync } from '@swc/core';

const jsc = { parser: { syntax: 'typescript' }, target: 'es2022' };
// Node finds the names of several exports only by this annotation
const module = { type: 'commonjs', exportInteropAnnotation: true };

registerHooks({
	load(url, context, next) {
		if (!/\/test\/support\/.*\.ts$/.test(url)) return next(url, context);
		const { code } = transformFileSync(fileURLToPath(url), { jsc, module });
		return { format: 'commonjs', source: code, shortCircuit: true };
	},
});
