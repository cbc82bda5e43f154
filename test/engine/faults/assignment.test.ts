/**
 * Assignments whose answer is lost, at a service that assigns only once: "already assigned" then counts as a success.
 */
import { describe, expect, test } from '@jest/globals';

import type { Json, RunReply } from '../../support/engine';
import { recordsOf, setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import type { ScriptedReply } from '../../support/engine/scriptedService';
import { byId, byLinkId } from '../../support/operationCases';

const BUSY: ScriptedReply = { status: 503, content: '{"error":1,"message":"Busy."}' };

describe('A service that assigns only once', () => {
	const scripted = setUpScriptedEngine();

	const ASSIGNMENTS: Json[] = [
		{ resource: 'campaign', operation: 'assignLink', campaignId: byId(4), linkId: byLinkId(6) },
		{
			resource: 'channel',
			operation: 'assignItem',
			channelId: byId(5),
			itemType: 'links',
			itemId: byLinkId(6),
		},
	];
	const assign = async (parameters: Json, replies: ScriptedReply[]): Promise<RunReply> =>
		await scripted.run({ parameters }, (_, count) => replies[count - 1] as ScriptedReply);
	const ALREADY = { error: 1, message: 'The link is already assigned.' };

	test.each(ASSIGNMENTS)(
		'$resource: "already assigned" after a lost answer is a success',
		async (parameters) => {
			const reply = await assign(parameters, [BUSY, ALREADY]);
			expect(recordsOf(reply)).toEqual([{ success: true, message: ALREADY.message }]);
		},
	);

	test.each(ASSIGNMENTS)(
		'$resource: "already assigned" at once, or another error after a lost answer, fails',
		async (parameters) => {
			expect((await assign(parameters, [ALREADY])).error?.message).toBe(
				'The link is already assigned. [item 0]',
			);
			expect(
				(await assign(parameters, [BUSY, { error: 1, message: 'No such link.' }])).error?.message,
			).toBe('No such link. [item 0]');
		},
	);

	test.each(ASSIGNMENTS)(
		'$resource: answered with nothing, it is sent once and not known to be done',
		async (parameters) => {
			const reply = await assign(parameters, [{ content: '' }]);
			expect(reply.error?.message).toBe('The service sent an empty reply [item 0]');
			expect(reply.error?.description).toContain('is not known');
			expect(scripted.service.requests).toHaveLength(1);
		},
	);
});
