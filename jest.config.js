const { availableParallelism } = require('node:os');
const { join } = require('node:path');

// Processes that load n8n or the link service start in two thirds of the time
process.env.NODE_COMPILE_CACHE ??= join(__dirname, '.sandbox/compile-cache');

const swc = ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }];
// get-port is available only as an ES module
const transform = { '\\.[cm]?ts$': swc, '/node_modules/get-port/': swc };
const transformIgnorePatterns = ['/node_modules/(?!get-port/)'];
// The tests run in a context of their own, in which each access to a global takes a function call
const sandboxInjectedGlobals = [
	'Array',
	'Infinity',
	'Map',
	'Math',
	'Number',
	'Object',
	'Set',
	'String',
];
const project = (displayName, more = {}) => ({
	displayName,
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	testEnvironment: 'node',
	transform,
	transformIgnorePatterns,
	sandboxInjectedGlobals,
	modulePathIgnorePatterns: ['dist', '\\.sandbox', 'sandbox'].map(
		(folder) => `<rootDir>/${folder}/`,
	),
	...more,
});
const lightWorkflow = {
	moduleNameMapper: { '^n8n-workflow$': '<rootDir>/test/support/n8nWorkflow.js' },
};

module.exports = {
	projects: [
		project('unit', { ...lightWorkflow, testTimeout: 30_000 }),
		project('virtual', { ...lightWorkflow, testTimeout: 30_000 }),
		project('service'),
		project('engine', {
			...lightWorkflow,
			testEnvironment: '<rootDir>/test/support/engine/sharedProcesses.ts',
		}),
		project('walk', lightWorkflow),
		project('e2e', lightWorkflow),
		project('queue'),
	],
	testSequencer: '<rootDir>/test/support/slowestFirst.js',
	// Many tests wait for windows and servers: with two workers for each core, no core is idle. More of them slow one another down
	maxWorkers: 2 * availableParallelism(),
	// It only ends what hangs, outside of unit and virtual tests: on a busy machine, the first start of n8n takes minutes
	testTimeout: 1_200_000,
};
