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
const DELETED = { item: { deleted: true } };

const messageItem = (message: string) => ({ item: { success: true, message } });

const list = (resource: string, path: string, records: string): OperationCase => ({
	resource,
	operation: 'getAll',
	parameters: LIST,
	request: { line: `GET /api/${path}`, query: LIST_QUERY },
	output: { records },
});

const remove = (resource: string, path = resource): OperationCase => ({
	resource,
	operation: 'delete',
	parameters: { [`${resource}Id`]: resource === 'link' ? byLinkId(1) : byId(1) },
	request: { line: `DELETE /api/${path}/1/delete` },
	output: DELETED,
});

const ACCOUNT: OperationCase[] = [
	{
		resource: 'account',
		operation: 'get',
		parameters: {},
		request: { line: 'GET /api/account' },
		output: { reply: 'data' },
	},
	{
		resource: 'account',
		operation: 'update',
		parameters: { updateFields: { email: 'new@example.com', password: 'correct horse' } },
		request: {
			line: 'PUT /api/account/update',
			body: { email: 'new@example.com', password: 'correct horse' },
		},
		output: messageItem('Account has been successfully updated.'),
	},
];

const CAMPAIGN: OperationCase[] = [
	{
		resource: 'campaign',
		operation: 'assignLink',
		parameters: { campaignId: byId(1), linkId: byLinkId(2) },
		request: { line: 'POST /api/campaign/1/assign/2' },
		output: messageItem('Link successfully added to the campaign.'),
	},
	{
		resource: 'campaign',
		operation: 'create',
		parameters: { name: 'Spring', additionalFields: { slug: 'spring-2030', public: true } },
		request: {
			line: 'POST /api/campaign/add',
			body: { name: 'Spring', slug: 'spring-2030', public: true },
		},
		output: { reply: 'whole' },
	},
	remove('campaign'),
	list('campaign', 'campaigns', 'campaigns'),
	{
		resource: 'campaign',
		operation: 'update',
		parameters: {
			campaignId: byId(1),
			name: 'Summer',
			updateFields: { slug: 'summer-2030', public: false },
		},
		request: {
			line: 'PUT /api/campaign/1/update',
			body: { name: 'Summer', slug: 'summer-2030', public: false },
		},
		output: { reply: 'whole' },
	},
];

const CHANNEL: OperationCase[] = [
	{
		resource: 'channel',
		operation: 'assignItem',
		parameters: { channelId: byId(1), itemType: 'qr', itemId: byLinkId(2) },
		request: { line: 'POST /api/channel/1/assign/qr/2' },
		output: messageItem('Item successfully added to the channel.'),
	},
	{
		resource: 'channel',
		operation: 'create',
		parameters: {
			name: 'News',
			additionalFields: { description: 'All news', color: '#0ea5e9', starred: true },
		},
		request: {
			line: 'POST /api/channel/add',
			body: { name: 'News', description: 'All news', color: '#0ea5e9', starred: true },
		},
		output: { reply: 'whole' },
	},
	remove('channel'),
	list('channel', 'channels', 'channels'),
	{
		resource: 'channel',
		operation: 'getItems',
		parameters: { channelId: byId(1), ...LIST },
		request: { line: 'GET /api/channel/1', query: LIST_QUERY },
		output: { records: 'items' },
	},
	{
		resource: 'channel',
		operation: 'update',
		parameters: { channelId: byId(1), updateFields: { name: 'Old news', starred: false } },
		request: { line: 'PUT /api/channel/1/update', body: { name: 'Old news', starred: false } },
		output: messageItem('Channel has been updated successfully.'),
	},
];

const ROOT = { redirectroot: 'https://example.com/', redirect404: 'https://example.com/404' };

const DOMAIN: OperationCase[] = [
	{
		resource: 'domain',
		operation: 'create',
		parameters: { domain: 'https://new.example.com', additionalFields: ROOT },
		request: { line: 'POST /api/domain/add', body: { domain: 'https://new.example.com', ...ROOT } },
		output: { reply: 'whole' },
	},
	remove('domain'),
	list('domain', 'domains', 'domains'),
	{
		resource: 'domain',
		operation: 'update',
		parameters: { domainId: byId(1), updateFields: ROOT },
		request: { line: 'PUT /api/domain/1/update', body: ROOT },
		output: messageItem('Domain has been updated successfully.'),
	},
];

const LINK: OperationCase[] = [
	{
		resource: 'link',
		operation: 'create',
		parameters: {
			url: 'https://example.com/landing',
			additionalFields: { custom: 'landing', status: 'public' },
		},
		request: {
			line: 'POST /api/url/add',
			body: { url: 'https://example.com/landing', custom: 'landing', status: 'public' },
		},
		output: { reply: 'whole' },
	},
	remove('link', 'url'),
	{
		resource: 'link',
		operation: 'get',
		parameters: { linkId: byLinkId(1), ...RAW },
		request: { line: 'GET /api/url/1' },
		output: { reply: 'whole' },
	},
	{
		resource: 'link',
		operation: 'getAll',
		parameters: { ...LIST, filters: { q: 'example' }, sort: { order: 'date' } },
		request: { line: 'GET /api/urls', query: { ...LIST_QUERY, q: 'example', order: 'date' } },
		output: { records: 'urls' },
	},
	{
		resource: 'link',
		operation: 'getByShortUrl',
		parameters: { shortUrl: '={{ $json.shortUrl }}', ...RAW },
		request: { line: 'GET /api/urls', query: { short: '' } },
		output: { reply: 'whole' },
	},
	{
		resource: 'link',
		operation: 'getClicks',
		parameters: { linkId: byLinkId(1), groupBy: ['total', 'country'] },
		request: { line: 'GET /api/url/1' },
		// A link without clicks has no countries
		output: { item: { id: 1, by: 'total', value: 'all', clicks: 0, share: 0 }, more: ['shorturl'] },
	},
	{
		resource: 'link',
		operation: 'update',
		parameters: {
			linkId: byLinkId(1),
			updateFields: {
				url: 'https://example.com/summer',
				custom: 'summer',
				status: 'public',
				fieldsToClear: ['pixels', 'description', 'campaign'],
			},
		},
		request: {
			line: 'PUT /api/url/1/update',
			body: {
				url: 'https://example.com/summer',
				custom: 'summer',
				status: 'public',
				pixels: [],
				description: '',
				campaign: 0,
			},
		},
		output: { reply: 'whole' },
	},
];

const PIXEL: OperationCase[] = [
	{
		resource: 'pixel',
		operation: 'create',
		parameters: { type: 'gtmpixel', name: 'Shop visitors', tag: 'GTM-ABC123' },
		request: {
			line: 'POST /api/pixel/add',
			body: { type: 'gtmpixel', name: 'Shop visitors', tag: 'GTM-ABC123' },
		},
		output: { reply: 'whole' },
	},
	remove('pixel'),
	list('pixel', 'pixels', 'pixels'),
	{
		resource: 'pixel',
		operation: 'update',
		parameters: { pixelId: byId(1), tag: 'GTM-XYZ789', updateFields: { name: 'Visitors' } },
		request: {
			line: 'PUT /api/pixel/1/update',
			body: { tag: 'GTM-XYZ789', name: 'Visitors' },
		},
		output: messageItem('Pixel has been updated successfully.'),
	},
];

const QR_COLORS = { background: 'rgb(255,255,255)', foreground: 'rgb(0,0,0)' };
const QR_LOOK = { ...QR_COLORS, name: 'Poster' };

const QR_CODE: OperationCase[] = [
	{
		resource: 'qrCode',
		operation: 'create',
		parameters: { type: 'text', data: 'Hello', name: 'Poster', additionalFields: QR_COLORS },
		request: { line: 'POST /api/qr/add', body: { type: 'text', data: 'Hello', ...QR_LOOK } },
		output: { reply: 'whole' },
	},
	{
		resource: 'qrCode',
		operation: 'get',
		parameters: { qrCodeId: byId(1), ...RAW },
		request: { line: 'GET /api/qr/1' },
		output: { reply: 'whole' },
	},
	remove('qrCode', 'qr'),
	list('qrCode', 'qr', 'qrs'),
	{
		resource: 'qrCode',
		operation: 'update',
		parameters: {
			qrCodeId: byId(1),
			type: 'link',
			data: 'https://example.com/summer',
			updateFields: { ...QR_LOOK, fieldsToClear: ['logo'] },
		},
		request: {
			line: 'PUT /api/qr/1/update',
			body: { type: 'link', data: 'https://example.com/summer', ...QR_LOOK, logo: '' },
		},
		output: messageItem('QR code has been updated successfully.'),
	},
];

/** A new code, found by no name: the list is read first. */
export const QR_CODE_CREATE_OR_GET = {
	resource: 'qrCode',
	operation: 'createOrGet',
	parameters: { name: 'Entrance', type: 'text', data: 'Hello' },
};

/** All operations that stand for one endpoint. */
export const OPERATIONS: OperationCase[] = [
	...ACCOUNT,
	...CAMPAIGN,
	...CHANNEL,
	...DOMAIN,
	...LINK,
	list('overlay', 'overlay', 'cta'),
	...PIXEL,
	...QR_CODE,
	list('splash', 'splash', 'splash'),
];
