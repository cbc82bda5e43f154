/** What is sent for an operation that changes a record, what comes out, and that a refusal names the value that it is about. */
import type { IDataObject } from 'n8n-workflow';

import { findOperation } from '../../../nodes/LinkManagement/actions';
import { recoveryByName } from '../../../nodes/LinkManagement/actions/common';
import {
	differenceOf,
	recovery,
	UNREADABLE_FIELDS,
} from '../../../nodes/LinkManagement/actions/link/record';
import { LISTS } from '../../../nodes/LinkManagement/client/endpoints';
import type { Service } from '../../../nodes/LinkManagement/client/service';
import { DIFFERENT, NAMED, RENAMED } from '../../../nodes/LinkManagement/recovery/lookUp';
import { converted } from '../../support/fields';
import {
	failed,
	good,
	newKey,
	outcomeOf,
	type SentRequest,
	stubService,
} from '../../support/stubService';
import { type Given, itemCall, newRun } from './itemCall';

test('a record is found again by its name, which the service may store in another case or under another key', () => {
	const campaigns = { what: 'campaign', list: LISTS.campaigns };
	const { identities, likeness } = recoveryByName(campaigns, ({ domain }) => domain);
	for (const domain of [undefined, '', ' ']) expect(identities({ domain })).toEqual([]);
	expect(identities({ domain: 'Spring' })).toEqual(identities({ domain: 'SPRING ' }));
	const likenessOf = likeness({ domain: 'spring sale' });
	const all = [{ domain: 'Spring sale' }, { domain: 'spring' }, { name: 'spring sale' }];
	expect(all.map(likenessOf)).toEqual([NAMED, DIFFERENT, DIFFERENT]);
});

const URL = 'https://example.com/a';
const ON_HOST = 'https://sho.rt';
test.each<[number, IDataObject, IDataObject]>([
	[NAMED + 2, { custom: 'Spring Sale' }, { alias: 'Spring Sale', longurl: URL }],
	[NAMED + 2, { custom: 'Spring Sale' }, { alias: 'Spring Sale', longurl: `${URL}/b` }],
	[NAMED + 1, { custom: 'Spring Sale' }, { alias: 'spring-sale', longurl: URL }],
	[RENAMED, { custom: 'Spring Sale' }, { alias: 'x', longurl: URL }],
	[DIFFERENT, { custom: 'Spring Sale' }, { alias: 'spring-sale', longurl: `${URL}/b` }],
	[NAMED + 1, { custom: 'x', domain: ON_HOST }, { shorturl: 'https://b.example/x', longurl: URL }],
	[NAMED + 2, { custom: 'x', domain: ON_HOST }, { shorturl: `${ON_HOST}/x` }],
	[NAMED + 1, {}, { alias: 'x', longurl: URL }],
	[NAMED, { domain: ON_HOST }, { shorturl: 'https://b.example/x', longurl: URL }],
	[DIFFERENT, {}, {}],
])('after a lost reply, the likeness is %d: %j and %j', (expected, body, link) => {
	expect(recovery.likeness({ url: URL, ...body })(link)).toBe(expected);
	const alias = body.custom === undefined ? [] : [`alias ${String(body.custom)}`];
	expect(recovery.identities({ url: `${URL}?x=1`, ...body })).toEqual([
		'long URL example.com/a',
		...alias,
	]);
});

test.each<[IDataObject, IDataObject, IDataObject | undefined]>([
	[{ id: 1 }, { custom: 'x', domain: ON_HOST }, undefined],
	[{ shorturl: `${ON_HOST}/x` }, { custom: 'x', domain: ON_HOST }, undefined],
	[{ shorturl: `${ON_HOST}/c%2541` }, { custom: 'c%2541' }, undefined],
	[{ data: { short: `${ON_HOST}/X` } }, { custom: 'x' }, { isSimilar: true, hasOtherAlias: false }],
	[{ short: `${ON_HOST}/y` }, { custom: 'x' }, { isSimilar: false, hasOtherAlias: true }],
	[{ shorturl: `${ON_HOST}/x`, short: `${ON_HOST}/y` }, { custom: 'x' }, undefined],
	[
		{ shorturl: `${ON_HOST}/X` },
		{ custom: 'x', domain: 'https://b.example' },
		{ isSimilar: false, differsInAlias: true, differsInDomain: true },
	],
])('%j for %j differs in %j', (shown, body, difference) => {
	const found = differenceOf(shown, body);
	if (difference) expect(found).toMatchObject(difference);
	else expect(found).toBeUndefined();
});

test('the tag of a pixel is sent without outer spaces, and gets a warning where a spreadsheet has rounded it', () => {
	const { fields, option } = findOperation('pixel', 'create')!;
	const pixel = (tag: unknown) =>
		converted(fields, { name: 'New', tag } as IDataObject, {}, option.routing.request);
	expect(pixel(' GTM-1 ')).toMatchObject({ body: { type: 'fbpixel', tag: 'GTM-1' }, warnings: [] });
	expect(pixel(123456789012345680000)).toMatchObject({ warnings: [{}] });
	expect(() => pixel(' ').problems.throwIfAny()).toThrow('Tag: a value is required');
	expect(findOperation('pixel', 'none') ?? findOperation('none', 'create')).toBeUndefined();
});

describe('An update of a link keeps its other fields', () => {
	const operation = findOperation('link', 'update')!;
	const LONG_URL = 'https://x.example';
	const DETAILS = {
		...{ id: 5, title: '', description: '', expiry: null, location: {}, device: {} },
		longurl: LONG_URL,
	};
	const request = { method: 'PUT', url: '/api/url/5/update', body: { metatitle: 'New' } } as const;
	const EVERY_HIDDEN = Object.fromEntries(UNREADABLE_FIELDS.map((name) => [name, 'x']));
	const withBody = (body: IDataObject) => ({ request: { ...request, body } });
	const updated = good({ id: 5, shorturl: 'https://sho.rt/a' });
	const service = ({ method }: SentRequest) =>
		method === 'PUT' ? updated : good({ details: DETAILS });
	const update = async (given: Given = {}, own: Partial<Service> = {}, reply = service) => {
		const stub = stubService(reply, own);
		const item = itemCall(stub, { operation, request, path: { linkId: '5' }, ...given });
		return { ...(await outcomeOf(operation.execute(item))), requests: stub.requests };
	};

	test('it is refused before anything is sent if it would empty what cannot be read', async () => {
		const own = stubService(service, { updatesReplace: 'yes' });
		const check = async (given: Given) =>
			await itemCall(own, { operation, request, ...given }).check();
		await expect(check({})).rejects.toThrow(
			'Update Fields: the update would empty Campaign, Channel, Deep Links, Language Targeting, Meta Description, Meta Image, Password, Pixel Names or IDs, Redirect Type, Status, URL Parameters, because',
		);
		await expect(check({ unsent: { allowEmptying: true } })).resolves.toBeUndefined();
		await expect(check(withBody({ campaign: 3 }))).rejects.toThrow('would empty Channel');
		await expect(check(withBody(EVERY_HIDDEN))).resolves.toBeUndefined();
	});

	test('a hint tells once what may be emptied, and how many requests read what is sent along', async () => {
		const hintAfter = async (
			updatesReplace: Service['updatesReplace'],
			...items: Given[]
		): Promise<string[]> => {
			const run = newRun(items.length);
			const key = newKey();
			for (const given of items) await update({ run, ...given }, { updatesReplace, account: key });
			const toSee = run.summary.toSee();
			// The next run with the credential in this process is not told again
			const next = newRun();
			if (toSee.length > 0) await update({ run: next }, { updatesReplace, account: key });
			expect(next.summary.toSee()).toEqual([]);
			return [...toSee, ...run.summary.rest()];
		};
		const told =
			/^Some services empty .+ pixels, for example\. <a href="https:[^"]+#updating">npm run test:live<\/a> finds out what yours does\. Choose it in the credential/;
		const known = { linkReply: { details: DETAILS } };
		const isTold: unknown = expect.stringMatching(told);
		expect(await hintAfter('unknown', known)).toEqual([isTold]);
		const readings = '2 requests read what the updates sent along.';
		expect(await hintAfter('unknown', {}, known, {})).toEqual([isTold, readings]);
		expect(await hintAfter('no', {})).toEqual([]);
		expect(await hintAfter('unknown', withBody(EVERY_HIDDEN))).toEqual([]);
		const utm = ['utm_term', 'utm_medium', 'utm_source', 'utm_campaign'].map((name) => ({
			...{ name, value: 'x' },
		}));
		const withUtm = (count: number) =>
			hintAfter('no', withBody({ parameters: utm.slice(0, count) }));
		for (const count of [1, 3])
			expect(await withUtm(count)).toEqual([
				expect.stringMatching(/^1 update gives UTM parameters, but/),
			]);
		expect(await withUtm(4)).toEqual([]);
		const parameters = [null, { name: 'ref', value: 'y' }];
		expect(await hintAfter('no', withBody({ parameters }))).toEqual([]);
		expect(await hintAfter('yes', { unsent: { allowEmptying: true } })).toEqual([]);
		// Hints do not arrive in a tool
		const node = { type: 'linkManagementTool' };
		const inWords: unknown = expect.stringMatching(
			/^Some services empty .+ npm run test:live finds/,
		);
		const { result } = await update({ node });
		expect(result).toMatchObject([{ warning: inWords }]);
		const both = await update({ node, ...withBody({ parameters: utm.slice(0, 1) }) });
		expect(both.result?.[0]?.warning).toMatch(
			/^1 update gives .+ the others\. Some services empty/,
		);
	});
});

test('links with another alias or domain get a warning, and the hint after the run counts them', async () => {
	const run = newRun(4);
	const operation = findOperation('link', 'create')!;
	const warningOf = async (shorturl: string, body: IDataObject) => {
		const request = { method: 'POST', url: '/api/url/add', body } as const;
		const service = stubService(() => good({ id: 1, shorturl }));
		const [link] = await operation.execute(itemCall(service, { operation, request, run }));
		return link?.warning;
	};
	const alias = 'Alias not as requested: x7 instead of spring.';
	expect(await warningOf('https://a.example/x7', { custom: 'spring' })).toBe(alias);
	const both = { custom: '<b>spring</b>', domain: 'https://b.example' };
	const domain = 'Domain not as requested: a.example instead of b.example.';
	expect(await warningOf('https://a.example/x7', both)).toBe(`${alias} ${domain}`);
	expect(await warningOf('https://a.example/x7', { domain: 'https://b.example' })).toBe(domain);
	expect(await warningOf('https://a.example/x7', {})).toBeUndefined();
	expect(run.results.perhapsFound.size).toBe(1);
	expect(run.summary.toSee()).toEqual([
		'2 links got another alias than requested: see "warning".',
		'2 links got another domain than requested: see "warning".',
	]);
});

/** The texts of the error after a service refuses a body with some words. */
async function refusal(words: string, body: IDataObject, name = 'update') {
	const service = stubService(() => failed('refused', { message: words, advice: 'Compare.' }));
	const request = { method: 'POST', url: '/api/x', body } as const;
	const operation = findOperation(name === 'create' ? 'link' : 'account', name)!;
	const item = itemCall(service, { request, operation });
	const { message, advice } = await outcomeOf(item.perform());
	return [message, advice];
}

test.each([
	['That alias is taken.', 'Alias prod-1 is taken', 'Use another alias.'],
	['This name is already in use', 'Name Spring is taken', 'Use another name.'],
	['This domain has already been used', 'Domain go.example.com is taken', 'Use another domain.'],
	['The URL is blocked.', 'Long URL https://evil.example: The URL is blocked.', 'Compare.'],
	['Please wait. The alias has already been taken.', 'Alias prod-1 is taken', 'Use another alias.'],
	['Alias prod-1 is not allowed', 'Alias prod-1 is not allowed', 'Compare.'],
	['Your plan has ended', 'Your plan has ended', 'Compare.'],
])('"%s" becomes "%s"', async (words, message, advice) => {
	const body = {
		custom: 'prod-1',
		name: 'Spring',
		domain: 'go.example.com',
		url: 'https://evil.example',
	};
	expect(await refusal(words, body)).toEqual([`${message} [item 3]`, advice]);
	expect(await refusal(words, {})).toEqual([`${words} [item 3]`, 'Compare.']);
});

test('a value that the service quotes, as it is or as a slug, is not named again', async () => {
	const words = 'The alias rate-limits is taken.';
	expect(await refusal(words, { custom: 'Rate Limits' })).toEqual([
		`${words} [item 3]`,
		'Compare.',
	]);
	const [message] = await refusal('That alias is taken.', { custom: 'a b' });
	expect(message).toBe('Alias a b is taken [item 3]');
	const [, advice] = await refusal('This name is in use', { name: 'Spring' }, 'create');
	expect(advice).toBe('Use another name.');
});
