/** Where the value of a field goes in the request, and which fields of an update are sent empty. */
import type { IDataObject, INode, INodeProperties, PreSendAction } from 'n8n-workflow';

import { fieldsToClear } from '../../../nodes/LinkManagement/fields/clear';
import { additionalFields, updateFields } from '../../../nodes/LinkManagement/fields/collection';
import { asTrimmedText } from '../../../nodes/LinkManagement/fields/convert';
import { asDateTime } from '../../../nodes/LinkManagement/fields/dateTime';
import { listFields } from '../../../nodes/LinkManagement/fields/list';
import {
	BY_ID,
	byNameMode,
	LINK_BY_URL,
	type ListSearchMethod,
	locator,
} from '../../../nodes/LinkManagement/fields/locator';
import * as records from '../../../nodes/LinkManagement/fields/records';
import {
	asRecord,
	LinkReference,
	NamedReference,
} from '../../../nodes/LinkManagement/fields/reference';
import { inBody, inPath, inQuery } from '../../../nodes/LinkManagement/fields/send';
import { field, send } from '../../support/sendField';

describe('A field of the body', () => {
	test('is put there by n8n under its own name, dots and all, and is converted in place', async () => {
		const property = inBody(field('a.b'), asTrimmedText);
		expect(property.routing?.send).toMatchObject({
			...{ type: 'body', property: 'a.b', propertyInDotNotation: false },
		});
		const { body, qs } = await send(property, { body: { 'a.b': ' x ', c: 1 } });
		expect([body, qs]).toEqual([{ 'a.b': 'x', c: 1 }, {}]);
	});

	test('is left out when it is empty', async () => {
		expect((await send(inBody(field('a')), { body: { a: ' ' } })).body).toEqual({});
	});

	test('may have another name, and is text unless it is converted', async () => {
		const property = inBody(field('alias'), undefined, 'custom');
		expect(property.routing?.send?.property).toBe('custom');
		expect((await send(property, { body: { custom: 5 } })).body).toEqual({ custom: '5' });
	});

	test('holds what was chosen in a locator', async () => {
		const body = { a: { __rl: true, mode: 'list', value: '7' } };
		expect((await send(inBody(field('a'), asTrimmedText), { body })).body).toEqual({ a: '7' });
	});

	test('that is required is rejected when an expression gives nothing', async () => {
		const property = inBody(field('a', { required: true }));
		await expect(send(property, { body: { a: '' } })).rejects.toThrow(
			'Label of a: a value is required [item 3]',
		);
		expect((await send(property, { body: { a: 'x' } })).body).toEqual({ a: 'x' });
	});
});

test('a field of the query goes into the query', async () => {
	const property = inQuery(field('q'));
	expect(property.routing?.send?.type).toBe('query');
	expect(await send(property, { qs: { q: 'x', page: 1 } })).toMatchObject({
		...{ qs: { q: 'x', page: 1 }, body: {} },
	});
});

describe('A field of the path', () => {
	const property = inPath(field('linkId'), (value) => value);

	test('is required, and n8n puts its value beside the query', () => {
		expect(property).toMatchObject({
			required: true,
			routing: { send: { type: 'query', property: ':linkId' } },
		});
	});

	test('takes the place of its placeholder, where it can do no harm', async () => {
		const sent = await send(property, { url: '/api/url/:linkId/x', qs: { ':linkId': 'a/b' } });
		expect(sent).toMatchObject({ url: '/api/url/a%2Fb/x', qs: {} });
	});

	test('that holds a number fills the placeholder', async () => {
		const sent = await send(property, { url: '/api/url/:linkId', qs: { ':linkId': 5 } });
		expect(sent).toMatchObject({ url: '/api/url/5', qs: {} });
	});

	test.each([
		['a short URL', new LinkReference('https://sho.rt/x')],
		['a name', new NamedReference('pixels', 'x', { label: 'x', node: {} as INode })],
	])('that holds %s leaves it to be looked up', async (_, reference) => {
		const given = { url: '/api/url/:linkId', qs: { ':linkId': reference as unknown as string } };
		const sent = await send(property, given);
		expect(sent.url).toBe('/api/url/:linkId');
		expect(sent.qs?.[':linkId']).toBe(reference);
	});

	test('is rejected when it is empty', async () => {
		await expect(send(property, { qs: {} })).rejects.toThrow('a value is required [item 3]');
	});

	test('is converted with the path in view', async () => {
		const item = async (type: string, value: unknown, mode?: string) => {
			const url = `/api/channel/1/assign/${type}/:itemId`;
			const itemId = { __rl: true, mode, value };
			const given = { url, qs: { ':itemId': value as string } };
			const sent = await send(records.itemId, given, mode === undefined ? {} : { itemId });
			const reference: unknown = sent.qs?.[':itemId'];
			return reference === undefined ? sent.url : reference;
		};
		expect(await item('links', 'https://sho.rt/x')).toEqual(new LinkReference('https://sho.rt/x'));
		expect(await item('links', 'spring', 'id')).toEqual(new LinkReference('spring'));
		expect(await item('links', '5', 'id')).toBe('/api/channel/1/assign/links/5');
		expect(await item('qr', '5', 'id')).toBe('/api/channel/1/assign/qr/5');
		expect(await item('bio', '5', 'id')).toBe('/api/channel/1/assign/bio/5');
		for (const mode of ['id', 'name', 'list', 'url', undefined])
			expect(await item('qr', 'Menu', mode)).toMatchObject({ named: 'qrCodes', text: 'Menu' });
		expect(await item('qr', '5', 'name')).toMatchObject({ named: 'qrCodes', text: '5' });
		await expect(item('qr', 'https://sho.rt/x')).rejects.toThrow('By URL works only for links');
		await expect(item('bio', 'https://sho.rt/x')).rejects.toThrow('By URL works only for links');
		await expect(item('bio', 'Menu', 'name')).rejects.toThrow('"Menu" is not a whole number');
		await expect(item('bio', ' ')).rejects.toThrow('a value is required [item 3]');
	});
});

describe('The mode of a locator is the one that is saved', () => {
	const property = inBody(
		{ ...field('campaign'), type: 'resourceLocator' } as INodeProperties,
		asRecord('campaigns'),
	);
	const saved = (mode: string) => ({ campaign: { __rl: true, mode, value: '={{ $json.id }}' } });
	const sent = async (one: INodeProperties, parameters: IDataObject) =>
		(await send(one, { body: { campaign: '7' } }, parameters)).body.campaign;

	test('at top level', async () => {
		expect(await sent(property, saved('name'))).toMatchObject({ named: 'campaigns', text: '7' });
		expect(await sent(property, saved('recordId'))).toBe(7);
		expect(await sent(property, { campaign: '={{ $json.id }}' })).toBe(7);
		expect(await sent(property, {})).toBe(7);
	});

	test('in its own collection', async () => {
		const [inFields] = additionalFields([property]).options as INodeProperties[];
		const left = { updateFields: saved('recordId'), ...saved('recordId') };
		const named = { named: 'campaigns', text: '7' };
		expect(await sent(inFields!, { ...left, additionalFields: saved('name') })).toMatchObject(
			named,
		);
		expect(await sent(inFields!, { additionalFields: '={{ $json.fields }}' })).toBe(7);
		const update = updateFields([property], { required: true });
		expect(await sent(update, { ...left, updateFields: saved('name') })).toMatchObject(named);
		expect(await sent(update, { additionalFields: saved('name') })).toBe(7);
	});

	test('and a field that is no locator has none', async () => {
		const plain = inBody(field('campaign'), asRecord('campaigns'));
		expect(await sent(plain, saved('name'))).toBe(7);
	});
});

describe('The conversion of a field reads what belongs to the item', () => {
	const date = inBody(field('expiry'), asDateTime('start'));
	const [inFields] = additionalFields([date]).options as INodeProperties[];
	const sent = async (property: INodeProperties, expiry: string, options?: unknown) =>
		(await send(property, { body: { expiry } }, { options: options as never })).body.expiry;

	test.each([
		['at top level', date],
		['in a collection', inFields!],
	])('%s', async (_, property) => {
		// The time zone of the workflow
		expect(await sent(property, '2030-07-01T10:00:00Z')).toBe('2030-07-01 12:00:00');
		// Options
		expect(await sent(property, '5/6/2030', { dateFormat: 'monthFirst' })).toBe(
			'2030-05-06 00:00:00',
		);
		await expect(sent(property, '5/6/2030', '={{ $json.options }}')).rejects.toThrow(
			'Label of expiry: "5/6/2030" can be June 5, 2030, or May 6, 2030 [item 3]',
		);
	});

	test('in a collection, with the data of the item', async () => {
		const preSend: PreSendAction[] = [
			async function (request) {
				return { ...request, body: this.getInputData() };
			},
		];
		const property = field('image', { routing: { send: { preSend } } });
		const [inCollection] = additionalFields([property]).options as INodeProperties[];
		expect((await send(inCollection!, {})).body).toEqual({ json: { row: 3 } });
	});
});

test('a field without a conversion is sent as n8n puts it there', async () => {
	const plain = [
		field('a'),
		field('b', { routing: {} }),
		field('c', { routing: { send: { type: 'body', property: 'c' } } }),
	];
	expect(additionalFields(plain).options).toEqual(plain);
	const body = { a: ' x ', b: '', c: 5 };
	expect((await send(updateFields(plain, { required: true }), { body })).body).toEqual(body);
});

describe('The fields of an update', () => {
	const fields = [
		inBody(field('name'), asTrimmedText),
		inBody(field('color')),
		inBody(field('starred')),
	];
	const property = updateFields(fields, {
		required: true,
		clearable: { name: '', color: '' },
	});
	const update = async (body: IDataObject) => (await send(property, { body })).body;

	test('are converted where they are collected, in the order of their labels', async () => {
		const options = property.options as INodeProperties[];
		expect(property).toMatchObject({ name: 'updateFields', type: 'collection', default: {} });
		expect(options.map(({ name }) => name)).toEqual(['fieldsToClear', 'color', 'name', 'starred']);
		expect(options.map(({ routing }) => routing?.send?.preSend)).toEqual(Array(4).fill(undefined));
		expect(options.map(({ routing }) => routing?.send?.type)).toEqual(Array(4).fill('body'));
		expect(await update({ name: ' x ', color: '' })).toEqual({ name: 'x' });
	});

	test('are sent with the request that the last conversion gives', async () => {
		const preSend: PreSendAction[] = [
			async (request) => ({ ...request, body: { image: 'x.png' } }),
		];
		const image = field('image', { routing: { send: { preSend } } });
		const withImage = updateFields([image, ...fields], { required: true });
		expect((await send(withImage, { body: {} })).body).toEqual({ image: 'x.png' });
	});

	test('are rejected when none is given, where one is needed', async () => {
		await expect(update({ name: ' ' })).rejects.toThrow(
			'Update Fields: a value is required [item 3]',
		);
		const optional = updateFields(fields, { required: false });
		expect((await send(optional, { body: {} })).body).toEqual({});
	});

	test('are sent empty where they are chosen to be', async () => {
		expect(await update({ fieldsToClear: ['name', 'color'] })).toEqual({ name: '', color: '' });
		expect(await update({ fieldsToClear: 'name , color' })).toEqual({ name: '', color: '' });
		expect(await update({ fieldsToClear: 'Name; Color' })).toEqual({ name: '', color: '' });
		expect(await update({ fieldsToClear: [], name: 'x' })).toEqual({ name: 'x' });
		expect(await update({ fieldsToClear: ['color'], name: 'x' })).toEqual({ name: 'x', color: '' });
	});

	test.each<[unknown, string]>([
		[
			['starred'],
			'Fields to Clear: "starred" is not one of the fields that can be emptied [item 3]',
		],
		[['name', 'toString'], '"toString" is not one of the fields that can be emptied'],
		[{ name: true }, 'is not text'],
		[5, '"5" is not one of the fields that can be emptied'],
	])('cannot be cleared by %j', async (chosen, words) => {
		await expect(update({ fieldsToClear: chosen as never })).rejects.toThrow(words);
	});

	test('cannot be given and cleared at a time', async () => {
		await expect(update({ fieldsToClear: ['name'], name: 'x' })).rejects.toThrow(
			'Fields to Clear: "name" also has a value [item 3]',
		);
	});

	test('have no choice of fields to clear where none can be', () => {
		const { options } = updateFields(fields, { required: false });
		expect((options as INodeProperties[]).map(({ name }) => name)).toEqual([
			...['color', 'name', 'starred'],
		]);
	});

	test('are offered for clearing by their labels, as a list in the body', () => {
		expect(fieldsToClear(fields, { color: '' }, '. A note.')).toMatchObject({
			type: 'multiOptions',
			options: [{ name: 'Label of color', value: 'color' }],
			default: [],
			description: expect.stringMatching(/theirs\. A note\.$/),
			routing: { send: { type: 'body', property: 'fieldsToClear', propertyInDotNotation: false } },
		});
		expect(fieldsToClear(fields, {}).description).toMatch(/theirs$/);
	});
});

test('optional fields of a creation are a collection that is empty at first', () => {
	const options = [field('a')];
	expect(additionalFields(options)).toEqual({
		...{ displayName: 'Additional Fields', placeholder: 'Add Field' },
		...{ name: 'additionalFields', type: 'collection', default: {}, options },
	});
});

test('a list has Return All or a limit, its own filters, and its options in order of their labels', () => {
	const filters = [field('filters')];
	const own = [field('order')];
	expect(listFields({ filters, options: own })).toMatchObject([
		{ name: 'returnAll', type: 'boolean', default: false },
		{
			...{ name: 'limit', type: 'number', default: 50, typeOptions: { minValue: 1 } },
			displayOptions: { show: { returnAll: [false] } },
		},
		{ name: 'filters' },
		{
			...{ name: 'options', type: 'collection', default: {} },
			options: [
				{ name: 'order' },
				{ name: 'pageSize', type: 'number', default: '', typeOptions: { minValue: 1 } },
				{ name: 'startPage', type: 'number', default: 1, typeOptions: { minValue: 1 } },
			],
		},
	]);
	const [, , options] = listFields();
	expect((options!.options as INodeProperties[]).map(({ name }) => name)).toStrictEqual([
		...['pageSize', 'startPage'],
	]);
	const late = listFields({ options: [field('z', { displayName: 'Z' })] })[2]!;
	expect((late.options as INodeProperties[]).at(-1)!.name).toBe('z');
});

test('the order of a list is a collection of its own, below Options', () => {
	const sort = [field('order')];
	const names = (properties: INodeProperties[]) => properties.map(({ name }) => name);
	expect(names(listFields({ sort }))).toEqual(['returnAll', 'limit', 'options', 'sort']);
	expect(listFields({ sort })[3]).toMatchObject({ type: 'collection', default: {}, options: sort });
	expect(names(listFields())).toEqual(['returnAll', 'limit', 'options']);
});

describe('A locator', () => {
	type Given = Parameters<typeof locator>[0];
	const given = {
		displayName: 'Pixel',
		name: 'pixelId',
		description: 'x',
		search: 'searchPixels',
		typed: [byNameMode('Visitors'), BY_ID],
	} as const;

	test('chooses from a list, by name or by ID', () => {
		const property = locator({ ...given, typed: [...given.typed] });
		expect(property).toMatchObject({
			...{ displayName: 'Pixel', name: 'pixelId', description: 'x', type: 'resourceLocator' },
			default: { mode: 'list', value: '' },
			modes: [
				{
					...{ name: 'list', type: 'list' },
					typeOptions: { searchListMethod: 'searchPixels', searchable: true },
				},
				{ name: 'name', type: 'string', displayName: 'By Name', placeholder: 'e.g. Visitors' },
				{ name: 'recordId', type: 'string', displayName: 'By ID' },
			],
		});
		expect(property).not.toHaveProperty('typeOptions');
		expect(property.modes).toHaveLength(3);
	});

	test('tells why its list is slow, and which mode does without the list', () => {
		const noticeOf = (search: ListSearchMethod, typed: Given['typed']) =>
			locator({ ...given, search, typed }).modes![0]!.typeOptions?.slowLoadNotice;
		const named = (mode: string) => ({
			message: expect.stringMatching(`you can use ${mode}\\.$`) as string,
			timeout: 4_000,
		});
		expect(noticeOf('searchPixels', [...given.typed])).toEqual(named('By Name'));
		expect(noticeOf('searchLinks', [LINK_BY_URL])).toEqual(named('By URL'));
		expect(noticeOf('searchPixels', [])).toBeUndefined();
		// These lists ask no service
		for (const search of ['searchCountries', 'searchDevices', 'searchLanguages'] as const)
			expect(noticeOf(search, [...given.typed])).toBeUndefined();
	});

	test('has a hint below its list, and one for an AI that builds workflows, where it needs them', () => {
		const plain = locator({ ...given, typed: [] });
		expect(Object.keys(plain)).not.toContain('builderHint');
		expect(Object.keys(plain.modes![0]!)).not.toContain('hint');
		const hinted = locator({ ...given, typed: [], builderHint: 'An ID.', listHint: 'No list?' });
		expect(hinted.builderHint).toEqual({ propertyHint: 'An ID.' });
		expect(hinted.modes![0]!.hint).toBe('No list?');
	});

	test('is cleared when a field on which its list depends changes', () => {
		expect(locator({ ...given, typed: [], dependsOn: ['itemType'] })).toMatchObject({
			typeOptions: { loadOptionsDependsOn: ['itemType'] },
		});
		expect(records.itemId.typeOptions).toEqual({ loadOptionsDependsOn: ['itemType'] });
	});
});

const BY_NAME = ['list', 'name', 'recordId'];
test.each([
	['campaignId', records.campaignId('to delete'), 'searchCampaigns', BY_NAME, 'campaigns'],
	['channelId', records.channelId('to delete'), 'searchChannels', BY_NAME, 'channels'],
	[
		...(['domainId', records.domainId('to delete'), 'searchDomains'] as const),
		...([['list', 'domain', 'recordId'], 'domains'] as const),
	],
	['linkId', records.linkId('to delete'), 'searchLinks', ['list', 'id', 'url'], undefined],
	['pixelId', records.pixelId('to delete'), 'searchPixels', BY_NAME, 'pixels'],
	['qrCodeId', records.qrCodeId('to delete'), 'searchQrCodes', BY_NAME, 'qrCodes'],
	['itemId', records.itemId, 'searchItems', ['list', 'id', 'name', 'url'], undefined],
])(
	'%s is chosen from its own list and fills its placeholder',
	async (name, property, search, modes, named) => {
		expect(property.name).toBe(name);
		expect(property.modes!.map((mode) => mode.name)).toEqual(modes);
		expect(property.modes![0]!.typeOptions?.searchListMethod).toBe(search);
		const given = (value: string) => ({ url: `/x/:${name}/links/`, qs: { [`:${name}`]: value } });
		expect((await send(property, given('42'))).url).toBe('/x/42/links/');
		// A name waits to be looked up in the list of its kind, the alias of a link in that of links
		const reference = named === undefined ? { text: 'Spring' } : { named, text: 'Spring' };
		expect((await send(property, given('Spring'))).qs?.[`:${name}`]).toMatchObject(reference);
		await expect(send(property, given(' '))).rejects.toThrow('a value is required [item 3]');
		// n8n runs a validation with a time limit that a busy machine exceeds
		expect(property.modes!.filter(({ validation }) => validation !== undefined)).toEqual([]);
	},
);
