import type { INodeTypeDescription } from 'n8n-workflow';

import { describeIfInstalled } from '../requiredPrograms';
import { type Editor, findChromium, openEditor } from './browser';
import { type Installation, startInstallation } from './installation';

/** Filled in before the first test. */
export interface InEditor {
	installation: Installation;
	editor: Editor;
	/** The node as the editor knows it. */
	node: INodeTypeDescription;
	/** Opens a workflow and waits for its nodes. */
	openWorkflow(id: string): Promise<void>;
	/** Opens a node of the workflow that is open. */
	openNode(name: string): Promise<void>;
	/** Closes the node that is open. */
	closeNode(): Promise<void>;
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
			context.installation = await startInstallation([
				'--limit',
				'0',
				'--base-url',
				'https://go.example.com',
			]);
			context.editor = await openEditor(executable!, context.installation.server.url);
			Object.assign(context, await described(context), handsOn(context));
		}, 300_000);
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
	editor: { page },
}: InEditor): Pick<InEditor, 'openWorkflow' | 'openNode' | 'closeNode'> {
	return {
		openWorkflow: async (id) => {
			await page.goto(`${installation.server.url}/workflow/${id}`);
			await page.getByTestId('canvas-node').first().waitFor();
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
	};
}
