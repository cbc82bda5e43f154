/** Create Missing: a record that a field names and that does not exist is created once, by whoever needs it first. */
import type { IDataObject } from 'n8n-workflow';

import { Canceled } from '../../../nodes/LinkManagement/errors';
import type { Named } from '../../../nodes/LinkManagement/fields/reference';
import { resolveNames } from '../../../nodes/LinkManagement/lookup/names';
import type { Run } from '../../../nodes/LinkManagement/run/run';
import { named, namingItem } from '../../support/names';
import {
	failed,
	good,
	listReply,
	lost,
	outcomeOf,
	type SentRequest,
	type StubReply,
	type StubService,
	stubService,
} from '../../support/stubService';
import { hintsOf, newRun } from '../actions/itemCall';

/** So that what follows began later than what was before. */
const aMoment = async () => await new Promise((done) => setTimeout(done, 5));

interface Given {
	text?: string;
	list?: Named;
	createMissing?: Named[];
	run?: Run;
}

/** A service that keeps campaigns and channels. */
class Account {
	readonly campaigns: IDataObject[] = [];
	private readonly channels: IDataObject[] = [];
	private readonly service: StubService;

	/** @param create replies to a creation in place of the service */
	constructor(create: (campaigns: IDataObject[], name: string) => StubReply | void = () => {}) {
		this.service = stubService((request) => {
			const { method, body } = request;
			const instead = method === 'POST' && create(this.campaigns, String(body.name));
			return instead || this.reply(request);
		});
	}

	private reply({ url, body }: SentRequest): StubReply {
		const { campaigns, channels } = this;
		if (url === '/api/campaigns') return listReply('campaigns', campaigns, { maxpage: 1 });
		if (url === '/api/channels') return listReply('channels', channels, { maxpage: 1 });
		if (url === '/api/pixels') return listReply('pixels', [], { maxpage: 1 });
		const list = url === '/api/campaign/add' ? campaigns : channels;
		const id = 5 + list.length;
		list.push({ id, name: body.name });
		return good({ id });
	}

	get sent(): string[] {
		return this.service.requests.map(({ method, url }) => `${method} ${url}`);
	}

	/** Resolves the name of one item. */
	async resolve({ text = 'Spring', list = 'campaigns', ...given }: Given = {}) {
		const { createMissing = ['campaigns', 'channels'], run = newRun() } = given;
		const request = { body: { campaign: named(list, text) } as IDataObject };
		const item = namingItem(this.service, request, { createMissing }, run);
		const resolving = async () => {
			const { body } = await resolveNames(item, { path: {}, body: item.body });
			return await item.withMissingRecords(body);
		};
		const outcome = await outcomeOf(resolving());
		return { ...outcome, value: outcome.result?.campaign, notes: hintsOf(run) };
	}
}

test.each<[createMissing: Named[], list: Named]>([
	[['channels'], 'campaigns'],
	[['campaigns', 'channels'], 'pixels'],
])('with Create Missing %j, one of the %s is not created', async (createMissing, list) => {
	const account = new Account();
	const { message } = await account.resolve({ createMissing, list });
	expect(message).toMatch(/^Field: no .+ is called "Spring" \[item 3\]$/);
	expect(account.sent.filter((line) => line.startsWith('POST'))).toEqual([]);
});

test('it is created once for all items of a run, also in another case, and each list has its own', async () => {
	const account = new Account();
	const run = newRun(4);
	const texts = ['Spring', 'SPRING', 'Summer', 'spring'];
	const made = await Promise.all(texts.map((text) => account.resolve({ text, run })));
	expect(made.map(({ value }) => value)).toEqual([5, 5, 6, 5]);
	expect((await account.resolve({ list: 'channels', run })).value).toBe(5);
	expect(account.campaigns.map(({ name }) => name)).toEqual(['Spring', 'Summer']);
	expect(account.sent.slice(0, 2)).toEqual(['GET /api/campaigns', 'POST /api/campaign/add']);
	expect(hintsOf(run)).toEqual([
		'2 campaigns were created: Spring, Summer.',
		'1 channel was created: Spring.',
	]);
});

test('runs that start at the same time create it once', async () => {
	const account = new Account();
	const runs = await Promise.all([1, 2, 3].map(() => account.resolve()));
	expect(runs.map(({ value }) => value)).toEqual([5, 5, 5]);
	expect(account.campaigns).toHaveLength(1);
	expect(runs.flatMap(({ notes }) => notes)).toEqual(['1 campaign was created: Spring.']);
});

test('a record that was deleted since is created again by a later run', async () => {
	const account = new Account();
	await account.resolve();
	account.campaigns.length = 0;
	await aMoment();
	expect((await account.resolve()).value).toBe(5);
	expect(account.campaigns).toHaveLength(1);
});

test('another try of a run uses what the first one has created, and tries again what failed', async () => {
	let failures = 1;
	const account = new Account((_, name) =>
		name === 'Summer' && failures-- > 0 ? failed('forbidden') : undefined,
	);
	const run = newRun();
	const values = [];
	for (let n = 0; n < 2; n++) {
		for (const text of ['Spring', 'Summer'])
			values.push((await account.resolve({ text, run })).value);
		// The list shows it late
		account.campaigns.length = 0;
		await aMoment();
		run.beginTry(1);
	}
	expect(values).toEqual([5, undefined, 5, 5]);
});

test('a run that began before another created the record uses it, however late it needs it', async () => {
	const account = new Account();
	const run = newRun(2);
	await account.resolve({ text: 'Other', run });
	await aMoment();
	const { value } = await account.resolve();
	expect((await account.resolve({ run })).value).toBe(value);
	expect(account.campaigns.map(({ name }) => name)).toEqual(['Other', 'Spring']);
});

test('a refusal is the reason for each item that needs the record, and is not asked for again', async () => {
	const account = new Account(() => failed('forbidden', { message: 'Your plan has 5 campaigns.' }));
	const run = newRun(2);
	const items = [];
	for (let n = 0; n < 2; n++) items.push(await account.resolve({ run }));
	const reason = 'The campaign "Spring" was not created: Your plan has 5 campaigns. [item 3]';
	expect(items.map(({ message }) => message)).toEqual([reason, reason]);
	expect(items[0]?.advice).toBe('Try something else.');
	expect(account.sent).toEqual(['GET /api/campaigns', 'POST /api/campaign/add']);
	expect(hintsOf(run)).toEqual([]);
});

test('a failure in one run does not keep another from creating the record', async () => {
	let tries = 0;
	const account = new Account(() => (++tries === 1 ? failed('unavailable') : undefined));
	const runs = await Promise.all([account.resolve(), account.resolve()]);
	expect(runs.map(({ value }) => value)).toEqual([undefined, 5]);
});

test('a record of a run that was stopped while it created it is found by a run that waited', async () => {
	const account = new Account((campaigns, name) => {
		if (campaigns.length > 0) return undefined;
		campaigns.push({ id: 9, name });
		throw new Canceled();
	});
	const runs = await Promise.all([account.resolve(), account.resolve()]);
	expect(runs.map(({ value }) => value)).toEqual([undefined, 9]);
	expect(runs[0]?.error).toBeInstanceOf(Canceled);
	expect(account.campaigns).toHaveLength(1);
});

test('a name that another process has taken meanwhile is found', async () => {
	const account = new Account((campaigns) => {
		campaigns.push({ id: 77, name: 'SPRING' });
		return failed('refused', { message: 'This name exists already.' });
	});
	const { value, notes } = await account.resolve();
	expect(value).toBe(77);
	expect(notes).toEqual([]);
});

test('a name that is refused is not taken for the ID of a record that was created meanwhile', async () => {
	const account = new Account((campaigns) => {
		campaigns.push({ id: 2030, name: 'Other' });
		return failed('refused', { message: 'Your plan has 5 campaigns.' });
	});
	const { value, message } = await account.resolve({ text: '2030' });
	expect(value).toBeUndefined();
	expect(message).toBe('The campaign "2030" was not created: Your plan has 5 campaigns. [item 3]');
});

test('a record is used of which nobody knows whether this run or another process created it', async () => {
	const account = new Account((campaigns, name) => {
		campaigns.push({ id: 77, name }, { id: 78, name: 'Other' });
		return lost();
	});
	expect((await account.resolve()).value).toBe(77);
	expect(account.campaigns).toHaveLength(2);
});

test('after a lost reply, a record with a lower ID than that of another creation is found by its name', async () => {
	const account = new Account((campaigns, name) => {
		const id = 50 - campaigns.length;
		campaigns.push({ id, name });
		return campaigns.length === 1 ? good({ id }) : lost();
	});
	await account.resolve({ text: 'Summer' });
	expect((await account.resolve()).value).toBe(49);
	expect(account.campaigns).toHaveLength(2);
});

test('a reply that names the record without its ID is unexpected', async () => {
	const account = new Account(() => good({ link: 'https://sho.rt/c/5' }));
	expect((await account.resolve()).message).toBe(
		'The reply does not contain the ID of the new record',
	);
});
