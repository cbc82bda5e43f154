/** Work in n8n's editor: from an empty canvas to a run, and the errors it shows. */
import { join } from 'node:path';

import { exampleNames, storedExample } from '../../../sandbox/demo/example.ts';
import { overlapsOn } from '../../support/n8n/canvas';
import type { InEditor } from '../../support/n8n/inEditor';
import { root } from '../../support/n8n/installation';
import { linkManagement, rowOf } from '../../support/n8n/workflow';

export function testWorkflows(context: InEditor): void {
	test("an error shows the service's own message, or the label of the invalid field", async () => {
		const { page, open, execute, installation } = context;
		await installation.service.tell('/reset', { seed: { links: 5 } });
		const { links } = await installation.service.state();
		const taken = {
			resource: 'link',
			operation: 'create',
			url: 'https://www.example.com',
			additionalFields: { custom: links[0]!.alias },
		};
		const noId = {
			resource: 'link',
			operation: 'get',
			linkId: { __rl: true, mode: 'idOrUrl', value: '=spring' },
		};
		for (const [name, parameters, message] of [
			['taken', taken, /Alias \S+ is taken/],
			['no-id', noId, /Link: "spring" is neither/],
		] as const) {
			const step = linkManagement('Link', installation.credential, parameters);
			await open(rowOf(name, step), 'Link');
			await execute();
			await page
				.getByTestId('output-panel')
				.getByTestId('node-error-message')
				.getByText(message)
				.waitFor();
		}
	});

	test('the node is found in the nodes panel, with an action for each operation', async () => {
		const { page, open, expectChoice } = context;
		await open(rowOf('first-steps'));
		await page.getByTestId('node-creator-plus-button').click();
		await page.getByTestId('node-creator-search-bar').fill('short link');
		const found = page.getByTestId('item-iterator-item').filter({ hasText: 'Link Management' });
		await found.first().click();
		await page.getByText('Create short link', { exact: true }).first().click();
		await page.getByTestId('node-parameters').waitFor();
		await expectChoice('operation', 'create', 'Create');
	});

	test('the credential test names a bad key and accepts a good one', async () => {
		const { page } = context;
		await page.getByTestId('node-credentials-select').click();
		await page.getByTestId('node-credentials-select-item-new').click();
		const dialog = page.getByTestId('credential-edit-dialog');
		const fill = async (name: string, value: string) =>
			await dialog.getByTestId(`parameter-input-${name}`).locator('input').fill(value);
		await fill('baseUrl', context.installation.service.url);
		await fill('apiKey', 'not-a-key');
		await page.getByTestId('credential-save-button').click();
		await dialog.getByText('More details').click();
		await page.getByText('The service refused this API key').first().waitFor();

		await fill('apiKey', context.installation.service.key);
		await page.getByTestId('credential-save-button').click();
		// n8n closes the dialog when the test succeeds
		await dialog.waitFor({ state: 'hidden' });
		await page.getByTestId('credential-edit-button').click();
		await dialog.getByText('Connection tested successfully').waitFor();
		await page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'hidden' });
	});

	test.each(exampleNames())(
		'the example %s can be imported, and nothing overlaps',
		async (name) => {
			const { page } = context;
			await page.keyboard.press('ControlOrMeta+a');
			await page.keyboard.press('Delete');
			await page.getByTestId('canvas-plus-button').waitFor();
			await page
				.getByTestId('workflow-import-input')
				.setInputFiles(join(root, 'examples', `${name}.json`));
			const { nodes } = storedExample(name);
			for (const node of nodes)
				await page.locator(`[data-node-name="${node.name}"]`).first().waitFor();
			await page.getByTestId('zoom-to-fit').click();
			expect(await overlapsOn(page)).toEqual([]);
			expect(await page.getByText('Install this node').count()).toBe(0);
		},
	);
}
