import type { Page } from 'playwright-core';

/** Parts of errors that n8n's editor causes itself. */
const normal = [
	// It requests the login state and sample data, which both fail normally
	'Failed to load resource',
	// It leaves a workflow while a node is open
	'injectNDVStore() was accessed without an active workflow document store',
];

/**
 * Collects what a page reports as errors from now on, except those of n8n's own editor. The same error can come with
 * another beginning ("Error: …"), and logged or thrown: it depends on which part of the editor notices it first.
 */
export function listen(page: Page): string[] {
	const complaints: string[] = [];
	const add = (text: string) => {
		if (!normal.some((part) => text.includes(part))) complaints.push(text);
	};
	page.on('pageerror', (error) => add(error.message));
	page.on('console', (message) => {
		if (message.type() === 'error') add(message.text());
	});
	return complaints;
}
