/** Assignments whose answer was lost, at a service that assigns only once: what was assigned counts as assigned. */
import { describe, expect, test } from '@jest/globals';

import type { Json, RunReply } from '../../support/engine';
import { scriptedEngine } from '../../support/engine/scriptedEngine';
import type { ScriptedReply } from '../../support/engine/scriptedService';
import { byId } from '../../support/operationCases';

const BUSY: ScriptedReply = { status: 503, content: '{"error":1,"message":"Busy."}' };

describe('A service that assigns only once', () => {
	const stage = scriptedEngine();

	const ASSIGNMENTS: Json[] = [
		{ resource: 'campaign', operation: 'assignLink', campaignId: byId(4), linkId: byId(6) },
		{
			resource: 'channel',
			operation: 'assignItem',
			channelId: byId(5),
			itemType: 'links',
			itemId: byId(6),
		},
	];
	const play = async (parameters: Json, answers: ScriptedReply[]): Promise<RunReply> => {
		stage.service.answer((_, count) => answers[count - 1] as ScriptedReply);
		const credentials = { baseUrl: stage.service.url, apiKey: 'key-of-assignments' };
		return await stage.engine.run({ parameters, items: [{}], credentials });
	};
	const ALREADY = { error: 1, message: 'The link is already assigned.' };

	test.each(ASSIGNMENTS)(
		'$resource: refused as assigned already after a lost answer, it is done',
		async (parameters) => {
			const { outputs } = await play(parameters, [BUSY, ALREADY]);
			expect(outputs[0]?.map(({ json }) => json)).toEqual([
				{ success: true, message: ALREADY.message },
			]);
		},
	);

	test.each(ASSIGNMENTS)(
		'$resource: refused so at once, or for another reason, it is refused',
		async (parameters) => {
			expect((await play(parameters, [ALREADY])).error?.message).toBe(
				'The link is already assigned. [item 0]',
			);
			expect(
				(await play(parameters, [BUSY, { error: 1, message: 'No such link.' }])).error?.message,
			).toBe('No such link. [item 0]');
		},
	);
});
