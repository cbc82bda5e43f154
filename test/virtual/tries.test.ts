/** Another try of a run, as with Retry On Fail, and Stop: nothing is made twice, and nothing that was made is forgotten. */
import { useVirtualClock } from '../support/virtual/clock';
import { refusal } from '../support/virtual/linkService';
import {
	runInVirtualTime,
	type VirtualOutcome,
	type VirtualRun,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

useVirtualClock();

/** Makes links and codes, until the alias says what goes wrong. No list can be read. */
const asAliasSays: VirtualScript = ({ method, path, body: { custom, data } }, count) => {
	if (method !== 'POST') return refusal('No lists today.');
	if (custom === 'taken') return refusal('No.');
	if (custom === 'lost') return 'lost';
	const made = { error: 0, id: count, shorturl: `https://sho.rt/${String(custom)}` };
	if (path === '/api/url/add') return { body: made };
	return String(data).endsWith('plain')
		? refusal('No codes.')
		: { body: { error: 0, id: count, link: 'x' } };
};

/** Creates links with these aliases. */
const create = async (
	aliases: string[],
	more: Partial<VirtualRun> & { addQrCode?: boolean },
	script = asAliasSays,
) => {
	const { addQrCode = false, ...run } = more;
	const items = aliases.map((custom) => ({
		...{ url: 'https://example.com', addQrCode, additionalFields: { custom }, options: {} },
	}));
	return await runInVirtualTime({ resource: 'link', operation: 'create', items, ...run }, script);
};

const sentBy = ({ requests }: VirtualOutcome) =>
	requests
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => body.custom ?? `code of ${String(body.data)}`);
const saidBy = ({ error }: VirtualOutcome) => [error?.message, error?.description];

describe.each([false, true])('Another try of a run (one item at a time: %s)', (oneByOne) => {
	test('sends what failed, and what was not sent yet', async () => {
		const tried = { data: {}, oneByOne };
		const first = await create(['a', 'taken', 'c'], tried);
		expect(saidBy(first)).toEqual([
			'No. [item 1]',
			expect.stringMatching(
				/ 1 of 3 items completed; nothing further was sent\. Already created: https:\/\/sho\.rt\/a\.$/,
			),
		]);
		const second = await create(['a', 'b', 'c'], tried);
		expect([sentBy(first), sentBy(second)]).toEqual([
			['a', 'taken'],
			['b', 'c'],
		]);
		expect(second.items.map(({ json }) => json.shorturl)).toEqual([
			...['a', 'b', 'c'].map((alias) => `https://sho.rt/${alias}`),
		]);
	});

	test('sends nothing again whose record may exist, and says so again', async () => {
		const tried = { data: {}, oneByOne };
		const first = await create(['a', 'lost', 'c'], tried);
		const second = await create(['a', 'lost', 'c'], tried);
		expect(first.error?.message).toMatch(/link was created is not known \[item 1\]$/);
		expect(first.error?.description?.match(/1 of 3 items/g)).toHaveLength(1);
		expect(saidBy(second)).toEqual(saidBy(first));
		expect([sentBy(first), sentBy(second)]).toEqual([['a', 'lost'], []]);
	});

	test('with On Error: Continue, sends nothing again', async () => {
		const tried = { data: {}, oneByOne, continues: true };
		const first = await create(['taken', 'a'], tried);
		const second = await create(['taken', 'a'], tried);
		expect(second.items).toEqual(first.items);
		expect(second.requests).toEqual([]);
	});

	test('makes no second code, and no second link for a code that is missing', async () => {
		const tried = { data: {}, oneByOne, addQrCode: true };
		const first = await create(['a', 'plain'], tried);
		const second = await create(['a', 'plain'], tried);
		expect(first.error?.message).toBe(
			'The link https://sho.rt/plain exists, but its QR code is missing: No codes [item 1]',
		);
		expect(first.error?.description).toContain(
			'Already created: https://sho.rt/a, https://sho.rt/plain.',
		);
		expect(sentBy(first)).toEqual([
			'a',
			'code of https://sho.rt/a',
			'plain',
			'code of https://sho.rt/plain',
		]);
		expect(second.requests).toEqual([]);
		const { items, hints } = await create(['a', 'plain'], {
			oneByOne,
			addQrCode: true,
			continues: true,
		});
		expect(items.map(({ json }) => json.qr ?? json.warning)).toEqual([
			{ id: 2, link: 'x' },
			expect.stringMatching(/^The link has no QR code: No codes\./),
		]);
		expect(hints).toEqual(oneByOne ? [] : ['1 link has no QR code: see "warning".']);
	});

	test.each([
		[1, '', 'item 0 (a)'],
		[3, ' Already created: https://sho.rt/a, https://sho.rt/b.', 'item 2 (c)'],
	])(
		'is not made after Stop at request %i, also with On Error: Continue',
		async (at, created, item) => {
			const stop = new AbortController();
			const run = { signal: stop.signal, continues: true, oneByOne };
			const { error, requests } = await create(['a', 'b', 'c', 'd', 'e'], run, (request, count) => {
				if (count === at) stop.abort();
				return asAliasSays(request, count);
			});
			expect([error?.message, error?.description]).toEqual([
				'The execution was canceled',
				`${at - 1} of 5 items completed; nothing further was sent.${created} Check the service for ${item}, too: whether a record was created is not known.`,
			]);
			expect(requests).toHaveLength(at);
		},
	);
});
