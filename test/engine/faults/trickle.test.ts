/** A reply that comes byte by byte and never ends: n8n's own timeout counts only the time between two bytes. */
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpScriptedEngine } from '../../support/engine/scriptedEngine';

const scripted = setUpScriptedEngine();

test.each(ENTRY_POINTS)(
	'a run with a timeout ends, and every connection is closed, through the entry point %s',
	async (entryPoint) => {
		const counts = { open: 0, closed: 0 };
		async function* bytes() {
			counts.open++;
			try {
				for (;;) {
					yield ' ';
					await sleep(50);
				}
			} finally {
				counts.closed++;
			}
		}
		const parameters = {
			...{ resource: 'account', operation: 'get', requestOptions: { timeout: 500 } },
		};
		const { error } = await scripted.run({ parameters, entryPoint }, () => ({ content: bytes() }));
		expect(error?.message).toBe('No complete reply came in time (ETIMEDOUT) [item 0]');
		// On a busy machine, the last request may arrive after the run
		const { requests } = scripted.service;
		while (requests.length < 4 || counts.closed < counts.open) await sleep(20);
		expect(requests).toHaveLength(4);
	},
);
