/** Assignments whose answer was lost, at a service that assigns only once: what was assigned counts as assigned. */
import { describe, expect, test } from '@jest/globals';

import type { Json, RunReply } from '../../support/engine';
import { recordsOf, setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import type { ScriptedReply } from '../../support/engine/scriptedService';
import { byId } from '../../support/operationCases';

const BUSY: ScriptedReply = { status: 503, content: '{"error":1,"message":"Busy."}' };

describe('A service that assigns only once', () => {
	const scripted = setUpScriptedEngine();

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
	const assign = async (parameters: Json, replies: ScriptedReply[]): Promise<RunReply> =>
		await scripted.run({ parameters }, (_, count) => replies[count - 1] as ScriptedReply);
	const ALREADY = { error: 1, message: 'The link is already assigned.' };

	test.each(ASSIGNMENTS)(
		'$resource: refused as assigned already after a lost answer, it is done',
		async (parameters) => {
			const reply = await assign(parameters, [BUSY, ALREADY]);
			expect(recordsOf(reply)).toEqual([{ success: true, message: ALREADY.message }]);
		},
	);

	test.each(ASSIGNMENTS)(
		'$resource: refused so at once, or for another reason, it is refused',
		async (parameters) => {
			expect((await assign(parameters, [ALREADY])).error?.message).toBe(
				'The link is already assigned. [item 0]',
			);
			expect(
				(await assign(parameters, [BUSY, { error: 1, message: 'No such link.' }])).error?.message,
			).toBe('No such link. [item 0]');
		},
	);
});
