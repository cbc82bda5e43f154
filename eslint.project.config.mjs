/**
 * This project's own rules. They have this name because n8n's tool wants its own eslint.config.mjs in the root folder, unchanged.
 * `npm run lint` runs both: `n8n-node lint` takes the configuration that is nearest to each file, so test/, sandbox/, bench/ and
 * scripts/, which do not ship, have one that imports this file. A second run applies this file to what ships and to the
 * files of the root folder.
 */
import prettier from 'eslint-config-prettier';
import importSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';

import { house, noModuleMemory, noPageRequests } from './scripts/lint/houseRules.mjs';

/** Allows only one of two ways to write the same thing. */
const privateKeyword = {
	selector: 'PrivateIdentifier',
	message: 'Declare the member as `private`, as in the rest of the project.',
};
const testFunction = {
	selector: 'CallExpression Identifier[name="it"]',
	message: 'Call `test`, as in the rest of the project.',
};

const canParse = {
	object: 'URL',
	property: 'canParse',
	message: 'Call parsedUrl, which says why.',
};
const normalize = {
	property: 'normalize',
	message: 'Call normalized, which takes linear time for each text.',
};

/** The usual rules for TypeScript, and the same order of imports everywhere. `npm run format` sorts them. */
export const common = tseslint.config(
	{
		files: ['**/*.{ts,mts}'],
		extends: [tseslint.configs.recommended],
		rules: { 'no-restricted-syntax': ['error', privateKeyword] },
	},
	{
		files: ['**/*.{cjs,js,mjs,ts,mts}'],
		plugins: { 'simple-import-sort': importSort },
		rules: { 'simple-import-sort/imports': 'error', 'simple-import-sort/exports': 'error' },
	},
	prettier,
);

export const forTests = [
	...common,
	{
		files: ['**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', privateKeyword, testFunction] },
	},
];

export default tseslint.config(
	...common,
	{
		files: ['{credentials,nodes}/**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		plugins: { house },
		linterOptions: { noInlineConfig: true },
		languageOptions: {
			parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			// n8n's signatures require promises
			'@typescript-eslint/require-await': 'off',
			complexity: ['error', 12],
			'max-lines': ['error', 300],
			'max-lines-per-function': ['error', 60],
			'house/one-name-one-function': 'error',
			'no-restricted-properties': ['error', canParse, normalize],
			'no-restricted-syntax': ['error', privateKeyword, ...noModuleMemory, noPageRequests],
		},
	},
	{
		files: ['nodes/LinkManagement/lists/**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', privateKeyword, ...noModuleMemory] },
	},
	{
		// It has `normalized`.
		files: ['nodes/LinkManagement/text/comparable.ts'],
		rules: { 'no-restricted-properties': ['error', canParse] },
	},
	{
		// They hold the accounts, the runs and the polls of this process.
		files: ['nodes/LinkManagement/{client/account,run/run,trigger/polls}.ts'],
		rules: { 'no-restricted-syntax': ['error', privateKeyword, noPageRequests] },
	},
);
