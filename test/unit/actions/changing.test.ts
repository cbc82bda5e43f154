/** What is sent for an operation that changes a record, what comes out, and that a refusal names the value that it is about. */
import type { IDataObject } from 'n8n-workflow';

import { findOperation } from '../../../nodes/LinkManagement/actions';
import { recoveryByName } from '../../../nodes/LinkManagement/actions/common';
import { LISTS } from '../../../nodes/LinkManagement/client/endpoints';
import type { Service } from '../../../nodes/LinkManagement/client/service';
import { DIFFERENT, NAMED } from '../../../nodes/LinkManagement/recovery/lookUp';
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

describe('An update of a link keeps its other fields', () => {
	const operation = findOperation('link', 'update')!;
	const LONG_URL = 'https://x.example';
	const AMBIGUOUS = 'https://x.example?a&amp;b';
	const DETAILS = {
		...{ id: 5, title: '', description: '', expiry: null, location: {}, device: {} },
		longurl: LONG_URL,
	};
	const request = { method: 'PUT', url: '/api/url/5/update', body: { metatitle: 'New' } } as const;
	const withBody = (body: IDataObject) => ({ request: { ...request, body } });
	const updated = good({ id: 5, shorturl: 'https://sho.rt/a' });
	const service = ({ method }: SentRequest) =>
		method === 'PUT' ? updated : good({ details: DETAILS });
	const update = async (given: Given = {}, own: Partial<Service> = {}, reply = service) => {
		const stub = stubService(reply, own);
		const item = itemCall(stub, { operation, request, path: { linkId: '5' }, ...given });
		return { ...(await outcomeOf(operation.execute(item))), requests: stub.requests };
	};

	const read = { method: 'GET', url: '/api/url/5', options: { item: 3 } };
	const sent = (body: IDataObject) => ({ method: 'PUT', url: '/api/url/5/update', body });
	const complete = { url: LONG_URL, metatitle: 'New' };
	test.each<[string, Given, Partial<Service>, object[]]>([
		['it is read first, and sent with the new values', {}, {}, [read, sent(complete)]],
		[
			'it is not read if the search has returned it',
			{ linkReply: { details: DETAILS } },
			{},
			[sent(complete)],
		],
		[
			'it is not read where updates change only what they send',
			{},
			{ updatesReplace: 'no' },
			[sent({ metatitle: 'New' })],
		],
	])('%s', async (_, given, own, expected) => {
		expect((await update(given, own)).requests).toMatchObject(expected);
	});

	test('a warning names what could not be sent along', async () => {
		const { result } = await update({}, {}, ({ method }) =>
			method === 'PUT' ? updated : good({ details: { ...DETAILS, longurl: AMBIGUOUS } }),
		);
		expect(result?.[0]?.warning).toMatch(/^Not sent along, .+ Long URL/);
	});

	test.each([
		['there is no record', 'notFound', 'The service has no record with this ID'],
		['the service refuses to show it', 'refused', 'It failed. [item 3]'],
	] as const)('it fails if %s', async (_, kind, words) => {
		const { message, requests } = await update({}, {}, ({ url }) =>
			url === '/api/account' ? good() : failed(kind),
		);
		expect(message).toContain(words);
		expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
	});

	test('it is refused before anything is sent if it would empty what cannot be read', async () => {
		const own = stubService(service, { updatesReplace: 'yes' });
		const check = async (given: Given) =>
			await itemCall(own, { operation, request, ...given }).check();
		await expect(check({})).rejects.toThrow(
			'Update Fields: the update would empty Password, Pixel Names or IDs, ',
		);
		await expect(check({ unsent: { allowEmptying: true } })).resolves.toBeUndefined();
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
	expect(await warningOf('https://a.example/x7', {})).toBeUndefined();
	expect(run.summary.toSee()).toEqual([
		'2 links got another alias than requested: see "warning".',
		'1 link got another domain than requested: see "warning".',
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
	[
		'url: is invalid; custom: is taken',
		'Long URL https://evil.example: url: is invalid; custom: is taken',
		'Compare.',
	],
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
