/** Every operation of the node: its parameters, the request it must send (api.md section 4), and what comes out. */
import type { Json } from './engine';

export interface OperationCase {
	resource: string;
	operation: string;
	parameters: Json;
	/** `GET /api/…` with the query (an empty `short` stands for the short URL of the item), and the JSON body if there is one */
	request: { line: string; query?: Json; body?: Json };
	/** Key of the service's reply that holds the records; or what the one item must be, beside `more` text fields */
	output: { records: string } | { item: Json; more?: string[] } | { reply: 'data' | 'whole' };
}

/** A locator into which somebody typed, in the form in which the editor saves it. */
const typed =
	(mode: string) =>
	(value: string | number): Json => ({ __rl: true, mode, value: String(value) });

export const byId = typed('recordId');
export const byName = typed('name');
export const byDomain = typed('domain');
/** A link by its ID or short URL. */
export const byLinkId = typed('idOrUrl');

const LIST = { returnAll: false, limit: 2 };
const LIST_QUERY = { limit: '2', page: '1' };
const RAW = { output: 'raw' };
const WHOLE = { reply: 'whole' } as const;

/** @param name resource and operation, such as `link:create` @param sent the body, or the query of a `GET` */
function operationCase(
	name: string,
	parameters: Json,
	line: string,
	output: OperationCase['output'],
	sent?: Json,
): OperationCase {
	const [resource, operation] = name.split(':') as [string, string];
	const part = line.startsWith('GET') ? 'query' : 'body';
	const request = { line, ...(sent && { [part]: sent }) };
	return { resource, operation, parameters, request, output };
}

const says = (message: string) => ({ item: { success: true, message } });

const list = (resource: string, path: string, records: string): OperationCase =>
	operationCase(`${resource}:getAll`, LIST, `GET /api/${path}`, { records }, LIST_QUERY);

const remove = (resource: string, path = resource): OperationCase => {
	const parameters = { [`${resource}Id`]: resource === 'link' ? byLinkId(1) : byId(1) };
	const output = { item: { deleted: true } };
	return operationCase(`${resource}:delete`, parameters, `DELETE /api/${path}/1/delete`, output);
};

/** A creation whose fields are sent as they are. */
const create = (resource: string, path: string, given: Json, additionalFields: Json = {}) =>
	operationCase(
		`${resource}:create`,
		{ ...given, additionalFields },
		`POST /api/${path}/add`,
		WHOLE,
		{ ...given, ...additionalFields },
	);

/** An update of record 1 whose fields are sent as they are. @param cleared what Fields to Clear sends */
const update = (
	resource: string,
	path: string,
	output: OperationCase['output'],
	{ given = {}, updateFields = {}, cleared = {} }: Record<string, Json>,
): OperationCase => {
	const fieldsToClear = Object.keys(cleared);
	return operationCase(
		`${resource}:update`,
		{
			[`${resource}Id`]: resource === 'link' ? byLinkId(1) : byId(1),
			...given,
			updateFields: { ...updateFields, ...(fieldsToClear.length > 0 && { fieldsToClear }) },
		},
		`PUT /api/${path}/1/update`,
		output,
		{ ...given, ...updateFields, ...cleared },
	);
};

const LOGIN = { email: 'new@example.com', password: 'correct horse' };
const ROOT = { redirectroot: 'https://example.com/', redirect404: 'https://example.com/404' };
const QR_COLORS = { background: 'rgb(255,255,255)', foreground: 'rgb(0,0,0)' };

const LINK: OperationCase[] = [
	create(
		'link',
		'url',
		{ url: 'https://example.com/landing' },
		{ custom: 'landing', status: 'public' },
	),
	remove('link', 'url'),
	operationCase('link:get', { linkId: byLinkId(1), ...RAW }, 'GET /api/url/1', WHOLE),
	operationCase(
		'link:getAll',
		{ ...LIST, filters: { q: 'example' }, sort: { order: 'date' } },
		'GET /api/urls',
		{ records: 'urls' },
		{ ...LIST_QUERY, q: 'example', order: 'date' },
	),
	operationCase(
		'link:getByShortUrl',
		{ shortUrl: '={{ $json.shortUrl }}', ...RAW },
		'GET /api/urls',
		WHOLE,
		{ short: '' },
	),
	operationCase(
		'link:getClicks',
		{ linkId: byLinkId(1), groupBy: ['total', 'country'] },
		'GET /api/url/1',
		// A link without clicks has no countries
		{
			item: { id: 1, by: 'total', value: 'all', clicks: 0, share: 0 },
			more: ['shorturl', 'title'],
		},
	),
	update('link', 'url', WHOLE, {
		updateFields: { url: 'https://example.com/summer', custom: 'summer', status: 'public' },
		cleared: { pixels: [], description: '', campaign: 0 },
	}),
];

/** All operations that stand for one endpoint. */
export const OPERATIONS: OperationCase[] = [
	operationCase('account:get', {}, 'GET /api/account', { reply: 'data' }),
	operationCase(
		'account:update',
		{ updateFields: LOGIN },
		'PUT /api/account/update',
		says('Account has been successfully updated.'),
		LOGIN,
	),
	operationCase(
		'campaign:assignLink',
		{ campaignId: byId(1), linkId: byLinkId(2) },
		'POST /api/campaign/1/assign/2',
		says('Link successfully added to the campaign.'),
	),
	create('campaign', 'campaign', { name: 'Spring' }, { slug: 'spring-2030', public: true }),
	remove('campaign'),
	list('campaign', 'campaigns', 'campaigns'),
	update('campaign', 'campaign', WHOLE, {
		given: { name: 'Summer' },
		updateFields: { slug: 'summer-2030', public: false },
	}),
	operationCase(
		'channel:assignItem',
		{ channelId: byId(1), itemType: 'qr', itemId: byLinkId(2) },
		'POST /api/channel/1/assign/qr/2',
		says('Item successfully added to the channel.'),
	),
	create(
		'channel',
		'channel',
		{ name: 'News' },
		{ description: 'All news', color: '#0ea5e9', starred: true },
	),
	remove('channel'),
	list('channel', 'channels', 'channels'),
	operationCase(
		'channel:getItems',
		{ channelId: byId(1), ...LIST },
		'GET /api/channel/1',
		{ records: 'items' },
		LIST_QUERY,
	),
	update('channel', 'channel', says('Channel has been updated successfully.'), {
		updateFields: { name: 'Old news', starred: false },
	}),
	create('domain', 'domain', { domain: 'https://new.example.com' }, ROOT),
	remove('domain'),
	list('domain', 'domains', 'domains'),
	update('domain', 'domain', says('Domain has been updated successfully.'), { updateFields: ROOT }),
	...LINK,
	list('overlay', 'overlay', 'cta'),
	create('pixel', 'pixel', { type: 'gtmpixel', name: 'Shop visitors', tag: 'GTM-ABC123' }),
	remove('pixel'),
	list('pixel', 'pixels', 'pixels'),
	update('pixel', 'pixel', says('Pixel has been updated successfully.'), {
		given: { tag: 'GTM-XYZ789' },
		updateFields: { name: 'Visitors' },
	}),
	create('qrCode', 'qr', { type: 'text', data: 'Hello', name: 'Poster' }, QR_COLORS),
	operationCase('qrCode:get', { qrCodeId: byId(1), ...RAW }, 'GET /api/qr/1', WHOLE),
	remove('qrCode', 'qr'),
	list('qrCode', 'qr', 'qrs'),
	update('qrCode', 'qr', says('QR code has been updated successfully.'), {
		given: { type: 'link', data: 'https://example.com/summer' },
		updateFields: { ...QR_COLORS, name: 'Poster' },
		cleared: { logo: '' },
	}),
	list('splash', 'splash', 'splash'),
];

/** A new code, found by no name: the list is read first. */
export const QR_CODE_CREATE_OR_GET = {
	resource: 'qrCode',
	operation: 'createOrGet',
	parameters: { name: 'Entrance', type: 'text', data: 'Hello' },
};
