/** The Chromium of this machine, for looking at n8n's editor. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { type BrowserContext, chromium, type Locator, type Page, selectors } from 'playwright-core';

import type { N8nClient } from '../../../sandbox/n8n/client.ts';
import { root } from './installation';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const places = [
	...(process.env.PATH ?? '').split(delimiter),
	'/Applications/Google Chrome.app/Contents/MacOS',
];
const flags = [
	...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
	...['--disable-background-networking', '--disable-component-update'],
];

/**
 * How long an element may take to appear, in ms: less than a test may last, so that the error names the missing
 * element.
 */
const TIMEOUT = 300_000;

/** Where the browser is, if there is one. */
export function findChromium(): string | undefined {
	return places
		.flatMap((place) => [...names, 'Google Chrome'].map((name) => join(place, name)))
		.find(existsSync);
}

export interface Editor {
	page: Page;
	/** What the browser reports as errors, except what n8n's editor causes itself. */
	complaints: string[];
	/**
	 * Opens a page of the editor without loading the whole editor again, and without saving what is open.
	 *
	 * @param sign only the new page shows this
	 */
	goTo(path: string, sign: Locator): Promise<void>;
	/** Keeps what is on the screen as `.sandbox/screenshots/<name>.png`. */
	screenshot(name: string): Promise<void>;
	close(): Promise<void>;
}

/**
 * Opens the editor on an empty workflow, signed in as the owner, with a browser that has never been used. It shows no
 * animations.
 */
export async function openEditor(executablePath: string, client: N8nClient): Promise<Editor> {
	const { url } = client;
	selectors.setTestIdAttribute('data-test-id');
	const profile = mkdtempSync(join(tmpdir(), 'editor-'));
	const viewport = { width: 1600, height: 1000 };
	const context = await chromium.launchPersistentContext(profile, {
		executablePath,
		args: flags,
		viewport,
		reducedMotion: 'reduce',
	});
	context.setDefaultTimeout(TIMEOUT);
	const page = context.pages()[0] ?? (await context.newPage());
	const complaints = complaintsOf(page);
	await signIn(page, client);
	await page.goto(`${url}/workflow/new`);
	await page.getByTestId('canvas-plus-button').waitFor();
	return {
		page,
		complaints,
		goTo: async (path, sign) => await goTo(page, path, sign),
		screenshot: async (name) => {
			const folder = join(root, '.sandbox', 'screenshots');
			mkdirSync(folder, { recursive: true });
			await page.screenshot({ path: join(folder, `${name}.png`) });
		},
		close: async () => await closeAll(context, profile),
	};
}

async function signIn(page: Page, { url, owner }: N8nClient): Promise<void> {
	const { email, password } = owner;
	const data = { emailOrLdapLoginId: email, password };
	const reply = await page.request.post(`${url}/rest/login`, { data });
	if (!reply.ok()) throw new Error(`n8n answered the sign-in with ${reply.status()}`);
}

/**
 * Moves in the browser's history, as its Back button does. Loading the editor takes 5 to 10 seconds of CPU; this takes
 * one.
 */
async function goTo(page: Page, path: string, sign: Locator): Promise<void> {
	await page.locator('body').evaluate(({ ownerDocument: { defaultView: view } }, address) => {
		view.history.pushState(null, '', address);
		view.dispatchEvent(new view.PopStateEvent('popstate', { state: null }));
	}, path);
	// n8n asks when it has not saved the last change yet
	const leaveWithoutSaving = page.locator('.btn--cancel');
	await sign.or(leaveWithoutSaving).first().waitFor();
	if (await leaveWithoutSaving.isVisible()) await leaveWithoutSaving.click();
	await sign.waitFor();
}

async function closeAll(context: BrowserContext, profile: string): Promise<void> {
	await context.close();
	rmSync(profile, { recursive: true, force: true });
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
