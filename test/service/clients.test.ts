/**
 * A walk through all endpoints, with requests as other people's clients for such services send them (services.md,
 * section 3): `null` or `false` for optional fields, numbers as text, further query parameters, other content types.
 */
import { breaches, type Call, client, Tested } from './client';

const tested = new Tested('--limit', '0');
const { call, take } = tested;

const seed = { links: 2, qrs: 1, channels: 1, campaigns: 1, clicks: 3 };
const reset = () => tested.tell('/reset', { seed });
beforeEach(reset);

type Json = Record<string, unknown>;
type Step = [operationId: string, method: string, path: string, body?: Json];

/** All fields that a link can have, as a client with a fixed set of fields sends them; undefined is "not given". */
const linkFields = {
	...{ url: 'https://example.com/long', custom: 'walk', description: 'Note' },
	...{ domain: 'https://go.example.com', pixels: [1, 3], channel: 1, campaign: 1 },
	geotarget: [{ location: 'Canada', link: 'https://example.com/ca' }],
	deeplink: { apple: 'itms-apps://example', google: undefined, auto: false },
	parameters: [{ name: 'ref', value: 'n8n' }],
	...{ type: undefined, password: undefined, expiry: undefined, status: undefined },
	...{ devicetarget: undefined, languagetarget: undefined },
	...{ metatitle: undefined, metadescription: undefined, metaimage: undefined },
};
const domainFields = { redirectroot: 'https://example.com', redirect404: undefined };

/** What is read and written before records are deleted. */
const readingAndWriting: Step[] = [
	['getAccount', 'GET', '/account'],
	['updateAccount', 'PUT', '/account/update', { email: 'a@example.com', password: undefined }],
	['createDomain', 'POST', '/domain/add', { domain: 'https://walk.example', ...domainFields }],
	['updateDomain', 'PUT', '/domain/3/update', { redirectroot: undefined, redirect404: undefined }],
	['listDomains', 'GET', '/domains?limit=5&page=1'],
	['listOverlays', 'GET', '/overlay?limit=5&page=1'],
	['listSplashPages', 'GET', '/splash?limit=5&page=1'],
	['createCampaign', 'POST', '/campaign/add', { name: 'Walk', slug: undefined, public: true }],
	['updateCampaign', 'PUT', '/campaign/2/update', { name: 'Walk 2', public: undefined }],
	['assignLinkToCampaign', 'POST', '/campaign/2/assign/1'],
	['listCampaigns', 'GET', '/campaigns?limit=5&page=1'],
	['createChannel', 'POST', '/channel/add', { name: 'Walk', color: undefined, starred: true }],
	['updateChannel', 'PUT', '/channel/2/update', { description: 'Note', starred: undefined }],
	['assignItemToChannel', 'POST', '/channel/2/assign/links/1'],
	['listChannels', 'GET', '/channels?limit=5&page=1'],
	['listChannelItems', 'GET', '/channel/2?limit=5&page=1'],
	[
		'createQrCode',
		'POST',
		'/qr/add',
		{
			...{ type: 'email', data: { email: 'a@example.com', subject: 'Hi' } },
			...{ background: 'rgb(255,255,255)', foreground: undefined, name: 'Walk' },
		},
	],
	[
		'updateQrCode',
		'PUT',
		'/qr/2/update',
		{ type: 'link', data: 'https://example.com', background: undefined },
	],
	['getQrCode', 'GET', '/qr/2'],
	['listQrCodes', 'GET', '/qr?limit=5&page=1'],
	['createPixel', 'POST', '/pixel/add', { type: 'gtmpixel', name: 'Walk', tag: 'GTM-1' }],
	['updatePixel', 'PUT', '/pixel/4/update', { tag: 'GTM-2', name: undefined }],
	['listPixels', 'GET', '/pixels?limit=5&page=1'],
	['createLink', 'POST', '/url/add', linkFields],
	['updateLink', 'PUT', '/url/3/update', { ...linkFields, custom: undefined, channel: 2 }],
	['getLink', 'GET', '/url/3'],
	['listLinks', 'GET', '/urls?limit=5&page=1&order=date'],
	['listLinks', 'GET', '/urls?short=https%3A%2F%2Fgo.example.com%2Fwalk&limit=5'],
];

const deleting: Step[] = [
	['deleteLink', 'DELETE', '/url/3/delete'],
	['deleteQrCode', 'DELETE', '/qr/2/delete'],
	['deletePixel', 'DELETE', '/pixel/4/delete'],
	['deleteChannel', 'DELETE', '/channel/2/delete'],
	['deleteCampaign', 'DELETE', '/campaign/2/delete'],
	['deleteDomain', 'DELETE', '/domain/3/delete'],
];

/** Applies a change to every value that is not an array or object, however deep. */
function mapped(value: unknown, change: (value: unknown) => unknown): unknown {
	if (Array.isArray(value)) return value.map((entry) => mapped(entry, change));
	if (typeof value !== 'object' || value === null) return change(value);
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [name, mapped(entry, change)]),
	);
}
const nullForMissing = (value: unknown) => value ?? null;

interface Client {
	headers: Record<string, string>;
	/** How it changes a body before it is sent. */
	body?: (body: Json) => unknown;
	/** The body it sends where none is asked for. */
	noBody?: string;
	/** What it adds to the query of each request. */
	query?: string;
}

/** The first sends what the description asks for, and nothing else. */
const clients: Record<string, Client> = {
	'of the description': { headers: { 'Content-Type': 'application/json' } },
	'in Python': {
		headers: { 'Content-Type': 'application/json', 'User-Agent': 'python-requests/2.32.3' },
		body: (body) => mapped(body, nullForMissing),
	},
	'in JavaScript': {
		headers: {
			'Content-Type': 'application/json;charset=UTF-8',
			Accept: 'application/json, text/plain, */*',
			'X-Requested-With': 'XMLHttpRequest',
		},
		noBody: '{}',
		query: 'format=json&_=1735689600000&fields[]=id',
	},
};

function walkerOf({ headers, body, noBody, query }: Client) {
	const { service } = tested;
	const call = client(service, service.key, headers);
	return async (steps: Step[]) => {
		const replies: Record<string, unknown> = {};
		for (const [operationId, method, path, fields] of steps) {
			const address = query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
			const payload = fields ? (body?.(fields) ?? fields) : method === 'GET' ? undefined : noBody;
			replies[`${operationId} ${method} ${path}`] = await answered(call, method, address, payload);
		}
		return replies;
	};
}

/** A reply without what differs from run to run. */
async function answered(...[call, method, path, body]: [Call, string, string, unknown]) {
	const reply = await call(method, path, body);
	expect({ path, status: reply.status, body: reply.body }).toMatchObject({ path, status: 200 });
	expect(Number(reply.body.error)).toBe(0);
	return JSON.parse(withoutVariables(JSON.stringify(reply.body))) as unknown;
}

/** Dates, random aliases of QR codes and salted passwords differ from run to run. */
const withoutVariables = (text: string) =>
	text
		.replace(/"(date|alias|password)":"[^"]*"/g, '"$1":"-"')
		.replace(/\/qr\/\w+\.png/g, '/qr/-.png');

const state = async () =>
	JSON.parse(withoutVariables(JSON.stringify(await tested.control('/state')))) as unknown;

/** What a client gets, and what the service then holds. */
async function walk(name: string) {
	const take = walkerOf(clients[name]!);
	const replies = await take(readingAndWriting);
	const held = await state();
	return { replies, held, deleted: await take(deleting), left: await state() };
}

test('the walk passes every endpoint of the description', async () => {
	const description = await (await fetch(`${tested.service.url}/sandbox/openapi.yaml`)).text();
	const described = [...description.matchAll(/operationId: (\w+)/g)].map(([, id]) => id);
	expect(described).not.toEqual([]);
	const walked = [...readingAndWriting, ...deleting].map(([operationId]) => operationId);
	expect(new Set(walked)).toEqual(new Set(described));
});

const strangers = Object.keys(clients).slice(1);

test.each(strangers)(
	'a client %s gets the same as one that keeps to the description',
	async (name) => {
		const expected = await walk('of the description');
		expect(await breaches(tested.service)).toEqual([]);
		await reset();
		expect(await walk(name)).toEqual(expected);
		expect(await breaches(tested.service)).toEqual([]);
	},
);

test('what is accepted beyond the description is noted in the journal, and the request as it came', async () => {
	const url = 'https://example.com/';
	const body = { url, custom: null, channel: '1' };
	await call('POST', '/url/add', body);
	await call('PUT', '/pixel/1/update', { tag: 100 });
	await call('POST', '/url/add', { url, domain: false });
	await call('GET', '/urls?page=1&size=5');
	await call('GET', '/urls?page=1');
	const noted = ['/body/custom is null', '/body/channel is a number as text'];
	const entries = [
		{ body, tolerated: noted, contract: null },
		{ body: { tag: 100 }, tolerated: ['/body/tag is a text as number'] },
		{ tolerated: ['/body/domain is false'], contract: null },
		{ tolerated: ['/query/size is unknown'] },
		expect.not.objectContaining({ tolerated: expect.anything() }),
	];
	await take(['GET /sandbox/requests', undefined, entries]);
});

test('null within the content of a QR code is kept as it came', async () => {
	const data = { phone: '+15550100', message: null };
	await call('POST', '/qr/add', { type: 'sms', data });
	await take(['GET /sandbox/state', undefined, { qr_codes: [{}, { data }] }]);
});
