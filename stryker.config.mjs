/** StrykerJS for one area of the code; `npm run test:mutation` runs it for each. */
import { createRequire } from 'node:module';

import { areas } from './test/mutation/areas.mjs';

const require = createRequire(import.meta.url);
const unit = require('./jest.config.js').projects.find(({ displayName }) => displayName === 'unit');

const area = process.env.MUTATION_AREA;
if (!area || !areas[area])
	throw new Error(`MUTATION_AREA is one of: ${Object.keys(areas).join(', ')}`);

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: areas[area].sources,
	testRunner: 'jest',
	coverageAnalysis: 'perTest',
	jest: {
		projectType: 'custom',
		// Stryker knows from its first run which tests reach a mutant
		enableFindRelatedTests: false,
		config: {
			...unit,
			testRunner: '<rootDir>/test/mutation/jest-circus-runner.js',
			testSequencer: '<rootDir>/test/mutation/fastestFirst.js',
			// Fewer files to look through for each mutant
			roots: ['<rootDir>/nodes', '<rootDir>/test'],
			moduleNameMapper: {
				...unit.moduleNameMapper,
				'^fast-check$': '<rootDir>/test/mutation/fastCheck.js',
			},
			displayName: undefined,
			// Stryker adds this to jest.config.js, whose projects would run all tests
			projects: [],
			testMatch: areas[area].tests.map((name) => `<rootDir>/test/${name}.test.ts`),
		},
	},
	plugins: ['@stryker-mutator/jest-runner', './test/mutation/texts.mjs'],
	ignorers: ['texts'],
	// Only what the unit tests read is copied
	ignorePatterns: [
		'*',
		...['jest.config.js', 'tsconfig.json', 'package.json', '*.md'].map((name) => `!/${name}`),
		...['credentials', 'nodes', 'test', 'sandbox/service'].map((folder) => `!/${folder}/**`),
	],
	reporters: ['html', 'json', 'progress-append-only', 'clear-text'],
	clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: false },
	htmlReporter: { fileName: `reports/mutation/${area}.html` },
	jsonReporter: { fileName: `reports/mutation/${area}.json` },
	// With --incremental
	incrementalFile: `reports/mutation/incremental/${area}.json`,
	concurrency: 2,
	// A mutant that loops ends after this; on a busy machine, a test must not pass for a loop
	timeoutMS: 10_000,
	timeoutFactor: 2,
	warnings: { slow: false },
};
