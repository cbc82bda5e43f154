import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

/** What ships obeys n8n's rules for verified nodes, with no exception; the rest is held to the usual ones. */
export default tseslint.config(
	{ ignores: ['**/node_modules/', '.sandbox/', 'coverage/'] },
);
