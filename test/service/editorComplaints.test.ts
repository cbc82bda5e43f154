import { EventEmitter } from 'node:events';

import type { Page } from 'playwright-core';

import { listen } from '../support/n8n/complaints';

const ofTheEditor =
	'injectNDVStore() was accessed without an active workflow document store. Derive the NDV store from …';

function page() {
	const emitter = new EventEmitter();
	const complaints = listen(emitter as unknown as Page);
	return {
		complaints,
		logs: (text: string, type = 'error') =>
			emitter.emit('console', { type: () => type, text: () => text }),
		throws: (message: string) => emitter.emit('pageerror', new Error(message)),
	};
}

test("complaints of n8n's own editor do not count, logged or thrown", () => {
	const { complaints, logs, throws } = page();
	logs(ofTheEditor);
	logs(`Error: ${ofTheEditor}\n    at ComputedRefImpl.fn (index.js:1:1)`);
	throws(ofTheEditor);
	logs('Failed to load resource: the server responded with a status of 401 (Unauthorized)');
	logs('Something is deprecated', 'warning');
	expect(complaints).toEqual([]);
});

test('all others count', () => {
	const { complaints, logs, throws } = page();
	logs('Cannot read the field');
	throws('x is not a function');
	expect(complaints).toEqual(['Cannot read the field', 'x is not a function']);
});
