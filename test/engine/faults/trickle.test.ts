/** A reply that comes byte by byte and never ends: n8n's own timeout counts only the time between two bytes. */
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import type { ScriptedReply } from '../../support/engine/scriptedService';

const scripted = setUpScriptedEngine();

/** Replies that trickle, and how many of them were closed by n8n. */
function trickle(): { reply: () => ScriptedReply; count: () => { open: number; closed: number } } {
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
	return { reply: () => ({ content: bytes() }), count: () => counts };
}

const requestOptions = { timeout: 500 };

describe.each(ENTRY_POINTS)('Through the entry point %s', (entryPoint) => {
	test('a run with a timeout ends, and every connection is closed', async () => {
		const { reply, count } = trickle();
		const { error } = await scripted.run(
			{ parameters: { resource: 'account', operation: 'get', requestOptions }, entryPoint },
			reply,
		);
		expect(error?.message).toBe('No complete reply came in time (ETIMEDOUT) [item 0]');
		// On a busy machine, the last request may arrive after the run
		while (scripted.service.requests.length < 4 || count().closed < count().open) await sleep(20);
		expect(scripted.service.requests).toHaveLength(4);
	});

	test('Stop ends the run as canceled', async () => {
		const { reply, count } = trickle();
		scripted.service.answer(reply);
		const run = scripted.engine.start({
			parameters: { resource: 'account', operation: 'get' },
			credentials: scripted.newCredentials(),
			entryPoint,
		});
		while (count().open === 0) await sleep(20);
		await run.cancel();
		expect((await run.reply).status).toBe('canceled');
		while (count().closed === 0) await sleep(20);
		expect(scripted.service.requests).toHaveLength(1);
	});
});
