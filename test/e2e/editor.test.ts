/** n8n's editor. One n8n and one browser serve all of it, because each start costs 15 seconds of CPU. */
import { inEditor } from '../support/n8n/inEditor';
import { testParameters } from './editor/parameters';
import { testWorkflows } from './editor/workflows';

inEditor('In the editor', (context) => {
	describe('the parameters', () => testParameters(context));
	describe('a workflow', () => testWorkflows(context));
});
