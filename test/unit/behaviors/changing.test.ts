/** What is sent for an operation that changes a record, and what comes out. */
import type { IDataObject, INode } from 'n8n-workflow';

import { assigns, deletes } from '../../../nodes/LinkManagement/actions/changes';
import { creates, recoveryByName } from '../../../nodes/LinkManagement/actions/creates';
import { recovery, withDifferences } from '../../../nodes/LinkManagement/actions/link/record';
import { noteEmptying, type Update, updates } from '../../../nodes/LinkManagement/actions/updates';
import { LISTS } from '../../../nodes/LinkManagement/client/endpoints';
import type { Service } from '../../../nodes/LinkManagement/client/service';
import { addWarning, runNotesOf } from '../../../nodes/LinkManagement/run/notes';
import type { Behavior } from '../../../nodes/LinkManagement/run/operation';
import {
	failed,
	good,
	newKey,
	outcomeOf,
	type SentRequest,
	type StubReply,
	stubService,
} from '../../support/stubService';
import { type Given, itemCall } from './itemCall';

async function perform(
	behavior: Behavior,
	reply: (request: SentRequest, count: number) => StubReply,
	given: Given = {},
	own: Partial<Service> = {},
) {
	const service = stubService(reply, own);
	const call = itemCall(service, { path: { linkId: 5 }, ...given });
	return { ...(await outcomeOf(behavior.perform(call))), requests: service.requests, call };
}

test('an operation that assigns accepts an empty reply', async () => {
	expect(assigns.kind).toBe('assigns');
	const { result, requests } = await perform(assigns, () => good({ message: 'Done' }));
	expect(result).toEqual([{ error: 0, message: 'Done' }]);
	expect(requests).toMatchObject([{ options: { item: 3, mayBeEmpty: true } }]);
});

test('an operation that creates sends its request with its item', async () => {
	const request = { method: 'POST', url: '/api/url/add', body: { url: 'x' } } as const;
	expect(creates(recovery).kind).toBe('creates');
	const { result, requests } = await perform(creates(recovery), () => good({ id: 7 }), {
		request,
	});
	expect(result).toMatchObject([{ id: 7 }]);
	expect(requests).toMatchObject([{ ...request, options: { item: 3 } }]);
});

describe('A record that is found again by its name', () => {
	const { identity, wanted, ...named } = recoveryByName({
		what: 'channel',
		list: LISTS.channels,
	});

	test('needs a name, and the error says so', () => {
		expect(named).toEqual({
			what: 'channel',
			list: LISTS.channels,
			identityAdvice: 'Give it a name.',
		});
		for (const name of [undefined, '', ' ']) expect(identity({ name })).toBeUndefined();
		expect(identity({ name: 'Spring' })).toBe(identity({ name: 'SPRING ' }));
		expect(identity({ name: 'Spring' })).not.toBe(identity({ name: 'Summer' }));
	});

	test('may be stored in another case, and in the same one for sure', () => {
		const { matches, score } = wanted({ name: 'spring sale' });
		expect(matches({ name: 'Spring sale' })).toBe(true);
		expect(matches({ name: 'spring' })).toBe(false);
		expect(score?.({ name: 'spring sale' })).toBe(1);
		expect(score?.({ name: 'Spring sale' })).toBe(0);
	});

	test('may have its name under another key', () => {
		const campaigns = { what: 'campaign', list: LISTS.campaigns };
		const ofCampaign = recoveryByName(campaigns, ({ domain }) => domain);
		expect(ofCampaign.wanted({ name: 'spring' }).matches({ domain: 'Spring' })).toBe(true);
		expect(ofCampaign.wanted({ name: 'spring' }).matches({ name: 'Spring' })).toBe(false);
		expect(ofCampaign.wanted({ name: 'Spring' }).score?.({ domain: 'Spring' })).toBe(1);
	});
});

test('an operation that deletes reads the record when the reply is empty', async () => {
	const behavior = deletes({ recordPath: (id) => `/api/url/${id}`, idParameter: 'linkId' });
	expect(behavior.kind).toBe('deletes');
	const request = { method: 'DELETE', url: '/api/link/5' } as const;
	const { error, requests } = await perform(
		behavior,
		({ url }) =>
			url === '/api/account' ? good() : failed(url === '/api/url/5' ? 'notFound' : 'emptyReply'),
		{ request },
	);
	expect(error).toBeUndefined();
	expect(requests.map(({ url }) => url)).toEqual(['/api/link/5', '/api/url/5', '/api/account']);
	expect(requests[0]!.options).toMatchObject({ item: 3 });
});

test('an operation that deletes refuses a run with more items than Maximum Deletions', () => {
	const { check } = deletes({ recordPath: (id) => `/api/url/${id}`, idParameter: 'linkId' });
	const run = (items: number, maximumDeletions?: number) => () =>
		check?.(
			itemCall(
				stubService(() => good()),
				{ run: { items } as never, given: { maximumDeletions } },
			),
		);
	expect(run(50, 50)).not.toThrow();
	expect(run(10_000, undefined)).not.toThrow();
	expect(run(51, 50)).toThrow(
		'Maximum Deletions: the run would delete 51 records, more than 50 [item 3]',
	);
});

describe('An operation that updates', () => {
	const AT_PATH = { recordPath: (id: string) => `/api/url/${id}`, idParameter: 'linkId' };
	const body = { title: 'New' };
	const request = { method: 'PUT', url: '/api/link/5', body } as const;
	const update = async (
		more: Partial<Update>,
		reply: (request: SentRequest, count: number) => StubReply,
		given: Given = {},
		own: Partial<Service> = {},
	) => await perform(updates({ ...AT_PATH, ...more } as Update), reply, { request, ...given }, own);
	const record = (more: IDataObject) => good({ details: { id: 5, ...more } });
	/** An empty reply to the update, and the record when it is read. */
	const silent =
		(more: IDataObject) =>
		({ method }: SentRequest) =>
			method === 'PUT' ? failed('emptyReply') : record(more);

	test('sends one request if its reply says something', async () => {
		expect(updates(AT_PATH).kind).toBe('updates');
		const { result, requests } = await update({}, () => good({ message: 'Done' }));
		expect(result).toEqual([{ error: 0, message: 'Done' }]);
		expect(requests).toMatchObject([{ ...request, options: { item: 3 } }]);
	});

	test('reads the record after an empty reply, and returns it only if the service replies with records', async () => {
		const { result, requests } = await update({}, silent({ title: 'New' }));
		expect(result).toEqual([{}]);
		expect(requests.map(({ url }) => url)).toEqual(['/api/link/5', '/api/url/5']);
		const withRecord = await update({ repliesWithRecord: true }, silent({ title: 'New' }));
		expect(withRecord.result).toMatchObject([{ id: 5, title: 'New' }]);
	});

	test('fails if the record shows other values, as the operation compares them', async () => {
		const { message } = await update({}, silent({ title: 'Old' }));
		expect(message).toContain('did not save all new values');
		const accepts = await update({ hasNewValues: () => true }, silent({ title: 'Old' }));
		expect(accepts.error).toBeUndefined();
	});

	describe('and keeps other fields', () => {
		const AMBIGUOUS = 'https://x.example?a&amp;b';
		const otherFields: Update['otherFields'] = {
			shown: ['longurl'],
			unreadable: { password: 'Password', pixels: 'Pixels' },
			add: (own, { longurl }) => ({
				body: { url: longurl, ...own },
				...(longurl === AMBIGUOUS && { warning: 'Not sent along.' }),
			}),
		};
		const service = ({ method }: SentRequest) =>
			method === 'PUT' ? good({ message: 'Done' }) : record({ longurl: 'https://x.example' });
		const complete = { url: 'https://x.example', title: 'New' };

		const read = { method: 'GET', url: '/api/url/5', options: { item: 3 } };
		const sent = (whole: IDataObject) => ({ method: 'PUT', url: '/api/link/5', body: whole });
		test.each<[string, Given, Partial<Service>, object[]]>([
			['reads the record first, and sends it with the new values', {}, {}, [read, sent(complete)]],
			[
				'does not read a link that the search has returned',
				{ linkReply: { details: { longurl: complete.url } } },
				{},
				[sent(complete)],
			],
			[
				'reads a link of which the search showed fewer fields',
				{ linkReply: { details: { id: 5 } } },
				{},
				[read, sent(complete)],
			],
			[
				'sends the other fields alone if there is no new value',
				{ request: { method: 'PUT', url: '/api/link/5' } },
				{},
				[read, sent({ url: complete.url })],
			],
			[
				'reads nothing where updates change only what they send',
				{},
				{ updatesReplace: 'no' },
				[sent(body)],
			],
		])('%s', async (_, given, own, expected) => {
			const { requests } = await update({ otherFields }, service, given, own);
			expect(requests).toMatchObject(expected);
		});

		test('adds a warning about what it could not send along', async () => {
			const { result } = await update({ otherFields }, ({ method }) =>
				method === 'PUT' ? good({ message: 'Done' }) : record({ longurl: AMBIGUOUS }),
			);
			expect(result).toMatchObject([{ message: 'Done', warning: 'Not sent along.' }]);
		});

		test.each([
			['there is no record', 'notFound', 'The service has no record with this ID'],
			['the service refuses to show it', 'refused', 'It failed. [item 3]'],
		] as const)('fails if %s', async (_, kind, words) => {
			const { message, requests } = await update({ otherFields }, ({ url }) =>
				url === '/api/account' ? good() : failed(kind),
			);
			expect(message).toContain(words);
			expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
		});

		test('is refused before anything is sent if it would empty what cannot be read', () => {
			const own = stubService(service, { updatesReplace: 'yes' });
			const { check } = updates({ ...AT_PATH, otherFields } as Update);
			const checked = (given: Given) => () => check!(itemCall(own, { request, ...given }));
			expect(checked({})).toThrow('Update Fields: the update would empty Password, Pixels');
			const all = { ...request, body: { password: '', pixels: [1] } };
			expect(checked({ request: all })).not.toThrow();
			expect(checked({ given: { allowEmptying: true } })).not.toThrow();
			expect(() => updates(AT_PATH as Update).check!(itemCall(own, { request }))).not.toThrow();
		});

		test('tells once what may be emptied, and how many requests read what is sent along', async () => {
			const hintAfter = async (
				updatesReplace: Service['updatesReplace'],
				...items: Given[]
			): Promise<string[]> => {
				const run = { items: items.length };
				const key = newKey();
				const send = async (given: Given) =>
					await update({ otherFields }, service, { run, ...given }, { updatesReplace, key });
				for (const given of items) await send(given);
				const toSee = runNotesOf(run).sentences('needsEye');
				// The next run with the credential in this process is not told again
				const next = { items: 1 };
				if (toSee.length > 0) await send({ run: next });
				expect(runNotesOf(next).sentences('needsEye')).toEqual([]);
				return [...toSee, ...runNotesOf(run).sentences('rest')];
			};
			const told =
				/^Some services empty .+ pixels, for example\. <a href="https:[^"]+#updating">npm run test:live<\/a> finds out what yours does\. Choose it in the credential/;
			const reads = (count: string) => `${count} read what the updates sent along.`;
			const known = { linkReply: { details: { longurl: 'https://x.example' } } };
			const isTold: unknown = expect.stringMatching(told);
			expect(await hintAfter('unknown', known)).toEqual([isTold]);
			expect(await hintAfter('unknown', {}, known, {})).toEqual([isTold, reads('2 requests')]);
			const all = { ...request, body: { password: '', pixels: [1] } };
			expect(await hintAfter('unknown', { request: all })).toEqual([]);
			expect(await hintAfter('no', {})).toEqual([]);
			const utm = ['utm_term', 'utm_medium', 'utm_source', 'utm_campaign'].map((name) => ({
				name,
				value: 'x',
			}));
			const withUtm = (count: number) =>
				hintAfter('no', { request: { ...request, body: { parameters: utm.slice(0, count) } } });
			for (const count of [1, 3])
				expect(await withUtm(count)).toEqual([
					expect.stringMatching(/^1 update gives UTM parameters, but/),
				]);
			expect(await withUtm(4)).toEqual([]);
			const asSent = {
				isAsSent: true,
				request: { ...request, body: { parameters: utm.slice(0, 1) } },
			};
			expect(await hintAfter('no', asSent)).toEqual([]);
			const parameters = [null, { name: 'ref', value: 'y' }];
			expect(await hintAfter('no', { request: { ...request, body: { parameters } } })).toEqual([]);
			expect(await hintAfter('yes', { given: { allowEmptying: true } })).toEqual([]);
			// Hints do not arrive in a tool
			const node = { type: 'linkManagementTool' } as INode;
			const { result } = await update({ otherFields }, service, { node });
			const inWords: unknown = expect.stringMatching(
				/^Some services empty .+ npm run test:live finds/,
			);
			expect(result).toMatchObject([{ warning: inWords }]);
			const body = { parameters: utm.slice(0, 1) };
			const both = await update({ otherFields }, service, { node, request: { ...request, body } });
			expect(both.result?.[0]?.warning).toMatch(
				/^1 update gives .+ the others\. Some services empty/,
			);
			const silent = await update({ otherFields }, service, { node, request: all });
			expect(silent.result?.[0]).not.toHaveProperty('warning');
			// As a plan does, for which nothing was read
			const plan = itemCall(stubService(service), { node });
			expect(noteEmptying(plan, {}, otherFields.unreadable)).toEqual(inWords);
		});
	});
});

test('links with another alias or domain get a warning, and the hint after the run counts them', async () => {
	const run = { items: 4 };
	const warningOf = async (shorturl: string, body: IDataObject) => {
		const request = { method: 'POST', url: '/api/url/add', body } as const;
		const given = { request, run };
		const { result } = await perform(
			withDifferences(creates(recovery)),
			() => good({ id: 1, shorturl }),
			given,
		);
		return result?.[0]?.warning;
	};
	const alias = 'Alias not as requested: x7 instead of spring.';
	expect(await warningOf('https://a.example/x7', { custom: 'spring' })).toBe(alias);
	const both = { custom: '<b>spring</b>', domain: 'https://b.example' };
	const domain = 'Domain not as requested: a.example instead of b.example.';
	expect(await warningOf('https://a.example/x7', both)).toBe(`${alias} ${domain}`);
	expect(await warningOf('https://a.example/x7', {})).toBeUndefined();
	expect(runNotesOf(run).sentences('needsEye')).toEqual([
		'2 links got another alias than requested: see "warning".',
		'1 link got another domain than requested: see "warning".',
	]);
});

test('a second warning stands behind the first', () => {
	const record = { id: 1 };
	expect(addWarning(record, undefined)).toBe(record);
	const once = addWarning(record, 'Other alias.');
	expect(addWarning(once, 'Other domain.')).toEqual({
		id: 1,
		warning: 'Other alias. Other domain.',
	});
	expect(record).toEqual({ id: 1 });
});
