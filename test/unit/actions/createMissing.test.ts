/** Create or Get with Create Missing: a link that exists is asked for before a campaign is created for it. Virtual time. */
import type { IDataObject, INode } from 'n8n-workflow';

import { findOperation } from '../../../nodes/LinkManagement/actions';
import { NamedReference } from '../../../nodes/LinkManagement/fields/reference';
import { failed, good, listReply, newKey, stubService } from '../../support/stubService';
import { advanceUntil, useVirtualClock } from '../../support/virtual/clock';
import { itemCall, newRun } from './itemCall';

useVirtualClock('2030-01-31T10:00:00Z');

const operation = findOperation('link', 'createOrGet')!;
const target = 'https://example.com/a';
const linkOn = (host: string, custom = 'spring') => ({
	id: 7,
	shorturl: `https://${host}/${custom}`,
	longurl: target,
});

interface Account {
	links?: IDataObject[];
	defaultDomain?: string;
	/** Of the run. */
	items?: number;
}

/** A run for items with a missing campaign: the requests, with the short URL that is asked for, and what comes out. */
async function createOrGet(
	{ links = [], defaultDomain = 'sho.rt', items = 1 }: Account,
	...bodies: IDataObject[]
) {
	const campaigns: IDataObject[] = [];
	let lastId = 69;
	const service = stubService(
		({ method, url, qs, body }) => {
			if (url === '/api/campaigns') return listReply('campaigns', campaigns, { maxpage: 1 });
			if (url === '/api/campaign/add') {
				campaigns.push({ id: 9, name: body.name });
				return good({ id: 9 });
			}
			const hasAlias = ({ shorturl }: IDataObject) => String(shorturl).endsWith(`/${body.custom}`);
			if (method === 'POST')
				return links.some(hasAlias)
					? failed('refused', { message: 'The alias is taken.' })
					: good({ id: ++lastId, shorturl: `https://sho.rt/${String(body.custom)}` });
			const found = links.filter(({ shorturl }) => [undefined, shorturl].includes(qs.short));
			return listReply('urls', found, { maxpage: 1 });
		},
		{ defaultDomain, account: newKey() },
	);
	const run = newRun(items);
	const node = { name: 'Node' } as INode;
	const calls = bodies.map((body, index) => {
		const campaign = new NamedReference('campaigns', 'Spring', {
			...{ label: 'Campaign', node },
			item: index,
		});
		return itemCall(service, {
			...{ operation, run, index, unsent: { createMissing: ['campaigns'] } },
			request: {
				method: 'POST',
				url: '/api/url/add',
				body: { url: target, ...body, campaign } as unknown as IDataObject,
			},
		});
	});
	const perform = async () =>
		await Promise.all(calls.map(async (call) => await operation.execute(call)));
	const records = (await advanceUntil(perform())).flat();
	return {
		records: records.map(({ id, created }) => ({ id, created })),
		requests: service.requests.map(({ method, url, qs }) =>
			[method, url, qs.short].filter(Boolean).join(' '),
		),
		sent: service.requests.filter(({ url }) => url === '/api/url/add').map(({ body }) => body),
	};
}

const ask = (host: string, custom = 'spring') => `GET /api/urls https://${host}/${custom}`;
// The check before has read the list of campaigns
const made = ['POST /api/campaign/add', 'POST /api/url/add'];

const [FOUND, CREATED] = [
	{ id: 7, created: false },
	{ id: 70, created: true },
];
const PAGE = 'GET /api/urls';
const ON_API: Account = { links: [linkOn('sho.rt')], defaultDomain: '' };
const ON_GO: Account = { links: [linkOn('go.example')], defaultDomain: '' };

test.each<[string, Account, string | undefined, string[], object]>([
	['that exists comes out', { links: [linkOn('sho.rt')] }, undefined, [ask('sho.rt')], FOUND],
	['on its own domain comes out', ON_GO, 'https://go.example', [ask('go.example')], FOUND],
	['that does not exist is created', {}, undefined, [ask('sho.rt'), ...made], CREATED],
	['in an empty account is created', { defaultDomain: '' }, undefined, [PAGE, ...made], CREATED],
	['on the only domain of all links comes out', ON_API, undefined, [PAGE], FOUND],
])('a link %s', async (_, account, domain, expected, record) => {
	const body = { custom: 'spring', ...(domain && { domain }) };
	const { records, requests, sent } = await createOrGet(account, body);
	expect([requests, records]).toEqual([expected, [record]]);
	const created = { url: target, custom: 'spring', campaign: 9 };
	expect(sent).toEqual(record === CREATED ? [created] : []);
});

test('one page answers for several items, and only the first one asks before the campaign exists', async () => {
	const { records, requests } = await createOrGet(
		{ links: [linkOn('sho.rt')], items: 3 },
		{ custom: 'spring' },
		{ custom: 'summer' },
		{ custom: 'fall' },
	);
	expect(records).toEqual([FOUND, CREATED, { ...CREATED, id: 71 }]);
	expect(requests).toEqual([PAGE, ...made, 'POST /api/url/add']);
});
