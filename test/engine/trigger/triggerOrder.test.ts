/** The trigger with lists in any order and replies of unknown shapes, and the figures that it emits. */
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

/** Serves the records in this order. The list may change with each request. */
function serve(key: string, records: (count: number) => Json[]) {
	scripted.service.answer(({ query }, count) => {
		const all = records(count);
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
	const list = (there: number[]) =>
		serve(key, () => there.map((id) => ({ id, name: `No. ${id}` })));

	test('emits new records behind the first page', async () => {
		const { poll } = trigger({ event });
		list(upTo(250));
		expect(idsOf(await poll('init'))).toBeNull();
		expect(idsOf(await poll())).toBeNull();
		list(upTo(253));
		expect(idsOf(await poll())).toEqual([251, 252, 253]);
		expect(scripted.service.requests.map(({ query }) => query.page)).toEqual(['1', '3']);
		expect(idsOf(await poll())).toBeNull();
		expect(idsOf(await poll('manual'))).toEqual([253]);
	});

	test('misses nothing when records are deleted and created between two pages', async () => {
		const { poll } = trigger({ event });
		list(upTo(50));
		await poll('init');
		const all = upTo(1_000);
		serve(key, (count) => {
			if (count % 4 === 0) all.splice(all.length - 150, 3);
			if (count % 7 === 0) all.splice(all.length - 1, 1);
			if (count % 3 === 0 && count < 20) all.push(all.at(-1)! + 1);
			return all.map((id) => ({ id }));
		});
		const reported: number[] = [];
		for (let n = 0; n < 6; n++) reported.push(...(idsOf(await poll()) ?? []));
		list([...all]);
		for (let n = 0; n < 6; n++) reported.push(...(idsOf(await poll()) ?? []));
		expect(new Set(reported).size).toBe(reported.length);
		expect(all.filter((id) => id > 50 && !reported.includes(id))).toEqual([]);
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

describe('The figures of a record that reaches a threshold', () => {
	const figures = { previous: 95, difference: 10 };

	test.each([
		['linkClicksReached', 'urls', 'clicks'],
		['qrCodeScansReached', 'qrs', 'scans'],
	])('%s: previous is the figure of the last poll', async (event, key, count) => {
		const { poll } = trigger({ event, threshold: 100 });
		serve(key, () => [{ id: 1, [count]: 50 }]);
		await poll('init');
		serve(key, () => [{ id: 1, [count]: 95 }]);
		expect(idsOf(await poll())).toBeNull();
		serve(key, () => [
			{ id: 1, [count]: 105 },
			{ id: 2, [count]: 100 },
		]);
		const { items } = await poll();
		expect(items?.map(({ json }) => json)).toEqual([
			{ id: 1, [count]: 105, ...figures },
			{ id: 2, [count]: 100, previous: 0, difference: 100 },
		]);
		serve(key, () => [{ id: 1, [count]: 20 }]);
		await poll();
		serve(key, () => [{ id: 1, [count]: 120 }]);
		expect(idsOf(await poll())).toBeNull();
	});
});
