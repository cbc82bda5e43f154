/** Changes whose reply does not tell what became of the record, how many are deleted, and that changes of one record go in order. */
import { type IDataObject, sleep } from 'n8n-workflow';

import { useVirtualClock } from '../support/virtual/clock';
import { LinkService, refusal } from '../support/virtual/linkService';
import {
	newHost,
	runInVirtualTime,
	type VirtualOutcome,
	type VirtualReply,
	type VirtualRun,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

useVirtualClock();

const EMPTY: VirtualReply = { body: '' };
const UNCLEAR: VirtualReply = { body: { message: 'No access.' } };

const remove = async (resource: string, script: VirtualScript): Promise<VirtualOutcome> =>
	await runInVirtualTime(
		{ resource, operation: 'delete', items: [{ [`${resource}Id`]: '4' }] },
		script,
	);

/** A service that answers a change so, and shows these records where they are read. */
const answering =
	(answer: VirtualReply, ...records: IDataObject[]): VirtualScript =>
	({ method }) => {
		if (method !== 'GET') return answer;
		const lists = Object.fromEntries(
			['campaigns', 'channels', 'domains', 'pixels'].map((name) => [name, records]),
		);
		return {
			body: { error: 0, details: records[0], data: { ...lists, ...records[0], maxpage: 1 } },
		};
	};

test.each(['campaign', 'channel', 'domain', 'pixel'])(
	'a deletion of a %s whose answer says nothing is sent once, and done if the record is gone',
	async (resource) => {
		for (const answer of [EMPTY, UNCLEAR]) {
			const { items, requests } = await remove(resource, answering(answer, { id: 5 }, { id: 3 }));
			expect(items.map(({ json }) => json)).toEqual([{ deleted: true }]);
			expect(requests.map(({ method }) => method)).toEqual(['DELETE', 'GET']);
			const failed = await remove(resource, answering(answer, { id: 4 }));
			expect(failed.items).toEqual([]);
			expect(failed.error?.message).toContain('The service did not delete the record');
			expect(failed.error?.description).toContain('and the record still exists');
		}
	},
);

let id = 1_000;
const endless = () => Array.from({ length: 1_000 }, () => ({ id: ++id }));
/** A link that is not found, at a service that answers the account so. */
const notFound =
	(account: VirtualReply): VirtualScript =>
	({ method, path }) => {
		if (method === 'DELETE') return UNCLEAR;
		const refusal = { error: 1, message: 'Link does not exist.' };
		return path.endsWith('/account') ? account : { status: 404, body: refusal };
	};

test.each<[string, string, VirtualScript]>([
	[
		'a list that never ends',
		'campaign',
		({ method }) =>
			method === 'GET'
				? { body: { error: 0, data: { maxpage: 1e9, campaigns: endless() } } }
				: EMPTY,
	],
	['the same answer to every request', 'link', () => UNCLEAR],
	['no link, and an empty account', 'link', notFound({ status: 204, body: '' })],
	['no link, and an account without an answer', 'link', notFound(UNCLEAR)],
])('whether a record was deleted is not known after %s', async (_, resource, script) => {
	const { error, requests } = await remove(resource, script);
	expect(error?.message).toContain('Whether the record was deleted is not known');
	expect(requests.length).toBeLessThan(30);
});

/** Changes of each resource: what is given, where the record is read back, and how it shows the new values. */
const CHANGES: Record<string, [given: IDataObject, path: string, shown: IDataObject]> = {
	account: [
		{ updateFields: { email: 'new@example.com' } },
		'account',
		{ email: 'new@example.com' },
	],
	campaign: [{ name: 'New' }, 'campaigns', { domain: 'NEW' }],
	channel: [{ updateFields: { name: 'New' } }, 'channels', { name: 'New' }],
	domain: [
		{ updateFields: { redirectroot: 'https://a.example' } },
		'domains',
		{ redirectroot: 'https://a.example/' },
	],
	pixel: [{ tag: 'GTM-2' }, 'pixels', { tag: 'GTM-2' }],
	qrCode: [{ type: 'text', data: 'A', updateFields: { name: 'New' } }, 'qr/4', { name: 'New' }],
};

test.each(Object.entries(CHANGES))(
	'an update of a %s that is answered with nothing is done if the record shows it',
	async (resource, [given, path, shown]) => {
		const run = { resource, operation: 'update', items: [{ [`${resource}Id`]: '4', ...given }] };
		const old = { id: 3, name: 'Other' };
		const done = await runInVirtualTime(run, answering(EMPTY, { id: 4, ...shown }, old));
		expect(done.error).toBeUndefined();
		const { name } = given;
		expect(done.items[0]?.json).toEqual(
			name === undefined ? { success: true, message: '' } : { id: 4, name: 'NEW' },
		);
		expect(done.requests.map(({ path: asked }) => asked).slice(1)).toEqual([`/api/${path}`]);
		const told = { id: 4, name: 'NEW', message: 'Done.' };
		const usual = await runInVirtualTime(run, () => ({ body: { error: 0, ...told } }));
		expect(usual.requests).toHaveLength(1);
		expect(usual.items[0]?.json).toMatchObject(name === undefined ? { message: 'Done.' } : told);
		const changed = Object.fromEntries(Object.keys(shown).map((key) => [key, 'old']));
		const failed = await runInVirtualTime(run, answering(EMPTY, { id: 4, ...changed }, old));
		expect(failed.error?.message).toContain('The service did not save all new values');
	},
);

test('no more records are deleted than Maximum Deletions says', async () => {
	const run = async (maximumDeletions: number) =>
		await runInVirtualTime(
			{
				resource: 'campaign',
				operation: 'delete',
				items: [4, 5, 6].map((id) => ({ campaignId: String(id), options: { maximumDeletions } })),
			},
			() => ({ body: { error: 0, message: 'Deleted.' } }),
		);
	expect((await run(3)).items).toHaveLength(3);
	const { error, requests } = await run(2);
	expect(error?.description).toContain(
		'Maximum Deletions: the run would delete 3 records, more than 2',
	);
	expect(requests).toEqual([]);
});

describe('Changes of one record wait for one another', () => {
	const assign = (itemType: string, itemId: string) => ({
		...{ resource: 'channel', operation: 'assignItem' },
		items: [{ channelId: '1', itemType, itemId }],
	});
	const campaign = {
		resource: 'campaign',
		operation: 'assignLink',
		items: [{ campaignId: '1', linkId: '5' }],
	};
	const update = {
		resource: 'link',
		operation: 'update',
		items: [{ linkId: '5', updateFields: { metatitle: 'x' } }],
	};

	test.each<[what: string, one: VirtualRun, other: VirtualRun, most: number]>([
		['a link', assign('links', '5'), update, 1],
		['a link in a campaign', assign('links', '5'), campaign, 1],
		['two links', assign('links', '6'), campaign, 2],
		['a code', assign('qr', '5'), assign('qr', '5'), 1],
		['two codes', assign('qr', '5'), assign('qr', '6'), 2],
		['a code and a link', assign('qr', '5'), assign('links', '5'), 2],
		['a code and a bio page', assign('qr', '5'), assign('bio', '5'), 2],
	])('%s', async (_, one, other, most) => {
		const host = newHost();
		let [open, highest] = [0, 0];
		const script: VirtualScript = async () => {
			highest = Math.max(highest, ++open);
			await sleep(1_000);
			open--;
			const headers = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '50' };
			return { headers, body: { error: 0, message: 'Done.', id: 5, data: { id: 5 } } };
		};
		// The first request of a key goes alone
		const first = { resource: 'account', operation: 'get', items: [{}], host };
		await runInVirtualTime(first, script);
		const runs = [one, other].map((run) =>
			runInVirtualTime({ ...run, host, credentials: { updatesReplace: 'no' } }, script),
		);
		for (const { error } of await Promise.all(runs)) expect(error).toBeUndefined();
		expect(highest).toBe(most);
	});
});

test('a deletion that may have been made is finished, also when another item ends the run', async () => {
	const tried = new Set<string>();
	const service = new LinkService({
		instead({ path }) {
			if (tried.has(path)) return undefined;
			tried.add(path);
			if (path === '/api/url/2/delete') return 'acts';
			return path === '/api/url/3/delete' ? refusal('Not now.') : undefined;
		},
	});
	service.fill(3);
	const items = ['1', '2', '3'].map((value) => ({ linkId: { mode: 'idOrUrl', value } }));
	const run = { resource: 'link', operation: 'delete', data: {}, host: newHost(), items };
	const first = await runInVirtualTime(run, service.script);
	expect(first.error?.description).toContain('2 of 3 items completed');
	const second = await runInVirtualTime(run, service.script);
	expect(second.items.map(({ json }) => json)).toEqual(items.map(() => ({ deleted: true })));
});
