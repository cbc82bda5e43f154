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

	test('emits a thousand new records over several polls', async () => {
		const { poll } = trigger({ event });
		list(upTo(95));
		await poll('init');
		list(upTo(1_095));
		const reported: number[] = [];
		for (let n = 0; n < 6; n++) {
			const before = scripted.service.requests.length;
			reported.push(...(idsOf(await poll()) ?? []));
			expect(scripted.service.requests.length - before).toBeLessThanOrEqual(10);
		}
		expect(reported).toEqual(upTo(1_095, 96));
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

	test('ignores the records that exist at activation, also when the last page disappears meanwhile', async () => {
		const { poll } = trigger({ event });
		serve(key, (count) => (count === 1 ? upTo(201) : upTo(200)).map((id) => ({ id })));
		await poll('init');
		list(upTo(200));
		expect(idsOf(await poll())).toBeNull();
	});

	test('ignores the records that exist at activation, also when the last page has one of them', async () => {
		const { poll } = trigger({ event });
		list(upTo(200_101, 200_001));
		await poll('init');
		expect(idsOf(await poll())).toBeNull();
		list(upTo(200_102, 200_001));
		expect(idsOf(await poll())).toEqual([200_102]);
	});
});

test('links of one moment are no sign that the oldest come first', async () => {
	const { poll } = trigger({ event: 'newLink' });
	const newestFirst = upTo(350)
		.reverse()
		.map((id) => ({ id, date: `2030-01-01 ${1000 + id}` }));
	const imported = upTo(500, 351).map((id) => ({ id, date: '2030-02-01 10:00:00' }));
	serve('urls', () => [...imported, ...newestFirst]);
	await poll('init');
	expect(idsOf(await poll())).toBeNull();
	serve('urls', () => [{ id: 501, date: '2030-02-01 11:00:00' }, ...imported, ...newestFirst]);
	expect(idsOf(await poll())).toEqual([501]);
	const later = upTo(700, 502).map((id) => ({ id, date: '2030-02-02 10:00:00' }));
	serve('urls', () => [...later, { id: 501, date: '2030-02-01 11:00:00' }, ...newestFirst]);
	expect(idsOf(await poll())).toEqual(upTo(700, 502));
	expect(idsOf(await poll())).toBeNull();
});

test('an event that this version does not have is an error that says what to do', async () => {
	const { error } = await trigger({ event: 'newCampaign' }).poll('init');
	expect(error).toMatchObject({
		name: 'NodeOperationError',
		message: 'Trigger On: "newCampaign" is not an event of this node',
	});
	expect(error?.description).toContain('update the node');
});

test('a reply of an unknown shape is an error that says what to do', async () => {
	scripted.service.answer(() => ({ error: 0, something: 'else' }));
	const { error } = await trigger({ event: 'newLink' }).poll('init');
	expect(error).toMatchObject({
		name: 'NodeApiError',
		message: 'The reply does not contain a list under "urls"',
	});
	expect(error?.description).toContain('Base URL');
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

	test('have no previous value when no poll has read one', async () => {
		const clicked = (most: number) =>
			serve('urls', () => [
				{ id: 201, clicks: most },
				...upTo(200).map((id) => ({ id, clicks: 9 })),
			]);
		const { poll } = trigger({ event: 'linkClicksReached', threshold: 100 });
		serve('urls', () => [
			...upTo(200).map((id) => ({ id, clicks: 9 - Math.floor(id / 100) })),
			{ id: 201, clicks: 1 },
		]);
		await poll('init');
		// The account is read once, and then the first page is enough
		expect(scripted.service.requests.map(({ path }) => path)).toEqual([
			'/api/account',
			'/api/urls',
		]);
		clicked(105);
		expect((await poll()).items?.map(({ json }) => json)).toEqual([{ id: 201, clicks: 105 }]);
	});
});
