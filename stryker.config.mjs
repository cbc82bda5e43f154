/** StrykerJS for one area of the code; `npm run test:mutation` runs it for each. */
import { areas } from './test/mutation/areas.mjs';

const { MUTATION_AREA: area, MUTATION_ALL_TESTS: isWhole } = process.env;
const report = `reports/mutation/${area}${isWhole ? '.redundant' : ''}`;
if (!area || !areas[area])
	throw new Error(`MUTATION_AREA is one of: ${Object.keys(areas).join(', ')}`);

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: areas[area].sources,
	testRunner: 'one-process',
	coverageAnalysis: 'perTest',
	plugins: ['./test/mutation/runner.mjs', './test/mutation/texts.mjs'],
	ignorers: ['texts'],
	// ESLint leaves this folder out. After a failed run, the copy stays
	tempDirName: '.sandbox/stryker',
	// Only what the unit tests read is copied
	ignorePatterns: [
		'*',
		...['jest.config.js', 'tsconfig.json', 'package.json', '*.md'].map((name) => `!/${name}`),
		...['credentials', 'docs', 'nodes', 'test', 'sandbox/service'].map(
			(folder) => `!/${folder}/**`,
		),
	],
	reporters: ['html', 'json', 'progress-append-only', 'clear-text'],
	clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: false },
	htmlReporter: { fileName: `${report}.html` },
	jsonReporter: { fileName: `${report}.json` },
	// To see which other tests notice a mutant, too
	disableBail: isWhole !== undefined,
	// With --incremental
	incrementalFile: `reports/mutation/incremental/${area}.json`,
	concurrency: 2,
	// A mutant that loops ends after this; on a busy machine, a test must not pass for a loop
	timeoutMS: 5_000,
	timeoutFactor: 4,
	warnings: { slow: false },
};
