/** n8n's editor in the Chromium of this machine. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type Locator, type Page, selectors } from 'playwright-core';

import type { N8nClient, Workflow } from '../../../sandbox/n8n/client.ts';
import { quickStart } from '../../../sandbox/n8n/process.ts';
import { findChromium } from '../../../sandbox/n8n/programs.ts';
import { describeIfInstalled } from '../requiredPrograms';
import { type Installation, root, setUpInstallation } from './installation';
import { until } from './published';

const flags = [
	...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
	...['--disable-background-networking', '--disable-component-update'],
	`--js-flags=${quickStart.join(' ')}`,
];

/**
 * How long an element may take to appear, in ms: less than a test may last, so that the error names the missing
 * element.
 */
const TIMEOUT = 300_000;

/** Filled in before the first test. */
export type InEditor = { installation: Installation } & Awaited<ReturnType<typeof openEditor>>;

/**
 * Defines tests in the editor of an installation of their own. The browser must report no errors. Without Chromium
 * they are skipped. What is on the screen at the end of each is kept in `.sandbox/screenshots/`.
 */
export function inEditor(title: string, define: (context: InEditor) => void): void {
	const executable = findChromium();
	describeIfInstalled(
		executable ? undefined : 'the editor tests need Chromium: apt-get install chromium',
	)(title, () => {
		const context = {} as InEditor;
		// Hooks run in this order: the browser is closed before n8n ends
		afterAll(async () => await context.close?.());
		context.installation = setUpInstallation(
			['--limit', '0', '--base-url', 'https://go.example.com'],
			{ N8N_DISABLE_UI: 'false' },
		);
		beforeAll(async () => {
			const { server } = context.installation;
			Object.assign(context, await openEditor(executable!, server.client));
		});
		afterEach(async () => {
			const { currentTestName = '' } = expect.getState();
			const name = `end-of-${currentTestName.replace(/\W+/g, '-').toLowerCase()}.png`;
			const folder = join(root, '.sandbox', 'screenshots');
			mkdirSync(folder, { recursive: true });
			await context.page.screenshot({ path: join(folder, name) });
			expect(context.complaints.splice(0)).toEqual([]);
		});
		define(context);
	});
}

/**
 * Opens the editor on an empty workflow, signed in as the owner, with a browser that has never been used. It shows no
 * animations.
 */
async function openEditor(executablePath: string, client: N8nClient) {
	selectors.setTestIdAttribute('data-test-id');
	const profile = mkdtempSync(join(tmpdir(), 'editor-'));
	const context = await chromium.launchPersistentContext(profile, {
		executablePath,
		args: flags,
		viewport: { width: 1600, height: 1000 },
		reducedMotion: 'reduce',
		// n8n compresses its editor anew for each browser, which takes four seconds of CPU
		extraHTTPHeaders: { 'Accept-Encoding': 'identity' },
	});
	context.setDefaultTimeout(TIMEOUT);
	const page = context.pages()[0] ?? (await context.newPage());
	const complaints = complaintsOf(page);
	const data = { emailOrLdapLoginId: client.owner.email, password: client.owner.password };
	await page.request.post(`${client.url}/rest/login`, { data, failOnStatusCode: true });
	await page.goto(`${client.url}/workflow/new`);
	await page.getByTestId('canvas-plus-button').waitFor();

	/**
	 * Opens a page of the editor without saving what is open. It moves in the browser's history, as its Back button does: to
	 * load the whole editor again takes 5 to 10 seconds of CPU; this takes one.
	 *
	 * @param sign only the new page shows this
	 */
	const goTo = async (path: string, sign: Locator) => {
		await page.locator('body').evaluate(({ ownerDocument: { defaultView: view } }, address) => {
			view.history.pushState(null, '', address);
			view.dispatchEvent(new view.PopStateEvent('popstate', { state: null }));
		}, path);
		// n8n asks when it has not saved the last change yet
		const leaveWithoutSaving = page.locator('.btn--cancel');
		await sign.or(leaveWithoutSaving).first().waitFor();
		if (await leaveWithoutSaving.isVisible()) await leaveWithoutSaving.click();
		await sign.waitFor();
	};
	return {
		page,
		goTo,
		complaints,
		close: async () => {
			await context.close();
			rmSync(profile, { recursive: true, force: true });
		},
		/** Saves a workflow, opens it, waits for its first node, and opens a node of it. */
		open: async (workflow: Workflow, nodeName?: string) => {
			await client.saveWorkflow(workflow);
			// by its ID, because the nodes of the workflow before may have the same names
			const firstNode = page.locator(`.vue-flow__node[data-id="${workflow.nodes[0]!.id}"]`);
			await goTo(`/workflow/${workflow.id}`, firstNode);
			if (nodeName === undefined) return;
			await page.locator(`[data-test-id="canvas-node"][data-node-name="${nodeName}"]`).dblclick();
			await page.getByTestId('node-parameters').waitFor();
		},
		/** Runs the node that is open, and waits for each of the texts in its output. */
		execute: async (...texts: Array<string | RegExp>) => {
			await page.getByTestId('node-execute-button').click();
			const output = page.getByTestId('output-panel');
			for (const text of texts) await output.getByText(text).first().waitFor();
		},
		/** Expects that a dropdown shows a choice. n8n shows the stored value first, and the name of the choice a moment later. */
		expectChoice: async (name: string, stored: string, label: string) => {
			const input = page.getByTestId(`parameter-input-${name}`).locator('input');
			await until(async () => !['', stored].includes(await input.inputValue()));
			expect(await input.inputValue()).toBe(label);
		},
	};
}

/** Parts of errors that n8n's editor causes itself. */
const NORMAL_COMPLAINTS = [
	// It requests the login state and sample data, which both fail normally
	'Failed to load resource',
	// It leaves a workflow while a node is open
	'injectNDVStore() was accessed without an active workflow document store',
];

/**
 * Collects what a page reports as errors from now on, except those of n8n's own editor. The same error can come with
 * another beginning ("Error: …"), and logged or thrown: it depends on which part of the editor notices it first.
 */
function complaintsOf(page: Page): string[] {
	const complaints: string[] = [];
	const add = (text: string) => {
		if (!NORMAL_COMPLAINTS.some((part) => text.includes(part))) complaints.push(text);
	};
	page.on('pageerror', (error) => add(error.message));
	page.on('console', (message) => {
		if (message.type() === 'error') add(message.text());
	});
	return complaints;
}
