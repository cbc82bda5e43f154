import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const SHIPPED = ['package.json', '{credentials,nodes}/**/*.ts', 'dist/**/*.js'];

/** The rules of n8n's scanner for community packages, on the sources and on the compiled output, with no exception. */
const scanner = [
	...[n8nCommunityNodesPlugin.configs.recommended].flat().map((config) => ({ ...config, files: SHIPPED })),
	{ files: SHIPPED, rules: { 'no-console': 'error' }, linterOptions: { noInlineConfig: true } },
	{ plugins: { 'n8n-nodes-base': nodesBase } },
	{ files: ['package.json'], rules: nodesBase.configs.community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...nodesBase.configs.credentials.rules,
			// Off in n8n's scanner, too: meant for n8n's own nodes, or done better by the other plugin
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...nodesBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
	{ files: ['package.json'], languageOptions: { parser: tseslint.parser } },
];

/** The usual rules for TypeScript, with types in what ships. */
const typescript = [
	{ files: ['**/*.{ts,mts}'], extends: [tseslint.configs.recommended] },
	{
		files: ['{credentials,nodes}/**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
		rules: {
			// n8n's signatures ask for promises
			'@typescript-eslint/require-await': 'off',
			complexity: ['error', 12],
			'max-lines': ['error', 300],
			'max-lines-per-function': ['error', 60],
		},
	},
];

export default tseslint.config(
	{ ignores: ['**/node_modules/', '.sandbox/', 'coverage/', '**/package-lock.json'] },
	...scanner,
	...typescript,
);
