/** The node as a person meets it in n8n's editor. What it looks like is kept in `.sandbox/screenshots/`. */
import type { Locator } from 'playwright-core';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { findChromium, openEditor, type Editor } from '../support/n8n/browser';
import { linkManagement, rowOf } from '../support/n8n/workflow';
import { startWorld, type World } from '../support/n8n/world';

const executable = findChromium();
if (!executable) console.warn('No Chromium here: the editor tests are left out. Install it to run them.');
const inBrowser = executable ? describe : describe.skip;

/** A value for each field of a collection, and for each of a fixed collection's groups one row. */
function everyField(fields: INodeProperties[]): Record<string, unknown> {
	return Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
}

function valueOf({ type, typeOptions, options = [], default: initial }: INodeProperties): unknown {
	if (type !== 'fixedCollection') return initial;
	const groups = options as Array<{ name: string; values: INodeProperties[] }>;
	const row = (values: INodeProperties[]) => (typeOptions?.multipleValues ? [everyField(values)] : everyField(values));
	return Object.fromEntries(groups.map(({ name, values }) => [name, row(values)]));
}

inBrowser('in the editor', () => {
	let world: World;
	let editor: Editor;
	let additionalFields: INodeProperties[];

	beforeAll(async () => {
		world = await startWorld();
		await world.service.control('/reset', { method: 'POST', body: { seed: { campaigns: 3 } } });
		const nodeInfos = [{ name: 'n8n-nodes-link-management.linkManagement', version: 1 }];
		const [node] = await world.server.client.request<INodeTypeDescription[]>('POST', '/node-types', { nodeInfos });
		additionalFields = node!.properties.find(
			({ name, displayOptions: { show } = {} }) =>
				name === 'additionalFields' && show?.resource?.includes('link') && show.operation?.includes('create'),
		)!.options as INodeProperties[];
		const parameters = { resource: 'link', operation: 'create', url: 'https://example.com', additionalFields: everyField(additionalFields) };
		await world.server.client.saveWorkflow(rowOf('editor', linkManagement('Create Short Link', world.credential, parameters)));
		editor = await openEditor(executable!, world.server.url);
	});
	afterAll(async () => {
		await editor?.close();
		await world?.stop();
	});
	afterEach(() => expect(editor.complaints).toEqual([]));

	/** The parameters of the node, on a screen so high that nothing has to be scrolled to. */
	async function openPanel(height: number): Promise<Locator> {
		const { page } = editor;
		await page.setViewportSize({ width: 1600, height });
		await page.goto(`${world.server.url}/workflow/editor`);
		await page.getByTestId('canvas-node').filter({ hasText: 'Create Short Link' }).dblclick();
		return page.getByTestId('node-parameters');
	}

	test('the panel shows every field of a new link', async () => {
		const panel = await openPanel(3400);
		for (const { displayName } of additionalFields) {
			await panel.getByText(displayName, { exact: true }).first().waitFor();
		}
		await editor.screenshot('link-create-all-fields');
	});

	test('a campaign can be chosen from those the service has', async () => {
		const { page } = editor;
		const panel = await openPanel(1000);
		const locator = panel.getByTestId('resource-locator-campaign');
		await locator.scrollIntoViewIfNeeded();
		await locator.getByTestId('rlc-input-container').click();
		await page.getByTestId('rlc-item').nth(2).waitFor();
		await editor.screenshot('campaign-list');
		const { campaigns } = await world.service.control<{ campaigns: Array<{ name: string }> }>('/state');
		const shown = await page.getByTestId('rlc-item').allInnerTexts();
		expect(shown.map((text) => text.trim()).sort()).toEqual(campaigns.map(({ name }) => name).sort());
	});
});
