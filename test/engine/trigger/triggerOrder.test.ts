/** The trigger with a list that begins with the oldest, and with an event that it does not know. */
import type { Json } from '../../support/engine';
import { setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import { idsOf, pollTrigger } from '../../support/engine/triggerPolls';

const scripted = setUpScriptedEngine();

const PAGE = 100;

/** Each with a key of its own. */
const trigger = (parameters: Json) =>
	pollTrigger(scripted.engine, parameters, scripted.newCredentials());

const upTo = (last: number, first = 1) =>
	Array.from({ length: last - first + 1 }, (_, n) => first + n);

/** Serves records with these IDs, in this order. */
function serve(key: string, ids: number[]) {
	const all = ids.map((id) => ({ id, name: `No. ${id}` }));
	scripted.service.answer(({ query }) => {
		const page = Number(query.page);
		const maxpage = Math.max(1, Math.ceil(all.length / PAGE));
		return {
			error: 0,
			data: { currentpage: page, maxpage, [key]: all.slice((page - 1) * PAGE, page * PAGE) },
		};
	});
}

describe.each([
	['newQrCode', 'qrs'],
	['newLink', 'urls'],
])('%s, in a list with the oldest first', (event, key) => {
	test('emits new records behind the first page', async () => {
		const { poll } = trigger({ event });
		serve(key, upTo(250));
		expect(idsOf(await poll('init'))).toBeNull();
		expect(idsOf(await poll())).toBeNull();
		serve(key, upTo(253));
		expect(idsOf(await poll())).toEqual([251, 252, 253]);
		expect(scripted.service.requests.map(({ query }) => query.page)).toEqual(['1', '3']);
		expect(idsOf(await poll())).toBeNull();
		expect(idsOf(await poll('manual'))).toEqual([253]);
	});
});

test('an event that this version does not have is an error that says what to do', async () => {
	const { error } = await trigger({ event: 'newCampaign' }).poll('init');
	expect(error).toMatchObject({
		name: 'NodeOperationError',
		message: 'Trigger On: "newCampaign" is not an event of this node',
	});
	expect(error?.description).toContain('update the node');
});
