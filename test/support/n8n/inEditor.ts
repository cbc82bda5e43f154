import type { INodeTypeDescription } from 'n8n-workflow';

import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { describeIfInstalled } from '../requiredPrograms';
import { type Editor, findChromium, openEditor } from './browser';
import { type Installation, startInstallation } from './installation';

/** Filled in before the first test. */
export interface InEditor {
	installation: Installation;
	editor: Editor;
	/** The node as the editor knows it. */
	node: INodeTypeDescription;
	/** Saves a workflow, opens it, and waits for its first node. */
	openWorkflow(workflow: Workflow): Promise<void>;
	/** Opens a node of the workflow that is open. */
	openNode(name: string): Promise<void>;
	/** Closes the node that is open. */
	closeNode(): Promise<void>;
	/** Deletes all nodes of the workflow that is open. */
	emptyCanvas(): Promise<void>;
}

/**
 * Defines tests in the editor of an installation of their own. The browser must report no errors. Without Chromium
 * they are skipped.
 */
export function inEditor(title: string, define: (context: InEditor) => void): void {
	const executable = findChromium();
	const context = {} as InEditor;
	describeIfInstalled(
		executable ? undefined : 'the editor tests need Chromium: apt-get install chromium',
	)(title, () => {
		beforeAll(async () => {
			context.installation = await startInstallation(
				['--limit', '0', '--base-url', 'https://go.example.com'],
				{ N8N_DISABLE_UI: 'false' },
			);
			context.editor = await openEditor(executable!, context.installation.server.client);
			Object.assign(context, await described(context), handsOn(context));
		});
		afterAll(async () => {
			await context.editor?.close();
			await context.installation?.stop();
		});
		afterEach(async () => {
			const { currentTestName = '' } = expect.getState();
			await context.editor.screenshot(
				`end-of-${currentTestName.replace(/\W+/g, '-').toLowerCase()}`,
			);
			expect(context.editor.complaints.splice(0)).toEqual([]);
		});
		define(context);
	});
}

async function described({ installation }: InEditor): Promise<Pick<InEditor, 'node'>> {
	const nodeInfos = [{ name: 'n8n-nodes-link-management.linkManagement', version: 1 }];
	const [node] = await installation.server.client.request<INodeTypeDescription[]>(
		'POST',
		'/node-types',
		{
			nodeInfos,
		},
	);
	return { node: node! };
}

function handsOn({
	installation,
	editor: { page, goTo },
}: InEditor): Pick<InEditor, 'openWorkflow' | 'openNode' | 'closeNode' | 'emptyCanvas'> {
	return {
		openWorkflow: async (workflow) => {
			await installation.server.client.saveWorkflow(workflow);
			// by its ID, because the nodes of the workflow before may have the same names
			const firstNode = page.locator(`.vue-flow__node[data-id="${workflow.nodes[0]!.id}"]`);
			await goTo(`/workflow/${workflow.id}`, firstNode);
		},
		openNode: async (name) => {
			await page
				.getByTestId('canvas-node')
				.and(page.locator(`[data-node-name="${name}"]`))
				.dblclick();
			await page.getByTestId('node-parameters').waitFor();
		},
		closeNode: async () => {
			await page.getByTestId('ndv-close-button').click();
			await page.getByTestId('ndv').waitFor({ state: 'hidden' });
		},
		emptyCanvas: async () => {
			await page.keyboard.press('ControlOrMeta+a');
			await page.keyboard.press('Delete');
			await page.getByTestId('canvas-plus-button').waitFor();
		},
	};
}
