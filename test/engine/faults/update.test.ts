/** Updates that a service answers with nothing: reading the record tells what became of them. */
import { describe, expect, test } from '@jest/globals';

import type { Json, RunReply } from '../../support/engine';
import { recordsOf, setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import type { Script, ScriptedReply } from '../../support/engine/scriptedService';
import { byId } from '../../support/operationCases';

const EMPTY: ScriptedReply = { content: '' };
const BUSY: ScriptedReply = { status: 503, content: '{"error":1,"message":"Busy."}' };

const CAMPAIGN = {
	resource: 'campaign',
	operation: 'update',
	campaignId: byId(4),
	name: 'Autumn',
	updateFields: { public: true },
};
const CHANNEL = {
	resource: 'channel',
	operation: 'update',
	channelId: byId(4),
	updateFields: { name: 'Autumn', starred: false },
};

const list = (arrayName: string, records: Json[]): ScriptedReply => ({
	error: '0',
	data: { currentpage: 1, maxpage: 1, [arrayName]: records },
});

describe('An update that is answered with nothing', () => {
	const scripted = setUpScriptedEngine();
	const update = async (parameters: Json, script: Script): Promise<RunReply> =>
		await scripted.run({ parameters }, script);
	const emptyThen =
		(read: ScriptedReply): Script =>
		({ method }) =>
			method === 'PUT' ? EMPTY : read;
	const puts = () => scripted.service.requests.filter(({ method }) => method === 'PUT').length;

	test('is sent once and succeeds when the record shows the new values', async () => {
		const campaign = { id: 4, domain: 'autumn', public: 1, rotator: false };
		const reply = await update(CAMPAIGN, emptyThen(list('campaigns', [{ id: 3 }, campaign])));
		expect(reply.error).toBeUndefined();
		expect(recordsOf(reply)).toEqual([{ id: 4, name: 'autumn', public: true, rotator: false }]);
		expect(puts()).toBe(1);
		expect(scripted.service.requests).toHaveLength(2);
	});

	test('fails when the record shows other values', async () => {
		const channel = { id: 4, name: 'Summer', starred: false };
		const reply = await update(CHANNEL, emptyThen(list('channels', [channel])));
		expect(reply.error?.message).toBe('The service did not save all new values [item 0]');
	});

	test.each([
		[
			'shows other values: it is refused',
			{ name: 'Summer', starred: false },
			'Name Autumn is taken',
		],
	])('refused after a lost answer, and the record %s', async (_, fields, message) => {
		const replies = [BUSY, { error: 1, message: 'Name is taken.' }];
		const reply = await update(CHANNEL, ({ method }) =>
			method === 'PUT'
				? (replies.shift() as ScriptedReply)
				: list('channels', [{ id: 4, ...fields }]),
		);
		expect(reply.error?.message).toBe(message && `${message} [item 0]`);
	});
});
