/** The Chromium of this machine, for looking at n8n's editor. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { type BrowserContext, chromium, type Page, selectors } from 'playwright-core';

import { owner } from '../../../sandbox/n8n/client.ts';
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
const TIMEOUT = 90_000;

/** Where the browser is, if there is one. */
export function findChromium(): string | undefined {
	return places
		.flatMap((place) => [...names, 'Google Chrome'].map((name) => join(place, name)))
		.find(existsSync);
}

export interface Editor {
	page: Page;
	/** Errors in the browser's console, except failed requests. */
	complaints: string[];
	/** Keeps what is on the screen as `.sandbox/screenshots/<name>.png`. */
	screenshot(name: string): Promise<void>;
	close(): Promise<void>;
}

/** Opens the editor and signs in as the owner, with a browser that has never been used. */
export async function openEditor(executablePath: string, url: string): Promise<Editor> {
	selectors.setTestIdAttribute('data-test-id');
	const profile = mkdtempSync(join(tmpdir(), 'editor-'));
	const viewport = { width: 1600, height: 1000 };
	const context = await chromium.launchPersistentContext(profile, {
		executablePath,
		args: flags,
		viewport,
	});
	context.setDefaultTimeout(TIMEOUT);
	const page = context.pages()[0] ?? (await context.newPage());
	const complaints = listen(page);
	await signIn(page, url);
	return {
		page,
		complaints,
		screenshot: async (name) => {
			const folder = join(root, '.sandbox', 'screenshots');
			mkdirSync(folder, { recursive: true });
			await page.screenshot({ path: join(folder, `${name}.png`) });
		},
		close: async () => await closeAll(context, profile),
	};
}

function listen(page: Page): string[] {
	const complaints: string[] = [];
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('console', (message) => {
		// n8n requests the login state and sample data, which both fail normally
		if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
			complaints.push(message.text());
	});
	return complaints;
}

async function signIn(page: Page, url: string): Promise<void> {
	await page.goto(`${url}/signin`);
	await page.locator('input[name=emailOrLdapLoginId]').fill(owner.email);
	await page.locator('input[type=password]').fill(owner.password);
	await page.keyboard.press('Enter');
	await page.waitForURL((address) => !address.pathname.includes('signin'));
}

async function closeAll(context: BrowserContext, profile: string): Promise<void> {
	await context.close();
	rmSync(profile, { recursive: true, force: true });
}
