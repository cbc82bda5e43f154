/** Where the value of a field goes, and which fields of an update are sent empty. */
import type { IDataObject, INode } from 'n8n-workflow';

import { asTrimmedText } from '../../../nodes/LinkManagement/fields/convert';
import type { ValueField } from '../../../nodes/LinkManagement/fields/field';
import {
	readUnlessBuilt,
	refuseEmptyExpression,
	type VisitedField,
	visitedFields,
} from '../../../nodes/LinkManagement/fields/itemRequest';
import {
	additionalBodyFields,
	additionalFields,
	fieldsToClear,
	listFields,
	outputFields,
	updateFields,
} from '../../../nodes/LinkManagement/fields/kinds';
import * as records from '../../../nodes/LinkManagement/fields/locators';
import { BY_ALIAS, byNameMode, locator } from '../../../nodes/LinkManagement/fields/locators';
import { LinkReference } from '../../../nodes/LinkManagement/fields/reference';
import { accepted, field, unsent } from '../../support/fields';

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

test('what n8n has put into the request is not read again, and the rest is', () => {
	const campaign = { mode: 'name', value: '={{ 3 }}' };
	const parameters = { name: '={{ 1 }}', id: '={{ 2 }}', campaign };
	const fields = visitedFields(
		[field('name'), unsent('id'), records.campaignOfLink],
		{ name: 'Node', parameters } as unknown as INode,
		'/api/x/:id',
	);
	const built = { query: {}, body: { name: 'n8n', campaign: 'Spring' } };
	const evaluated: string[] = [];
	const read = readUnlessBuilt(built, ({ path: parameter }: VisitedField) => {
		evaluated.push(parameter);
		return 7;
	});
	const values = Object.fromEntries(fields.map((one) => [one.path, read(one)]));
	expect(evaluated).toEqual(['id']);
	// n8n leaves the mode out
	expect(values).toEqual({ name: 'n8n', id: 7, campaign: { ...campaign, value: 'Spring' } });
});

test('the item of a channel is converted as its type says', () => {
	const request = { method: 'POST', url: '/api/assign/:itemType/:itemId' } as const;
	const item = (itemType: string, value: unknown, mode?: string) => {
		const itemId = (mode === undefined ? value : { mode, value }) as string;
		const fields = [unsent('itemType'), records.itemId];
		return accepted(fields, { itemType, itemId }, {}, request).path.itemId;
	};
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

test('an expression that gives nothing is refused where an empty field would do something else', () => {
	const dryRun = unsent('dryRun', { complete: refuseEmptyExpression('dryRun') });
	const fields = [field('name', { complete: refuseEmptyExpression('name') }), dryRun];
	const saved = { name: '={{ $json.title }}', dryRun: '={{ $json.plan }}' };
	const given = { name: 'Spring', dryRun: false };
	expect(accepted(fields, given, saved)).toMatchObject({ body: { name: 'Spring' } });
	for (const name of Object.keys(given))
		expect(() => accepted(fields, { ...given, [name]: undefined }, saved)).toThrow(
			`Label of ${name}: the expression gives nothing [item 3]`,
		);
	expect(accepted(fields, {}, { name: '' }).body).toEqual({});
});

describe('The fields of an update', () => {
	const fields = [field('name', { convert: asTrimmedText }), field('color'), field('starred')];
	const property = updateFields(fields, { name: '', color: '' });
	const update = (values: IDataObject) => accepted([property], { updateFields: values }).body;

	test('are rejected when none is given, where one is needed', () => {
		expect(() => update({ name: ' ' })).toThrow('Update Fields: a value is required [item 3]');
		const saved = { updateFields: { name: '={{ $json.title }}' } };
		expect(() => accepted([property], { updateFields: { name: '' } }, saved)).toThrow(
			'Update Fields: the expression gives nothing [item 3]',
		);
		expect(accepted([field('tag'), updateFields(fields)], { tag: 'x' }).body).toEqual({ tag: 'x' });
	});

	test.each<[Record<string, ''> | undefined, string]>([
		[{ name: '' }, " To empty a field, use 'Fields to Clear'."],
		[undefined, ''],
	])('that can be emptied are %j, and the error says how', (clearable, how) => {
		const description = `Add at least one field and fill it in.${how} Nothing was sent for this item.`;
		const given = { updateFields: { name: '' } };
		expect(() => accepted([updateFields(fields, clearable)], given)).toThrow(
			expect.objectContaining({ description }) as Error,
		);
	});

	test('are sent empty where they are chosen to be', () => {
		for (const fieldsToClear of [['name', 'color'], 'name , color', 'Name; Color'])
			expect(update({ fieldsToClear })).toEqual({ name: '', color: '' });
		expect(update({ fieldsToClear: [], name: 'x' })).toEqual({ name: 'x' });
		expect(update({ fieldsToClear: ['color'], name: 'x' })).toEqual({ name: 'x', color: '' });
	});

	test('cannot be given and cleared at a time', () => {
		expect(() => update({ fieldsToClear: ['name'], name: 'x' })).toThrow(
			'Fields to Clear: "name" also has a value [item 3]',
		);
		const campaign = updateFields([records.campaignOfLink], { campaign: 0 });
		const given = (value: string) => () =>
			accepted([campaign], { updateFields: { fieldsToClear: ['campaign'], campaign: value } });
		// A word for nothing is no value
		expect(given('-')().body).toEqual({ campaign: 0 });
		expect(given('Spring')).toThrow('"campaign" also has a value');
	});

	test('are offered for clearing by their labels', () => {
		const options = [{ name: 'Label of color', value: 'color' }];
		const offered = fieldsToClear(fields, { color: '' }, '. A note.');
		expect(offered).toMatchObject({ type: 'multiOptions', options, default: [] });
		expect(offered.description).toMatch(/without a value\. A note\.$/);
		expect(fieldsToClear(fields, {}).description).toMatch(/without a value$/);
	});
});

test('a limit is not needed beside Return All', () => {
	const [, limit] = listFields();
	const limitOf = (value: number, unsent?: object) =>
		(limit as ValueField).convert!(value, { label: 'Limit', item: 3, node: {}, unsent } as never);
	expect([limitOf(0, { returnAll: true }), limitOf(5, {}), limitOf(5)]).toEqual([undefined, 5, 5]);
	expect(() => limitOf(0, {})).toThrow('Limit');
});

const KNOWN = ['id', 'shorturl', 'longurl', 'clicks', 'topCountry'];

test('Fields to Return are offered by their labels, in alphabetical order', () => {
	const { options = [] } = outputFields(KNOWN)[1]!;
	const labels = ['Clicks', 'ID', 'Long URL', 'Short URL', 'Top Country'];
	expect(options.map(({ name }) => name)).toEqual(labels);
});

test.each([
	[undefined, 'simple'],
	[' raw ', 'raw'],
])('Output %p means %s', (output, value) => {
	expect(accepted(outputFields(KNOWN), { output } as IDataObject).unsent.output).toBe(value);
});

test('Fields to Return are names of fields, one at least', () => {
	const chosen = (names: unknown) =>
		accepted(outputFields(KNOWN), { output: 'fields', outputFields: names } as IDataObject).unsent
			.outputFields;
	expect(chosen([' id ', '', null])).toEqual(['id']);
	for (const nothing of [undefined, ' , '])
		expect(() => chosen(nothing)).toThrow('Fields to Return: a value is required [item 3]');
	const other = 'Fields to Return: "country" is not a field of the record [item 3]';
	expect(() => chosen('id, country')).toThrow(other);
});

test.each([
	['By Name', byNameMode('Visitors')],
	['By Alias', BY_ALIAS],
])('a locator tells why its list is slow, and that %s does without the list', (label, mode) => {
	const texts = { displayName: 'Pixel', name: 'pixelId', description: 'x' };
	const [list] = locator({ ...texts, search: 'searchPixels', typed: [mode] }).modes!;
	expect(list!.typeOptions?.slowLoadNotice).toEqual({
		message: expect.stringMatching(`you can use '${label}'\\.$`) as string,
		timeout: 4_000,
	});
});

// The editor puts a dragged column into the first mode after the list
const BY_NAME = ['list', 'name', 'recordId'];
const BY_DOMAIN = ['list', 'domain', 'recordId'];
const LINK_MODES = ['list', 'idOrUrl', 'alias'];
test.each([
	['campaignId', records.campaignId('to delete'), BY_NAME, { named: 'campaigns' }],
	['channelId', records.channelId('to delete'), BY_NAME, { named: 'channels' }],
	['domainId', records.domainId('to delete'), BY_DOMAIN, { named: 'domains' }],
	['linkId', records.linkId('to delete'), LINK_MODES, {}],
	['pixelId', records.pixelId('to delete'), BY_NAME, { named: 'pixels' }],
	['qrCodeId', records.qrCodeId('to delete'), BY_NAME, { named: 'qrCodes' }],
	['itemId', records.itemId, ['list', 'idOrUrl', 'name'], {}],
])('%s fills its placeholder with an ID, or a name of its kind', (name, property, modes, kind) => {
	expect(property.modes!.map((mode) => mode.name)).toEqual(modes);
	const request = { method: 'POST', url: `/api/:itemType/:${name}` } as const;
	const given = (value: string) =>
		accepted([unsent('itemType'), property], { itemType: 'links', [name]: value }, {}, request)
			.path[name];
	expect(given('42')).toBe(42);
	expect(given('Spring')).toMatchObject({ ...kind, text: 'Spring' });
	expect(() => given(' ')).toThrow('a value is required [item 3]');
});

/** Fields that only one service has. */
const property = additionalBodyFields(['url', 'custom']);
const sent = (additionalBodyFields: unknown) =>
	accepted([field('url'), property], { url: 'x', additionalBodyFields } as IDataObject).body;

test('other body fields are added to the body, and the editor shows an empty object', () => {
	expect(property).toMatchObject({ name: 'additionalBodyFields', type: 'json', default: '{}' });
	for (const like of [
		{ mode: 'x', value: 5 },
		{ __rl: true, value: {} },
	])
		expect(sent(like)).toEqual({ url: 'x', ...like });
	const given = '{ "note": "VIP", "tags": [1, null] }';
	expect(sent(given)).toEqual({ url: 'x', note: 'VIP', tags: [1, null] });
	for (const nothing of [null, '', '{}']) expect(sent(nothing)).toEqual({ url: 'x' });
});

test.each([
	...['[1]', '"text"', new Date(0)].map((value) => [value, 'not a JSON object']),
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
