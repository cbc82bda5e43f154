import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import prettier from 'eslint-config-prettier';
import boundaries from 'eslint-plugin-boundaries';
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

/**
 * The layers of the node from top to bottom, and the lower layers that each may import. The diagram in CONTRIBUTING.md shows the
 * same. Types count as imports. Every layer may import from its own folder.
 */
const mayImport = {
	trigger: ['resources', 'execution', 'fields', 'transport', 'errors', 'values', 'api'],
	listSearch: ['resources', 'fields', 'transport', 'errors', 'values', 'api'],
	resources: ['execution', 'fields', 'errors', 'values', 'api'],
	execution: ['fields', 'transport', 'errors', 'values', 'api'],
	fields: ['errors', 'values'],
	transport: ['errors', 'values', 'api'],
	errors: ['values'],
	values: [],
	api: [],
};

const boundaryRules = {
	files: ['nodes/**/*.ts'],
	plugins: { boundaries },
	settings: {
		'boundaries/elements': Object.keys(mayImport).map((type) => ({
			type,
			pattern: `nodes/LinkManagement/${type}`,
		})),
		'boundaries/dependency-nodes': ['import', 'export'],
		'import/resolver': { node: { extensions: ['.ts'] } },
	},
	rules: {
		'boundaries/no-unknown-dependencies': 'error',
		'boundaries/dependencies': [
			'error',
			{
				default: 'disallow',
				policies: Object.entries(mayImport).map(([from, below]) => ({
					from: { element: { type: from } },
					allow: [from, ...below].map((type) => ({ to: { element: { type } } })),
				})),
			},
		],
	},
};

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
	boundaryRules,
	sortedImports,
	...oneWord,
	prettier,
);
