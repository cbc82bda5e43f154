/** The node's parameters in n8n's editor. Screenshots are in `.sandbox/screenshots/`. */
import type { INodeProperties } from 'n8n-workflow';
import type { Locator, Page } from 'playwright-core';

import { resources } from '../../../nodes/LinkManagement/actions';
import type { Workflow } from '../../../sandbox/n8n/client.ts';
import type { InEditor } from '../../support/n8n/inEditor';
import { until } from '../../support/n8n/published';
import { linkManagement, rowOf, type Step, watching } from '../../support/n8n/workflow';
import type { State } from '../../support/service';

/** A value for each field, with all fields of a collection and one row for each group of a fixed collection. */
function everyField(fields: INodeProperties[]): Record<string, unknown> {
	return Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
}

function valueOf({ type, typeOptions, options = [], default: initial }: INodeProperties): unknown {
	if (type === 'collection') return everyField(options as INodeProperties[]);
	if (type !== 'fixedCollection') return initial;
	const groups = options as Array<{ name: string; values: INodeProperties[] }>;
	const row = (values: INodeProperties[]) =>
		typeOptions?.multipleValues ? [everyField(values)] : everyField(values);
	return Object.fromEntries(groups.map(({ name, values }) => [name, row(values)]));
}

/** Every operation, with all fields of its collections, both as workflows store it and as people see it. */
const OPERATIONS = Object.entries(resources).flatMap(([resource, { name, operations }]) =>
	Object.entries(operations).map(([operation, { option, fields }]) => {
		// The fields of Add QR Code are hidden without it
		const collections = fields.filter(
			({ type, displayOptions }) => type === 'collection' && !displayOptions,
		);
		return {
			title: `${name} ${option.name}`,
			parameters: { resource, operation, ...everyField(collections) },
			choices: [
				['resource', resource, name],
				['operation', operation, option.name],
			] as const,
			labels: collections
				.flatMap(({ options }) => options as INodeProperties[])
				.map(({ displayName }) => displayName),
		};
	}),
);

/** A workflow in which a step follows a step with these rows, whose data is pinned so that the editor has their columns. */
function behindRows(id: string, rows: Array<Record<string, string>>, step: Step): Workflow {
	const code = {
		...{ name: 'Rows', type: 'n8n-nodes-base.code', typeVersion: 2 },
		parameters: { jsCode: `return ${JSON.stringify(rows)}` },
	};
	const pinData = { Rows: rows.map((json) => ({ json })) };
	return { ...rowOf(id, code, step), pinData } as Workflow;
}

/**
 * Drags a column of the input data onto a field, as people do. n8n forgets a drag when it draws its panels anew, and fields
 * move when another one shows its result, so the drag is repeated until the field has taken the column.
 */
async function dragColumn(page: Page, heading: string, field: Locator): Promise<void> {
	const column = page.getByTestId('run-data-schema-item').filter({ hasText: heading });
	const pill = column.first().locator('.pill');
	const offer = page.locator('body:has([class*="_dragging_"]) [class*="activeDrop"]').first();
	const expression = field.locator('.cm-line').filter({ hasText: `$json.${heading}` });
	const appears = async (shown: Locator) =>
		await shown.waitFor({ timeout: 3_000 }).then(
			() => true,
			() => false,
		);
	await until(async () => {
		await pill.hover();
		await page.mouse.up();
		await page.mouse.down();
		await field.hover();
		if (!(await appears(offer))) return false;
		await page.mouse.up();
		return await appears(expression);
	});
}

export function testParameters(context: InEditor): void {
	const { installation } = context;
	const step = (name: string, parameters: Step['parameters']) =>
		linkManagement(name, installation.credential, parameters);
	const linksWhere = async (isMeant: (link: State['links'][number]) => boolean) =>
		(await installation.service.state()).links.filter(isMeant);

	beforeAll(async () => {
		await installation.service.tell('/reset', { seed: { campaigns: 3, links: 140 } });
	});

	test('a column of names that is dragged onto Campaign lands in By Name, and the run finds the campaigns', async () => {
		const { page, open, execute } = context;
		const rows = ['campaign 2', 'Campaign 3'].map((campaign) => ({ campaign }));
		const campaign = { mode: 'list', value: '' };
		const parameters = {
			...{ resource: 'link', operation: 'create', url: 'https://example.com' },
			additionalFields: { campaign },
		};
		await open(behindRows('dragged-column', rows, step('Link', parameters)), 'Link');
		const field = page.getByTestId('resource-locator-campaign');
		await dragColumn(page, 'campaign', field);
		const mode = field.getByTestId('rlc-mode-selector').locator('input');
		await until(async () => (await mode.inputValue()) === 'By Name');
		await execute('2 items');
		const made = await linksWhere(({ longurl }) => longurl === 'https://example.com');
		expect(made.map((link) => link.campaign).sort()).toEqual([2, 3]);
	});

	test('columns of a table that are dragged onto Create or Update make the links of its rows, also after a change of Match On', async () => {
		const { page, open, execute } = context;
		const rows = ['mapped-1', 'mapped-2'].map((alias) => ({
			alias,
			target: `https://example.com/${alias}`,
		}));
		const upsert = step('Table', { resource: 'link', operation: 'upsert' });
		await open(behindRows('mapped-columns', rows, upsert), 'Table');
		const panel = page.getByTestId('node-parameters');
		for (const [heading, column] of [
			['alias', 'custom'],
			['target', 'url'],
		] as const) {
			const field = panel.getByTestId(`parameter-input-${column}`);
			await dragColumn(page, heading, field);
		}
		const matchOn = panel.getByTestId('parameter-input-matchOn');
		for (const column of ['Short URL', 'Alias']) {
			await matchOn.click();
			await page.getByRole('option', { name: column }).click();
			await until(async () => (await matchOn.locator('input').inputValue()) === column);
		}
		await execute('2 items', '2 created, 0 updated, 0 unchanged');
		const made = await linksWhere(({ alias }) => rows.some((row) => row.alias === alias));
		expect(made.map(({ alias, longurl: target }) => ({ alias, target }))).toEqual(rows);
	});

	test('the trigger fetches a test event', async () => {
		const { page, open, execute } = context;
		const parameters = { event: 'linkClicksReached' };
		await open(watching('trigger', installation.credential, parameters), 'Trigger');
		await page.getByTestId('parameter-input-threshold').waitFor();
		await execute('1 item');
	});

	test('every operation opens, with all fields of its collections', async () => {
		const { page, goTo, open, expectChoice } = context;
		const steps = OPERATIONS.map(({ title, parameters }) => step(title, parameters));
		const workflow = rowOf('operations', ...steps);
		await open(workflow);
		for (const { title, choices, labels } of OPERATIONS) {
			const { id } = workflow.nodes.find(({ name }) => name === title)!;
			// To close each panel and to find the next node on the canvas takes twice as long
			await goTo(
				`/workflow/${workflow.id}/${id}`,
				page.getByTestId('node-title-container').locator(`[title="${title}"]`),
			);
			for (const [name, stored, label] of choices) await expectChoice(name, stored, label);
			const panel = page.getByTestId('node-parameters');
			for (const label of labels) await panel.getByText(label, { exact: true }).first().waitFor();
		}
		await page.getByTestId('ndv-close-button').click();
		await page.getByTestId('ndv').waitFor({ state: 'hidden' });
	});

	test('a link can be found, chosen and read', async () => {
		const { page, open, execute } = context;
		const parameters = { resource: 'link', operation: 'get' };
		await open(rowOf('search', step('Link', parameters)), 'Link');
		await page.getByTestId('resource-locator-linkId').getByTestId('rlc-input-container').click();
		const found = page.getByTestId('rlc-item');
		await found.nth(99).waitFor({ state: 'attached' });
		await page.getByTestId('rlc-search').fill('Page 77');
		await found.nth(1).waitFor({ state: 'detached' });
		await found.getByText(/^http.+ · Page 77$/).click();
		await execute('https://www.example.com/page/77');
	});
}
