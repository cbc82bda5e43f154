/** Where the value of a field goes, which fields of an update are sent empty, and what Output and Fields to Return take. */
import type { IDataObject } from 'n8n-workflow';

import { languagetarget } from '../../../nodes/LinkManagement/actions/link/targeting';
import { asTrimmedText } from '../../../nodes/LinkManagement/fields/convert';
import { asDateTime, dateFormat } from '../../../nodes/LinkManagement/fields/dateTime';
import {
	type Field,
	isCollection,
	type ValueField,
} from '../../../nodes/LinkManagement/fields/field';
import {
	additionalBodyFields,
	additionalFields,
	optionsCollection,
	outputFields,
	updateFields,
} from '../../../nodes/LinkManagement/fields/kinds';
import * as records from '../../../nodes/LinkManagement/fields/locators';
import { asRecord, LinkReference } from '../../../nodes/LinkManagement/fields/reference';
import { accepted, field, inBody, unsent } from '../../support/fields';

const PLACES = ['body', 'query', 'path', 'unsent'] as const;

test.each<[part: (typeof PLACES)[number], name: string, routing: ValueField['routing']]>([
	['body', 'alias', { send: { type: 'body', property: 'custom' } }],
	['query', 'alias', { send: { type: 'query', property: 'custom' } }],
	['path', 'custom', undefined],
	['unsent', 'custom', undefined],
])('a value goes into the %s, converted, under its own name or another', (part, name, routing) => {
	const fields = [field(name, { routing, convert: asTrimmedText })];
	const url = part === 'path' ? '/api/url/:custom/read' : '/api/url/custom/:customs';
	const request = accepted(fields, { [name]: ' x ' }, {}, { method: 'GET', url });
	expect(request[part]).toEqual({ custom: 'x' });
	expect(PLACES.filter((place) => Object.keys(request[place]).length > 0)).toEqual([part]);
	expect(request).toMatchObject({ method: 'GET', url });
});

test('a value goes into an object of the body, also beside another', () => {
	const fields = [
		field('ssid', { routing: inBody('data.ssid') }),
		field('pass', { routing: inBody('data.pass') }),
	];
	expect(accepted(fields, { ssid: 'a', pass: 'b' }).body).toEqual({
		data: { ssid: 'a', pass: 'b' },
	});
	expect(accepted(fields, { ssid: '', pass: 'b' }).body).toEqual({ data: { pass: 'b' } });
	expect(accepted(fields, {}).body).toEqual({});
});

test('a field of a collection counts if the workflow has added it, and a collection is no expression', () => {
	const fields = [additionalFields([field('a', { default: 'x' }), field('b', { default: 'y' })])];
	expect(accepted(fields, { additionalFields: { a: undefined } } as never).body).toEqual({
		a: 'x',
	});
	// n8n's routing engine takes no field of it
	const saved = { additionalFields: '={{ $json.fields }}' };
	expect(() => accepted(fields, { additionalFields: { a: 'x' } }, saved)).toThrow(
		'Additional Fields: an expression cannot give all of its fields [item 3]',
	);
});

test('nothing is sent of empty values, as n8n gives them', () => {
	const fields = [field('text'), field('none'), languagetarget];
	expect(accepted(fields, { text: '', none: null, languagetarget: {} }).body).toEqual({});
});

test('the values of Options come first, because conversions depend on them', () => {
	const expiry = field('expiry', { convert: asDateTime('start') });
	const shown = [expiry, optionsCollection([dateFormat])];
	const sent = (options: IDataObject) =>
		accepted(shown, { expiry: '5/6/2030', options }).body.expiry;
	expect(sent({ dateFormat: 'monthFirst' })).toBe('2030-05-06 00:00:00');
	expect(() => sent({})).toThrow('"5/6/2030" can be June 5, 2030, or May 6, 2030 [item 3]');
});

test('a locator is converted in its mode, wherever it stands', () => {
	const campaign = field('campaign', { convert: asRecord('campaigns') });
	const given = (mode: string) => ({ campaign: { __rl: true, mode, value: '7' } });
	const sent = (fields: Field[], parameters: IDataObject) =>
		accepted(fields, parameters).body.campaign;
	const named = { named: 'campaigns', text: '7' };
	expect(sent([campaign], given('name'))).toMatchObject(named);
	expect(sent([campaign], given('recordId'))).toBe(7);
	expect(sent([campaign], { campaign: '7' })).toBe(7);
	const collection = [additionalFields([campaign])];
	expect(sent(collection, { additionalFields: given('name') })).toMatchObject(named);
});

test('the item of a channel is converted as its type says', () => {
	const request = { method: 'POST', url: '/api/assign/:itemType/:itemId' } as const;
	const item = (type: string, value: unknown, mode?: string) =>
		accepted(
			[unsent('itemType'), records.itemId],
			{ itemType: type, itemId: (mode === undefined ? value : { mode, value }) as string },
			{},
			request,
		).path.itemId;
	expect(item('links', 'https://sho.rt/x')).toEqual(new LinkReference('https://sho.rt/x'));
	for (const mode of ['name', 'list', undefined])
		expect(item('links', 'spring', mode)).toEqual(new LinkReference('spring'));
	expect(item('links', '5', 'name')).toEqual(new LinkReference('5'));
	for (const type of ['links', 'qr', 'bio']) expect(item(type, '5', 'idOrUrl')).toBe(5);
	for (const mode of ['idOrUrl', 'name', 'list', undefined])
		for (const text of ['Menu', 'https://sho.rt/x'])
			expect(item('qr', text, mode)).toMatchObject({ named: 'qrCodes', text });
	expect(item('qr', '5', 'name')).toMatchObject({ named: 'qrCodes', text: '5' });
	for (const text of ['Menu', 'https://sho.rt/x'])
		expect(() => item('bio', text, 'name')).toThrow(`"${text}" is not a whole number`);
	expect(() => item('bio', ' ')).toThrow('a value is required [item 3]');
});

describe('The fields of an update', () => {
	const fields = [field('name', { convert: asTrimmedText }), field('color'), field('starred')];
	const property = updateFields(fields, { name: '', color: '' });
	const update = (values: IDataObject) => accepted([property], { updateFields: values }).body;
	const namesOf = (one: Field) => (isCollection(one) ? one.options : []).map(({ name }) => name);

	test('stand in the order of their labels', () => {
		expect(property).toMatchObject({ name: 'updateFields', type: 'collection', default: {} });
		expect(namesOf(property)).toEqual(['fieldsToClear', 'color', 'name', 'starred']);
		expect(update({ name: ' x ', color: '' })).toEqual({ name: 'x' });
	});

	test('are rejected when none is given, where one is needed', () => {
		expect(() => update({ name: ' ' })).toThrow('Update Fields: a value is required [item 3]');
		const saved = { updateFields: { name: '={{ $json.title }}' } };
		expect(() => accepted([property], { updateFields: { name: '' } }, saved)).toThrow(
			'Update Fields: the expression gives nothing [item 3]',
		);
		expect(accepted([field('tag'), updateFields(fields)], { tag: 'x' }).body).toEqual({ tag: 'x' });
	});

	test('are sent empty where they are chosen to be', () => {
		for (const fieldsToClear of [['name', 'color'], 'name , color', 'Name; Color'])
			expect(update({ fieldsToClear })).toEqual({ name: '', color: '' });
		expect(update({ fieldsToClear: [], name: 'x' })).toEqual({ name: 'x' });
		expect(update({ fieldsToClear: ['color'], name: 'x' })).toEqual({ name: 'x', color: '' });
	});

	test('cannot be cleared by another name', () => {
		expect(() => update({ fieldsToClear: ['name', 'toString'] })).toThrow(
			'Fields to Clear: "toString" is not one of the fields that can be emptied [item 3]',
		);
	});

	test('cannot be given and cleared at a time', () => {
		expect(() => update({ fieldsToClear: ['name'], name: 'x' })).toThrow(
			'Fields to Clear: "name" also has a value [item 3]',
		);
	});
});

test('the list of the item of a channel is read again when its type changes', () => {
	expect(records.itemId.typeOptions).toEqual({ loadOptionsDependsOn: ['itemType'] });
});

const BY_NAME = ['list', 'name', 'recordId'];
test.each([
	['campaignId', records.campaignId('to delete'), 'searchCampaigns', BY_NAME, 'campaigns'],
	['channelId', records.channelId('to delete'), 'searchChannels', BY_NAME, 'channels'],
	[
		...(['domainId', records.domainId('to delete'), 'searchDomains'] as const),
		...([['list', 'domain', 'recordId'], 'domains'] as const),
	],
	['linkId', records.linkId('to delete'), 'searchLinks', ['list', 'idOrUrl', 'alias'], undefined],
	['pixelId', records.pixelId('to delete'), 'searchPixels', BY_NAME, 'pixels'],
	['qrCodeId', records.qrCodeId('to delete'), 'searchQrCodes', BY_NAME, 'qrCodes'],
	['itemId', records.itemId, 'searchItems', ['list', 'idOrUrl', 'name'], undefined],
])('%s is chosen from its list and sent', (name, property, search, modes, named) => {
	expect(property).toMatchObject({ name, required: true });
	expect(property).not.toHaveProperty('routing');
	expect(property.modes!.map((mode) => mode.name)).toEqual(modes);
	expect(property.modes![0]!.typeOptions?.searchListMethod).toBe(search);
	const request = { method: 'POST', url: `/api/:itemType/:${name}` } as const;
	const given = (value: string) =>
		accepted([unsent('itemType'), property], { itemType: 'links', [name]: value }, {}, request)
			.path[name];
	expect(given('42')).toBe(42);
	// A name waits to be looked up in the list of its kind, the alias of a link in that of links
	const reference = named === undefined ? { text: 'Spring' } : { named, text: 'Spring' };
	expect(given('Spring')).toMatchObject(reference);
	expect(() => given(' ')).toThrow('a value is required [item 3]');
});

/** Fields that only one service has. */
const property = additionalBodyFields(['url', 'custom']);
const sent = (additionalBodyFields: unknown) =>
	accepted([field('url'), property], { url: 'x', additionalBodyFields } as IDataObject).body;

test('they are added to the other fields of the body', () => {
	const given = '{ "note": "VIP", "tags": [1, null] }';
	expect(sent(given)).toEqual({ url: 'x', note: 'VIP', tags: [1, null] });
});

test.each([
	...['[1]', '"text"', [1], new Date(0)].map((value) => [value, 'not a JSON object']),
	['{ note: 1 }', 'the value is not valid JSON'],
	// A field of the operation, even one that is not filled in
	['{ "note": 1, "custom": "spring" }', '"custom" has a field of its own in this operation'],
])('%j is refused', (given, words) => {
	expect(() => sent(given)).toThrow(words as string);
	expect(() => sent(given)).toThrow(/^Other Body Fields \(JSON\): .* \[item 3\]$/);
});

test('an update may consist of them alone', () => {
	const fields = [updateFields([field('name')]), property];
	const update = (additionalBodyFields: string) => accepted(fields, { additionalBodyFields }).body;
	expect(update('{ "note": "VIP" }')).toEqual({ note: 'VIP' });
	expect(() => update('{}')).toThrow('Update Fields: a value is required [item 3]');
});

const KNOWN = ['id', 'shorturl', 'longurl', 'clicks', 'topCountry'];
const outputOf = (parameters: object) => accepted(outputFields(KNOWN), { ...parameters }).unsent;
const chosen = (outputFields: unknown) => outputOf({ output: 'fields', outputFields }).outputFields;

test.each([
	[undefined, 'simple'],
	[' raw ', 'raw'],
])('Output %p means %s', (value, output) => {
	expect(outputOf({ output: value }).output).toBe(output);
});

test('Fields to Return are names, without those that are empty', () => {
	expect(chosen([' id ', '', null])).toEqual(['id']);
});

test.each<[given: unknown, words: string]>([
	[undefined, 'a value is required'],
	[' , ', 'a value is required'],
	['id, country', '"country" is not a field of the record'],
])('Fields to Return %j are refused', (value, words) => {
	expect(() => chosen(value)).toThrow(words);
	expect(() => chosen(value)).toThrow(/^Fields to Return: .* \[item 3\]$/);
});
