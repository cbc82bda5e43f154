/** Create Missing: a record that a field names and that does not exist is created once, by whoever needs it first. */
import type { IDataObject, INode } from 'n8n-workflow';

import { findOperation } from '../../../nodes/LinkManagement/actions';
import { LISTS } from '../../../nodes/LinkManagement/client/endpoints';
import { Canceled } from '../../../nodes/LinkManagement/errors';
import { type Named, NamedReference } from '../../../nodes/LinkManagement/fields/reference';
import { resolveNames } from '../../../nodes/LinkManagement/lookup/names';
import {
	type CreationRecovery,
	DIFFERENT,
	NAMED,
} from '../../../nodes/LinkManagement/recovery/lookUp';
import type { Run } from '../../../nodes/LinkManagement/run/run';
import {
	failed,
	good,
	listReply,
	lost,
	newKey,
	outcomeOf,
	type SentRequest,
	type StubReply,
	type StubService,
	stubService,
} from '../../support/stubService';
import { hintsOf, itemCall, newRun } from '../actions/itemCall';

/** So that what follows began later than what was before. */
const aMoment = async () => await new Promise((done) => setTimeout(done, 5));

const recoveryOf = (what: string, list: CreationRecovery['list']): CreationRecovery => ({
	what,
	list,
	identities: ({ name }) => [String(name)],
	likeness:
		({ name }) =>
		(record) =>
			record.name === name ? NAMED : DIFFERENT,
});
const creatable = {
	campaigns: { url: '/api/campaign/add', recovery: recoveryOf('campaign', LISTS.campaigns) },
	channels: { url: '/api/channel/add', recovery: recoveryOf('channel', LISTS.channels) },
} as const;

const place = { label: 'Campaign', node: { name: 'Node' } as INode, item: 3 };

interface Given {
	text?: string;
	named?: Named;
	createMissing?: string[];
	run?: Run;
	item?: number;
	inCheck?: boolean;
}

/** Resolves the name of one item. */
async function resolve(service: StubService, given: Given = {}) {
	const { text = 'Spring', named = 'campaigns' } = given;
	const createMissing = 'createMissing' in given ? given.createMissing : ['campaigns', 'channels'];
	const { run = newRun(), item = 3, inCheck = false } = given;
	const reference = new NamedReference(named, text, { ...place, item });
	const body = { campaign: reference } as unknown as IDataObject;
	const request = { method: 'POST' as const, url: '/api/url/add', body };
	const operation = { ...findOperation('link', 'createOrGet')!, creatable };
	const call = itemCall(service, {
		index: item,
		run,
		request,
		unsent: { createMissing },
		operation,
	});
	const resolving = async () => {
		const resolved = await resolveNames(call, { path: {}, body });
		return inCheck ? resolved.body : await call.withMissingRecords(resolved.body);
	};
	const outcome = await outcomeOf(resolving());
	return { ...outcome, value: outcome.result?.campaign, reference, notes: hintsOf(run) };
}

/** A service that keeps campaigns and channels. */
class Account {
	readonly campaigns: IDataObject[] = [];
	readonly channels: IDataObject[] = [];
	readonly service: StubService;

	/** @param create replies to a creation in place of the service */
	constructor(
		create: (campaigns: IDataObject[], name: string) => StubReply | undefined = () => undefined,
	) {
		const instead = ({ method, body }: SentRequest) =>
			method === 'POST' ? create(this.campaigns, String(body.name)) : undefined;
		const key = newKey();
		this.service = stubService((request) => instead(request) ?? this.reply(request), {
			account: key,
		});
	}

	reply({ url, body }: SentRequest): StubReply {
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
}

test('the check keeps its name, and creates nothing', async () => {
	const account = new Account();
	const { value, reference } = await resolve(account.service, { inCheck: true });
	expect(value).toBe(reference);
	expect(account.sent).toEqual(['GET /api/campaigns']);
});

test.each<[createMissing: string[] | undefined, named: Named]>([
	[['channels'], 'campaigns'],
	[['campaigns', 'channels'], 'pixels'],
])('with Create Missing %j, one of the %s is not created', async (createMissing, named) => {
	const account = new Account();
	for (const inCheck of [true, false]) {
		const { message } = await resolve(account.service, { createMissing, named, inCheck });
		expect(message).toMatch(/^Campaign: no .+ is called "Spring" \[item 3\]$/);
	}
	expect(account.sent.filter((line) => line.startsWith('POST'))).toEqual([]);
});

test('it is created once for all items of a run, also in another case, and each list has its own', async () => {
	const account = new Account();
	const run = newRun(4);
	const texts = ['Spring', 'SPRING', 'Summer', 'spring'];
	const made = await Promise.all(
		texts.map((text, item) => resolve(account.service, { text, run, item })),
	);
	expect(made.map(({ value }) => value)).toEqual([5, 5, 6, 5]);
	expect((await resolve(account.service, { named: 'channels', run })).value).toBe(5);
	expect(account.campaigns.map(({ name }) => name)).toEqual(['Spring', 'Summer']);
	expect(account.sent.slice(0, 2)).toEqual(['GET /api/campaigns', 'POST /api/campaign/add']);
	expect(hintsOf(run)).toEqual([
		'2 campaigns were created: Spring, Summer.',
		'1 channel was created: Spring.',
	]);
});

test('runs that start at the same time create it once', async () => {
	const account = new Account();
	const runs = await Promise.all([1, 2, 3].map(() => resolve(account.service)));
	expect(runs.map(({ value }) => value)).toEqual([5, 5, 5]);
	expect(account.campaigns).toHaveLength(1);
	expect(runs.flatMap(({ notes }) => notes)).toEqual(['1 campaign was created: Spring.']);
});

test('a record that was deleted since is created again by a later run', async () => {
	const account = new Account();
	await resolve(account.service);
	account.campaigns.length = 0;
	await aMoment();
	expect((await resolve(account.service)).value).toBe(5);
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
			values.push((await resolve(account.service, { text, run })).value);
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
	await resolve(account.service, { text: 'Other', run });
	await aMoment();
	const { value } = await resolve(account.service);
	expect((await resolve(account.service, { run })).value).toBe(value);
	expect(account.campaigns.map(({ name }) => name)).toEqual(['Other', 'Spring']);
});

test('a refusal is the reason for each item that needs the record, and is not asked for again', async () => {
	const account = new Account(() => failed('forbidden', { message: 'Your plan has 5 campaigns.' }));
	const run = newRun(2);
	const items = [];
	for (const item of [0, 1]) items.push(await resolve(account.service, { run, item }));
	expect(items.map(({ message }) => message)).toEqual([
		'The campaign "Spring" was not created: Your plan has 5 campaigns. [item 0]',
		'The campaign "Spring" was not created: Your plan has 5 campaigns. [item 1]',
	]);
	expect(items[0]?.advice).toBe('Try something else.');
	expect(account.sent).toEqual(['GET /api/campaigns', 'POST /api/campaign/add']);
	expect(hintsOf(run)).toEqual([]);
});

test('a failure in one run does not keep another from creating the record', async () => {
	let tries = 0;
	const account = new Account(() => (++tries === 1 ? failed('unavailable') : undefined));
	const runs = await Promise.all([resolve(account.service), resolve(account.service)]);
	expect(runs.map(({ value }) => value)).toEqual([undefined, 5]);
});

test('a record of a run that was stopped while it created it is found by a run that waited', async () => {
	const account = new Account((campaigns, name) => {
		if (campaigns.length > 0) return undefined;
		campaigns.push({ id: 9, name });
		throw new Canceled();
	});
	const runs = await Promise.all([resolve(account.service), resolve(account.service)]);
	expect(runs.map(({ value }) => value)).toEqual([undefined, 9]);
	expect(runs[0]?.error).toBeInstanceOf(Canceled);
	expect(account.campaigns).toHaveLength(1);
});

test('a name that another process has taken meanwhile is found', async () => {
	const account = new Account((campaigns) => {
		campaigns.push({ id: 77, name: 'SPRING' });
		return failed('refused', { message: 'This name exists already.' });
	});
	const { value, notes } = await resolve(account.service);
	expect(value).toBe(77);
	expect(notes).toEqual([]);
});

test('a name that is refused is not taken for the ID of a record that was created meanwhile', async () => {
	const account = new Account((campaigns) => {
		campaigns.push({ id: 2030, name: 'Other' });
		return failed('refused', { message: 'Your plan has 5 campaigns.' });
	});
	const { value, message } = await resolve(account.service, { text: '2030' });
	expect(value).toBeUndefined();
	expect(message).toBe('The campaign "2030" was not created: Your plan has 5 campaigns. [item 3]');
});

test('a record is used of which nobody knows whether this run or another process created it', async () => {
	const account = new Account((campaigns, name) => {
		campaigns.push({ id: 77, name }, { id: 78, name: 'Other' });
		return lost();
	});
	expect((await resolve(account.service)).value).toBe(77);
	expect(account.campaigns).toHaveLength(2);
});

test('after a lost reply, a record with a lower ID than that of another creation is found by its name', async () => {
	const account = new Account((campaigns, name) => {
		const id = 50 - campaigns.length;
		campaigns.push({ id, name });
		return campaigns.length === 1 ? good({ id }) : lost();
	});
	await resolve(account.service, { text: 'Summer' });
	expect((await resolve(account.service)).value).toBe(49);
	expect(account.campaigns).toHaveLength(2);
});

test('a reply that names the record without its ID is unexpected', async () => {
	const account = new Account(() => good({ link: 'https://sho.rt/c/5' }));
	expect((await resolve(account.service)).message).toBe(
		'The reply does not contain the ID of the new record',
	);
});
