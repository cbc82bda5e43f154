import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import tseslint from 'typescript-eslint';

/** n8n's rules for community nodes, as far as they help while writing; `npm run scan` is what n8n will say. */
const n8n = [
	...[n8nCommunityNodesPlugin.configs.recommended].flat().map((config) => ({
		...config,
		files: ['package.json', '{credentials,nodes}/**/*.ts'],
		linterOptions: { noInlineConfig: true },
	})),
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
	{ ignores: ['**/node_modules/', '.sandbox/', 'coverage/', 'dist/', 'dist.next/'] },
	...n8n,
	...typescript,
);
