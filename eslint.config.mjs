import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import prettier from 'eslint-config-prettier';
import importSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';

/** n8n's rules for community nodes, for immediate feedback. `npm run scan` runs n8n's own scanner. */
const n8n = [
	...[n8nCommunityNodesPlugin.configs.recommended].flat().map((config) => ({
		...config,
		files: ['package.json', '{credentials,nodes}/**/*.ts'],
		linterOptions: { noInlineConfig: true },
	})),
	{ files: ['package.json'], languageOptions: { parser: tseslint.parser } },
];

/** The usual rules for TypeScript. For the code that ships, they use type information. */
const typescript = [
	{ files: ['**/*.{ts,mts}'], extends: [tseslint.configs.recommended] },
	{
		files: ['{credentials,nodes}/**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			// n8n's signatures require promises
			'@typescript-eslint/require-await': 'off',
			complexity: ['error', 12],
			'max-lines': ['error', 300],
			'max-lines-per-function': ['error', 60],
		},
	},
];

/** The same order of imports everywhere. `npm run format` sorts them. */
const sortedImports = {
	files: ['**/*.{js,mjs,ts,mts}'],
	plugins: { 'simple-import-sort': importSort },
	rules: { 'simple-import-sort/imports': 'error', 'simple-import-sort/exports': 'error' },
};

/** Allows only one of two ways to write the same thing. */
const privateKeyword = {
	selector: 'PrivateIdentifier',
	message: 'Declare the member as `private`, as in the rest of the project.',
};
const testFunction = {
	selector: 'CallExpression Identifier[name="it"]',
	message: 'Call `test`, as in the rest of the project.',
};
const oneWord = [
	{
		files: ['**/*.{ts,mts}'],
		rules: { 'no-restricted-syntax': ['error', privateKeyword] },
	},
	{
		files: ['test/**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', privateKeyword, testFunction] },
	},
];

export default tseslint.config(
	{
		ignores: [
			'**/node_modules/',
			'.sandbox/',
			'.stryker-tmp/',
			'coverage/',
			'dist/',
			'dist.next/',
			'reports/',
		],
	},
	...n8n,
	...typescript,
	sortedImports,
	...oneWord,
	prettier,
);
