/** Include Input Fields: rows in, rows with their record out, for every operation and through both entry points. */
import { describe, expect, test } from '@jest/globals';

import { canIncludeInput } from '../../../nodes/LinkManagement/operations/operation';
import { RECORD_FIELDS } from '../../../nodes/LinkManagement/operations/output/results';
import { resources } from '../../../nodes/LinkManagement/resources';
import { type Json, type NodeSettings, type RunReply } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpTestbed } from '../../support/engine/testbed';
import { byLinkId, OPERATIONS, QR_CODE_CREATE_OR_GET } from '../../support/operationCases';
import { UPSERT_CASE } from '../../support/upsert';

const CREATE_OR_GET = {
	resource: 'link',
	operation: 'createOrGet',
	parameters: { url: 'https://example.com/row' },
};

/** The operations whose input items are about one record each, by the declarations. */
const DECLARED = Object.entries(resources).flatMap(([resource, { operations }]) =>
	Object.entries(operations)
		.filter(([, operation]) => canIncludeInput(operation))
		.map(([operation]) => ({ resource, operation })),
);

const CASES = DECLARED.map(({ resource, operation }): [string, Json, Json] => {
	const found = [...OPERATIONS, CREATE_OR_GET, QR_CODE_CREATE_OR_GET, UPSERT_CASE].find(
		(one) => one.resource === resource && one.operation === operation,
	);
	if (!found) throw new Error(`operationCases.ts has no ${resource}:${operation}`);
	const options = { ...(found.parameters as { options?: Json }).options };
	const parameters = { resource, operation, ...found.parameters };
	return [
		`${resource}:${operation}`,
		{ ...parameters, options: { ...options, includeInputFields: false } },
		{ ...parameters, options: { ...options, includeInputFields: true } },
	];
});

/** One operation for each behavior, because what becomes of a failed item does not depend on the operation. */
const ONE_OF_EACH_BEHAVIOR = [
	...new Map(
		CASES.map((given) => {
			const [resource = '', operation = ''] = given[0].split(':');
			return [resources[resource]?.operations[operation]?.behavior.kind, given];
		}),
	).values(),
];

const FROM_THE_ROW = 'from the row';
const first = ({ outputs }: RunReply): Json => outputs[0]?.[0]?.json ?? {};

describe('Include Input Fields', () => {
	const testbed = setUpTestbed();
	const row = (): Json => ({ shortUrl: `${testbed.url}/s1`, row: 7, nested: { kept: [1] } });
	const refusals = [{ match: {}, fault: { kind: 'status', status: 403 }, times: 0 }];

	test.each(CASES)(
		'%s: the fields of the row come first, and those of the record win',
		async (_, plain, including) => {
			const { reply: without } = await testbed.run({ parameters: plain, items: [row()] });
			expect([without.status, without.error]).toEqual(['success', undefined]);
			const record = first(without);
			expect(record).not.toHaveProperty('row');

			const sameNames = Object.keys(record).map((name): [string, string] => [name, FROM_THE_ROW]);
			const input = { ...row(), ...Object.fromEntries(sameNames) };
			const both = await testbed.bothEntryPoints({ parameters: including, items: [input] });
			for (const reply of [both.reply, both.one]) {
				expect(reply.counts).toEqual([1]);
				const json = first(reply);
				expect(json).toMatchObject(row());
				const names = Object.keys(input).map((name) =>
					name in json && RECORD_FIELDS.includes(name) ? `input_${name}` : name,
				);
				expect(Object.keys(json).slice(0, names.length)).toEqual(names);
				expect(sameNames.filter(([name]) => json[name] === FROM_THE_ROW)).toEqual([]);
			}
		},
	);

	test('the rows of a report have the fields of its link', async () => {
		const parameters = {
			...{ resource: 'link', operation: 'getClicks', linkId: byLinkId('={{ $json.link }}') },
			...{ groupBy: ['total', 'country'], options: { includeInputFields: true } },
		};
		const items = [
			{ link: 5, team: 'red' },
			{ link: 1, team: 'blue', value: 'from the row' },
		];
		const { reply, one } = await testbed.bothEntryPoints({ parameters, items });
		for (const { outputs } of [reply, one]) {
			const rows = outputs[0]!.map(({ json }) => [json.team, json.id, json.value]);
			expect(rows).toEqual([
				...['all', 'Canada', 'Germany', 'Japan'].map((value) => ['red', 5, value]),
				['blue', 1, 'all'],
			]);
		}
	});

	describe.each(ENTRY_POINTS)('of failed items, through the entry point %s', (entryPoint) => {
		const failedOf = async (parameters: Json, settings: NodeSettings) => {
			const request = { parameters, items: [row()], settings, entryPoint };
			const { reply } = await testbed.run(request, { faults: refusals });
			expect(reply.status).toBe('success');
			return reply.outputs;
		};

		test.each(ONE_OF_EACH_BEHAVIOR)(
			'%s: On Error: Continue keeps the row',
			async (_, plain, including) => {
				for (const parameters of [plain, including]) {
					const [output] = await failedOf(parameters, { onError: 'continueRegularOutput' });
					expect(output).toEqual([
						expect.objectContaining({ json: { ...row(), error: expect.any(String) } }),
					]);
				}
			},
		);

		test.each(ONE_OF_EACH_BEHAVIOR)(
			'%s: the error output keeps the row',
			async (_, plain, including) => {
				for (const parameters of [plain, including]) {
					const [output, errors] = await failedOf(parameters, { onError: 'continueErrorOutput' });
					expect(output).toEqual([]);
					expect(errors).toEqual([
						expect.objectContaining({ json: { ...row(), error: expect.any(String) } }),
					]);
				}
			},
		);
	});

	describe('with Retry On Fail', () => {
		const settings: NodeSettings = {
			onError: 'continueRegularOutput',
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 1,
		};
		const parameters = {
			resource: 'link',
			operation: 'create',
			url: '={{ $json.url }}',
			options: { includeInputFields: true },
		};

		test.each(ENTRY_POINTS)(
			'successful rows come out whole, and nothing is sent twice, through the entry point %s',
			async (entryPoint) => {
				const items = [
					{ url: 'no address', row: 1 },
					{ url: 'https://example.com/2', row: 2 },
				];
				const { reply, sent } = await testbed.run({ parameters, settings, items, entryPoint });
				expect(sent).toHaveLength(1);
				expect(reply.outputs[0]?.map(({ json }) => json)).toEqual([
					{ ...items[0], error: expect.stringContaining('Long URL') },
					expect.objectContaining({ ...items[1], shorturl: expect.any(String) }),
				]);
			},
		);
	});

	/** The service fails so often that the second row fails in the first try, and is created in the next. */
	const KINDS: Array<[string, Json, string]> = [
		['Create', { resource: 'link', operation: 'create', url: '={{ $json.url }}' }, '/url/add'],
		[
			'Update',
			{
				resource: 'link',
				operation: 'update',
				linkId: { __rl: true, mode: 'id', value: '={{ $json.row }}' },
				updateFields: { url: '={{ $json.url }}' },
			},
			'/update',
		],
	];
	test.each(KINDS)(
		'%s with Retry On Fail: rows that worked in an earlier try keep their fields',
		async (_, parameters, path) => {
			const items = [1, 2].map((number) => ({ row: number, url: `https://example.com/${number}` }));
			const options = { includeInputFields: true };
			const match = { path, nth: 2 };
			const { reply } = await testbed.run(
				{
					parameters: { ...parameters, options },
					items,
					settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
				},
				{ faults: [{ match, fault: { kind: 'status', status: 422 } }] },
			);
			expect(reply.error).toBeUndefined();
			expect(reply.outputs[0]?.map(({ json }) => json)).toEqual(
				items.map((item) => expect.objectContaining(item)),
			);
		},
	);

	test.each(ENTRY_POINTS)(
		'a field "error" of the row does not make its item a failed one, through the entry point %s',
		async (entryPoint) => {
			const parameters = {
				resource: 'link',
				operation: 'create',
				url: '={{ $json.url }}',
				options: { includeInputFields: true },
			};
			const items = [{ url: 'https://example.com/again', error: 'The alias is taken' }];
			const onError = 'continueErrorOutput';
			const { reply } = await testbed.run({ parameters, items, settings: { onError }, entryPoint });
			expect(reply.outputs[0]?.[0]?.json).not.toHaveProperty('error');
			expect(reply.counts).toEqual([1, 0]);
			expect(reply.hints).toEqual([]);
		},
	);

	test.each(ENTRY_POINTS)(
		'is set by item: an expression may turn it on for some, through the entry point %s',
		async (entryPoint) => {
			const parameters = {
				resource: 'link',
				operation: 'get',
				linkId: byLinkId(1),
				options: { includeInputFields: '={{ $json.row > 1 }}' },
			};
			const items = [{ row: 1 }, { row: 2 }];
			const { reply } = await testbed.run({ parameters, items, entryPoint });
			expect(reply.outputs[0]?.map(({ json }) => json.row)).toEqual([undefined, 2]);
		},
	);
});
