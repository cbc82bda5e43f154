/**
 * The description that n8n gets is what builds each request, in both ways in: without `routing.send`, no operation sends what it
 * declares; with another request, none works as a tool.
 */
import { describe, expect, test } from '@jest/globals';
import { type INode, type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { resources } from '../../../nodes/LinkManagement/actions';
import { isCollection, isSent } from '../../../nodes/LinkManagement/fields/field';
import { LinkManagement } from '../../../nodes/LinkManagement/LinkManagement.node';
import { type EntryPoint, type Json, LEGACY_EXPRESSIONS } from '../../support/engine';
import { alteredPackage } from '../../support/engine/alteredPackage';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpTestbed, type Testbed } from '../../support/engine/testbed';
import {
	type OperationCase,
	OPERATIONS,
	QR_CODE_CREATE_OR_GET,
} from '../../support/operationCases';
import { UPSERT_CASE } from '../../support/upsert';

type Case = Pick<OperationCase, 'operation' | 'parameters' | 'request' | 'resource'>;

const LONG = 'https://example.com/declared';
/** Operations that send more than one request. */
const FURTHER: Case[] = [
	{
		...{ resource: 'link', operation: 'createOrGet' },
		parameters: { url: LONG, additionalFields: { custom: 'declared' } },
		request: { line: 'POST /api/url/add', body: { url: LONG, custom: 'declared' } },
	},
	{
		...UPSERT_CASE,
		request: { line: 'POST /api/url/add', body: UPSERT_CASE.parameters.columns.value },
	},
	{
		...QR_CODE_CREATE_OR_GET,
		request: { line: 'POST /api/qr/add', body: QR_CODE_CREATE_OR_GET.parameters },
	},
];
const CASES: Case[] = [...OPERATIONS, ...FURTHER].map((one) => ({
	...one,
	// Otherwise a link that is not found is no error
	...(one.operation === 'getByShortUrl' && {
		parameters: { ...one.parameters, options: { stopIfNotFound: true } },
	}),
}));
const nameOf = ({ resource, operation }: Case) => `${resource}:${operation}`;

/** Whether an operation declares a field that is sent; the columns of Create or Update are the fields of Create. */
const sendsFields = ({ resource, operation }: Case): boolean =>
	operation === 'upsert' ||
	resources[resource]!.operations[operation]!.fields.some((field) =>
		isCollection(field) ? field.options.some(isSent) : isSent(field),
	);

async function attempt(
	testbed: Testbed,
	{ resource, operation, parameters }: Case,
	entryPoint: EntryPoint,
	item: Json = {},
) {
	await testbed.setScene();
	const reply = await testbed.engine.run({
		parameters: { resource, operation, ...parameters },
		items: [{ shortUrl: `${testbed.url}/s1`, ...item }],
		entryPoint,
		credentials: { baseUrl: testbed.url, apiKey: testbed.freshKey(), updatesReplace: 'no' },
		workflowId: `${entryPoint} ${resource} ${operation}`,
	});
	return { reply, sent: await testbed.requests() };
}

/** The request of the API description, as the service received it. */
const described = ({ request: { line, query = {}, body } }: Case): unknown => {
	const [method, path] = line.split(' ');
	const short = 'short' in query && { short: `${unchanged.url}/s1` };
	const sent = { method, path, query: { ...query, ...short }, ...(body && { body }) };
	return expect.objectContaining(sent);
};

const unchanged = setUpTestbed();
const stripped = setUpTestbed(LEGACY_EXPRESSIONS, [
	alteredPackage((properties) => {
		const strip = ({ routing, options = [] }: INodeProperties): void => {
			if (routing?.send?.property !== undefined) delete routing.send;
			for (const option of options) strip(option as INodeProperties);
		};
		properties.forEach(strip);
	}),
]);
const diverted = setUpTestbed(LEGACY_EXPRESSIONS, [
	alteredPackage((properties) => {
		for (const { name, options = [] } of properties)
			if (name === 'operation')
				for (const option of options)
					(option as INodeProperties).routing!.request = { method: 'GET', url: '/stripped' };
	}),
]);
const moved = setUpTestbed(LEGACY_EXPRESSIONS, [
	alteredPackage((properties) => {
		for (const { name, options = [] } of properties)
			if (name === 'operation')
				for (const option of options) {
					const { request } = (option as INodeProperties).routing!;
					request!.url = request!.url!.replace('/api/', '/api/moved/');
				}
	}),
]);
const SENDING = CASES.filter(sendsFields);

test('many operations declare sent fields', () => {
	expect(SENDING.length).toBeGreaterThanOrEqual(18);
});

test.each(SENDING)(
	'without routing.send, $resource:$operation does not send its request, in either way',
	async (one) => {
		for (const entryPoint of ENTRY_POINTS) {
			const request = described(one);
			expect((await attempt(unchanged, one, entryPoint)).sent).toContainEqual(request);
			expect((await attempt(stripped, one, entryPoint)).sent).not.toContainEqual(request);
		}
	},
);

test('with another request in the description, every operation fails as a tool', async () => {
	const working: string[] = [];
	for (const one of CASES) {
		const { reply } = await attempt(diverted, one, 'oneItem');
		if (reply.status !== 'error') working.push(nameOf(one));
	}
	expect(working).toEqual([]);
	const all = Object.entries(resources).flatMap(([resource, { operations }]) =>
		Object.keys(operations).map((operation) => `${resource}:${operation}`),
	);
	expect(CASES.map(nameOf).sort()).toEqual(all.sort());
});

test('in both ways, every operation sends the request of its description', async () => {
	const others: string[] = [];
	for (const one of CASES)
		for (const entryPoint of ENTRY_POINTS) {
			const { sent } = await attempt(moved, one, entryPoint);
			if (!sent.some(({ path }) => path.startsWith('/api/moved/'))) others.push(nameOf(one));
		}
	expect(others).toEqual([]);
});

describe('In both ways', () => {
	const code = { resource: 'qrCode', operation: 'create' };
	const bodyOf = async (parameters: Json, item: Json) => {
		const { sent } = await unchanged.bothEntryPoints({ parameters, items: [item] });
		return sent.map(({ body }) => body);
	};

	test('the content is that of the type which an expression gives, beside the fields of all others', async () => {
		const parameters = {
			...{ ...code, type: '={{ $json.type }}', data: '={{ $json.text }}' },
			...{ ssid: '={{ $json.ssid }}', pass: '={{ $json.pass }}', subject: '={{ $json.text }}' },
		};
		const item = { text: 'Hello', ssid: 'Guests', pass: 'welcome1' };
		expect(await bodyOf(parameters, { ...item, type: 'text' })).toEqual([
			{ type: 'text', data: 'Hello' },
		]);
		expect(await bodyOf(parameters, { ...item, type: 'wifi' })).toEqual([
			{ type: 'wifi', data: { ssid: 'Guests', pass: 'welcome1', encryption: 'wpa' } },
		]);
	});

	test('n8n asks for the content of a code before it runs', () => {
		const { description } = new LinkManagement();
		const issues = (more: Json) => {
			const node = { name: 'Node', parameters: { ...code, ...more }, typeVersion: 1 };
			return NodeHelpers.getNodeParametersIssues(
				description.properties,
				node as unknown as INode,
				description,
			);
		};
		for (const [type, field] of Object.entries({ link: 'data', email: 'email', wifi: 'ssid' })) {
			expect(Object.keys(issues({ type, [field]: '' })?.parameters ?? {})).toEqual([field]);
			expect(issues({ type, [field]: 'x' })).toBeNull();
			expect(issues({ type, additionalFields: { dataJson: '{}' } })).toBeNull();
		}
		expect(issues({ type: '={{ $json.type }}' })).toBeNull();
	});

	test('empty values are not sent, and rows are sent whole', async () => {
		const parameters = {
			...{ resource: 'link', operation: 'create', url: LONG },
			additionalFields: {
				metatitle: '={{ $json.empty }}',
				metadescription: '={{ $json.none }}',
				description: '={{ $json.missing }}',
				geotarget: {
					rows: [{ location: { __rl: true, mode: 'name', value: 'DE' }, link: '={{ $json.url }}' }],
				},
				parameters: {
					rows: [
						{ name: 'ref', value: '={{ $json.from }}' },
						{ name: 'x', value: '' },
					],
				},
				deeplink: {},
				languagetarget: { rows: [] },
			},
		};
		const item = { empty: '', none: null, url: 'example.com/de', from: 'mail' };
		expect(await bodyOf(parameters, item)).toEqual([
			{
				url: LONG,
				geotarget: [{ location: 'Germany', link: 'https://example.com/de' }],
				parameters: [{ name: 'ref', value: 'mail' }],
			},
		]);
	});

	test('a locator keeps its mode, where n8n takes only its value', async () => {
		const parameters = {
			...{ resource: 'link', operation: 'create', url: LONG },
			additionalFields: { campaign: { __rl: true, mode: 'name', value: '={{ "2" }}' } },
		};
		// By Name looks for a campaign of that name, By ID does not
		const { sent } = await unchanged.bothEntryPoints({ parameters });
		expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
			...['GET /api/campaigns', 'POST /api/url/add'],
		]);
	});
});
