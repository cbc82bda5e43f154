/**
 * Include Input Fields: rows in, rows with their record out, for every operation and through both entry points; and what a Webhook
 * knows of its caller, which stays inside.
 */
import { describe, expect, test } from '@jest/globals';

import { findOperation } from '../../../nodes/LinkManagement/actions';
import type { Json, RunReply } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';
import { DECLARED } from '../../support/security/fieldTargets';

/** The operations whose input items are about one record each, by the declarations. */
const CASES = DECLARED.filter(
	({ parameters: { resource, operation } }) =>
		findOperation(String(resource), String(operation))!.kind !== 'getAll',
);
const including = (parameters: Json, includeInputFields: boolean): Json => ({
	...parameters,
	options: { ...(parameters.options as Json | undefined), includeInputFields },
});

/** What n8n's Webhook gives, with an own field as a node in between adds it. */
const CALLER = 'of-the-caller';
const ofWebhook = (own: Json): Json => ({
	headers: { authorization: `Bearer ${CALLER}`, cookie: CALLER, 'x-forwarded-for': CALLER },
	params: { id: CALLER },
	query: { url: CALLER },
	body: { url: CALLER },
	webhookUrl: `https://n8n.example.com/webhook/${CALLER}`,
	executionMode: 'production',
	jwtPayload: { sub: CALLER },
	...own,
});

const FROM_THE_ROW = 'from the row';
const first = ({ outputs }: RunReply): Json => outputs[0]?.[0]?.json ?? {};

const testbed = setUpTestbed();
const row = (): Json => ({ shortUrl: `${testbed.url}/s1`, row: 7, nested: { kept: [1] } });
const item = () => ofWebhook(row());

test.each(CASES)(
	'$name: all fields of the item come out, and those of the record win',
	async ({ parameters }) => {
		const plain = { parameters: including(parameters, false), items: [row()] };
		const { reply: without } = await testbed.run(plain);
		expect([without.status, without.error]).toEqual(['success', undefined]);
		const record = first(without);
		expect(record).not.toHaveProperty('row');

		const sameNames = Object.keys(record).map((name): [string, string] => [name, FROM_THE_ROW]);
		const input = { ...item(), ...Object.fromEntries(sameNames) };
		const whole = { parameters: including(parameters, true), items: [input] };
		const both = await testbed.bothEntryPoints(whole);
		for (const reply of [both.reply, both.one]) {
			expect(reply.counts).toEqual([1]);
			const json = first(reply);
			expect(json).toMatchObject(item());
			expect(sameNames.filter(([name]) => json[name] === FROM_THE_ROW)).toEqual([]);
		}
	},
);

test('the files of the item come out, and the file of the node wins', async () => {
	const file = { data: '', mimeType: 'text/plain', fileName: 'a/b.txt' };
	const filesOf = ({ outputs }: RunReply) =>
		Object.entries(outputs[0]?.[0]?.binary ?? {}).map(([name, one]) => [name, one.fileName]);
	const made = ['data', 'Door.png'];
	const kept = ['note', 'a/b.txt'];
	for (const [includeInputFields, files] of [
		[true, [made, kept]],
		[false, [made]],
	] as const) {
		const parameters = {
			...{ resource: 'qrCode', operation: 'create', type: 'text', data: 'Hello', name: 'Door' },
			...{ downloadImage: true, binaryPropertyName: 'data', options: { includeInputFields } },
		};
		const request = { parameters, files: { data: file, note: file } };
		const { reply, one } = await testbed.bothEntryPoints(request);
		expect([filesOf(reply), filesOf(one)]).toEqual([files, files]);
	}
});

test('items that hold only files come out with their records', async () => {
	const parameters = { resource: 'link', operation: 'create', url: '={{ $binary.note.fileName }}' };
	const note = { data: '', mimeType: 'text/plain', fileName: 'example.com/a' };
	const { reply } = await testbed.run({ parameters, items: [null, null], files: { note } });
	const items = [6, 7].map((id) => ({
		json: { id },
		binary: { note: { fileName: note.fileName } },
	}));
	expect([reply.error, reply.outputs[0]]).toMatchObject([undefined, items]);
});

describe('behind a Webhook', () => {
	const CREATIONS = DECLARED.filter(
		({ parameters: { resource, operation } }) =>
			findOperation(String(resource), String(operation))!.includesInput,
	);
	test.each(CREATIONS)(
		'$name gives the fields of the item, and none of the caller',
		async (one) => {
			const parameters = { ...one.parameters, options: { additionalBodyFields: '{}' } };
			const both = await testbed.bothEntryPoints({ parameters, items: [item()] });
			for (const reply of [both.reply, both.one]) {
				expect(first(reply)).toMatchObject(row());
				expect(JSON.stringify(reply.outputs)).not.toContain(CALLER);
			}
		},
	);

	test.each(DECLARED)('a failed item of $name holds none of the caller', async ({ parameters }) => {
		const body = { error: 1, message: 'No.' };
		const faults = [{ match: {}, times: 0, fault: { kind: 'wrongShape', body } }];
		const settings = { onError: 'continueRegularOutput' } as const;
		const request = { parameters, items: [item()], settings };
		const both = await testbed.bothEntryPoints(request, { faults });
		for (const reply of [both.reply, both.one]) {
			expect(first(reply)).toMatchObject({ ...row(), error: expect.any(String) as unknown });
			expect(JSON.stringify(reply.outputs)).not.toContain(CALLER);
		}
	});
});
