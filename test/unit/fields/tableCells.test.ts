/**
 * Cells of tables as people have them: for each, what is sent, what is said of it, or why it is refused. What needs the service, such
 * as whether a campaign is called "none", is in test/unit/lookup.
 */
import type { IDataObject } from 'n8n-workflow';

import { findOperation } from '../../../nodes/LinkManagement/actions';
import type { InputWarning } from '../../../nodes/LinkManagement/errors';
import { MATCH_ON } from '../../../nodes/LinkManagement/fields/field';
import { withNamesAsText } from '../../../nodes/LinkManagement/fields/reference';
import { accepted, converted } from '../../support/fields';

const URL = 'https://example.com/p';
const CREATE = findOperation('link', 'create')!.fields;
const UPSERT = findOperation('link', 'upsert')!.fields;
const TOOL = { type: 'linkManagementTool' };

const said = (warnings: InputWarning[]) =>
	warnings.map(({ label, value, warning }) => `${label}: ${value} ${warning.what}`);

/** What a row of Create or Update sends of one cell, and what is said of it. */
function cell(column: string, value: unknown, node = {}) {
	const row = { custom: 'spring', url: URL, [column]: value };
	const columns = { mappingMode: 'defineBelow', value: row };
	const { body, warnings } = accepted(UPSERT, { columns } as IDataObject, {}, undefined, node);
	const sent = withNamesAsText(body[column]);
	return [sent, ...said(warnings)];
}

const nothing = (label: string, value: string) =>
	`${label}: "${value}" stands for nothing, so it counted as not given`;

describe('A word for nothing', () => {
	const WORDS = ['-', '–', '—', 'N/A', 'none', 'NULL', 'nil', 'NaN', 'undefined', ' None\n'];

	test.each([
		['password', 'Password'],
		['expiry', 'Expiry'],
		['domain', 'Domain'],
		['status', 'Status'],
		['geotarget', 'Geo Targeting'],
		['devicetarget', 'Device Targeting'],
		['languagetarget', 'Language Targeting'],
	])('counts as not given in the column %s', (column, label) => {
		expect(WORDS.map((word) => cell(column, word))).toEqual(
			WORDS.map((word) => [undefined, nothing(label, word.trim())]),
		);
	});

	test('counts as not given as the URL of a target', () => {
		const given = [{ Canada: '-', France: URL }, { Canada: 'n/a' }];
		const label = 'Geo Targeting, row 1, Target URL';
		expect(given.map((one) => cell('geotarget', one))).toEqual([
			[[{ location: 'France', link: URL }], nothing(label, '-')],
			[undefined, nothing(label, 'n/a')],
		]);
	});

	test('clears no field, whatever the option Empty Cells says', () => {
		const body = (value: IDataObject) => {
			const columns = { mappingMode: 'defineBelow', value: { custom: 'a', ...value } };
			return accepted(UPSERT, { columns, options: { emptyCells: 'clear' } }).body;
		};
		const cleared = { password: '', expiry: '', campaign: 0 };
		expect(body({ ...cleared, campaign: '' })).toEqual({ custom: 'a', ...cleared });
		const given = { password: '-', expiry: 'n/a', geotarget: { Canada: '-' } };
		expect(body(given)).toEqual({ custom: 'a' });
		expect(body({ pixels: 'none', campaign: '-' })).toMatchObject({
			...{ pixels: [{ mayBeNothing: true }], campaign: { mayBeNothing: true } },
		});
	});

	test('is text where it may be meant', () => {
		for (const column of ['description', 'metatitle', 'metadescription'])
			expect(cell(column, 'none')).toEqual(['none']);
		// Namibia, and the whole value only
		expect(cell('geotarget', { NA: URL })).toEqual([[{ location: 'Namibia', link: URL }]]);
		expect(cell('password', 'none-of-these')).toEqual(['none-of-these']);
		expect(withNamesAsText(cell('pixels', 'Spring, -')[0])).toEqual(['Spring, -']);
	});

	test('is an alias with a warning in a table, and no alias from a model', () => {
		const warning = 'Alias: "None" is a word for nothing, and was taken as the alias';
		expect(cell('custom', 'None')).toEqual(['None', warning]);
		expect(() => cell('custom', 'None', TOOL)).toThrow('Alias: a value is required');
		const { fields } = findOperation('link', 'createOrGet')!;
		const additionalFields = { custom: 'null' };
		const given = { url: URL, additionalFields };
		const { body, warnings } = accepted(fields, given, {}, undefined, TOOL);
		expect([body, ...said(warnings)]).toEqual([{ url: URL }, nothing('Alias', 'null')]);
	});

	test('is no password of the account', () => {
		const [{ fields }, email] = [findOperation('account', 'update')!, 'a@example.com'];
		const body = (password: unknown) =>
			accepted(fields, { updateFields: { email, password } } as IDataObject).body;
		for (const word of [...WORDS, 'false', 'No', false]) expect(body(word)).toEqual({ email });
		expect(body('none-of-these').password).toBe('none-of-these');
		expect(() => body('TRUE')).toThrow('Password: "TRUE" is not a password');
	});

	test('names the columns and how often in the hint', () => {
		const additionalFields = { password: 'no', expiry: '-', geotarget: { Canada: '-', Chad: '-' } };
		const { warnings } = accepted(CREATE, { url: URL, additionalFields } as IDataObject);
		const [{ warning } = warnings[0]!] = warnings;
		expect(warning.isOnlyCounted).toBe(true);
		expect(warning.sentence(warnings.map(({ counted }) => counted!))).toBe(
			'Values that stand for nothing, such as "-" or "none", counted as not given: Expiry (1 value), Geo Targeting (2 values), Password (1 value).',
		);
	});
});

test.each<[column: string, value: unknown, sent: unknown]>([
	['password', ' No ', undefined],
	['password', 'casino', 'casino'],
	['password', 'truely', 'truely'],
	['password', 'untrue', 'untrue'],
	['password', false, undefined],
	['custom', '="007"', '007'],
	['custom', 'caf%C3%A9%20a%2fb', 'café%20a%2fb'],
	['url', `="${URL}"`, URL],
	['description', '="say ""hi"""', 'say "hi"'],
	['expiry', '="30.04.2030"', '2030-04-30 23:59:59'],
	['password', '=""', undefined],
	['campaign', '[7]', '7'],
	['campaign', ['Spring'], 'Spring'],
	['custom', [7], '7'],
	['description', 'x="a"', 'x="a"'],
	['description', '="a" b', '="a" b'],
	['expiry', ['2030-04-30'], '2030-04-30 23:59:59'],
	['pixels', '["Spring, Summer"]', ['Spring, Summer']],
	['description', '["Spring"]', '["Spring"]'],
	['domain', '["https://go.example.com"]', 'https://go.example.com'],
	['type', '307', '307'],
])('the column %s with %j is sent as %j', (column, value, sent) => {
	expect(cell(column, value)[0]).toEqual(sent);
});

test('a formula that keeps zeros counts as its text in a field for a list, too', () => {
	const given = { url: URL, additionalFields: { pixels: '="42"' } } as IDataObject;
	expect(accepted(CREATE, given).body.pixels).toEqual([42]);
});

const FOLDERS = 'cannot be part of a short URL, because browsers take . and .. for folders';

test.each([
	['password', 'true', 'is not a password'],
	['password', true, 'is not a password'],
	['custom', 'promo-[object Object]', 'was made of an object'],
	['description', 'For [object Object]', 'was made of an object'],
	['campaign', '[object Object]', 'was made of an object'],
	['parameters', '[{"name":"a","value":"[object Object]"}]', 'was made of an object'],
	['custom', '.', FOLDERS],
	['custom', 'a/../b', FOLDERS],
	['custom', '%2e%2E', FOLDERS],
	['custom', 'two\nlines', 'contains a line break or another control character'],
	['custom', 'nul\u0000', 'contains a line break or another control character'],
	['url', 'https://example.com/a\nb', 'contains a line break or a tab'],
	['url', 'https://example.com/a\tb', 'contains a line break or a tab'],
	['url', 'https://example.com/a b', 'contains a space'],
	['url', '<https://example.com>', 'begins with <'],
	['url', '"https://example.com"', 'begins with "'],
	['url', '[Shop](https://example.com)', 'begins with ['],
])('the column %s with %j is refused: %s', (column, value, problem) => {
	expect(() => cell(column, value)).toThrow(problem.replace('<', '‹'));
});

const MISSING_END = 'ends as if a value of the expression were missing';
test.each([
	['url', `${URL}/undefined`, [`Long URL: "${URL}/undefined" ${MISSING_END}`]],
	['url', `${URL}?ref=null`, [`Long URL: "${URL}?ref=null" ${MISSING_END}`]],
	['url', `${URL}/null/x`, []],
	['custom', 'promo-undefined', [`Alias: "promo-undefined" ${MISSING_END}`]],
	['custom', 'promoundefined', [`Alias: "promoundefined" ${MISSING_END}`]],
	['expiry', 86_400, ['Expiry: "86400" is a bare number, and a date after the year 2100']],
	['expiry', 47_000, []],
	['expiry', '2090-11-30T00:00', ['Expiry: "2090-11-30T00:00" ends the link when that day begins']],
	['expiry', '2090-11-30T00:00:00Z', []],
	['expiry', '2090-11-30T00:00:00+01:00', []],
])('the column %s with %j is sent with these warnings: %j', (column, value, warnings) => {
	const [sent, ...found] = cell(column, value);
	expect(sent).toBeDefined();
	expect(found).toEqual(warnings);
});

describe('A text that is no expression', () => {
	test('but is meant as one is refused, wherever it stands', () => {
		const locator = { __rl: true, mode: 'name', value: '{{ $json.campaign }}' };
		const more = { custom: '{{$json.alias}}', campaign: locator };
		const saved: IDataObject = { url: '{{ $json.url }}', additionalFields: more };
		const { problems } = converted(CREATE, saved, saved);
		for (const text of [
			'Long URL: "{{ $json.url }}"',
			'Alias: "{{$json.alias}}"',
			'Campaign: "{{ $json.campaign }}"',
		])
			expect(() => problems.throwIfAny()).toThrow(`${text} is text, not an expression`);
	});

	test.each(MATCH_ON)('is refused in the columns, too, with Match On %s', (matchOn) => {
		const saved = (mappingMode: string) =>
			({
				matchOn,
				columns: { mappingMode, value: { [matchOn]: '7.example/7', description: '{{ $json.x }}' } },
			}) as IDataObject;
		const { problems } = converted(UPSERT, saved('defineBelow'), saved('defineBelow'));
		expect(() => problems.throwIfAny()).toThrow('{{ $json.x }}" is text, not an expression');
		// The mapper may hold what was mapped before
		const automatic = converted(UPSERT, saved('autoMapInputData'), saved('autoMapInputData'));
		expect(() => automatic.problems.throwIfAny()).not.toThrow('is text, not an expression');
	});

	test('is not looked for in the table', () => {
		const given = { url: URL, additionalFields: { description: 'Write {{ $json.x }}' } };
		const saved = { additionalFields: { description: '={{ $json.note }}' } };
		expect(accepted(CREATE, given, saved).body.description).toBe('Write {{ $json.x }}');
	});
});
