/** Walks the operations of both nodes through n8n's engine, and reads back at the service what each of them did. */
import type { Engine, ItemReply } from '../../test/support/engine/index.ts';
import type { Account, Client, Json } from './client.ts';
import type { OperationId } from './endpoints.ts';
import type { Findings } from './findings.ts';
import { objectIn } from './habits/probe.ts';
import { findRecord, type Kind, KINDS, readList, recordsOf, UnreadList } from './records.ts';

export type StepState = 'works' | 'notOffered' | 'forbidden' | 'differs' | 'notChecked';

export interface Step {
	/** Such as `link: create`. */
	operation: string;
	endpoint: OperationId;
	state: StepState;
	/** What was expected and what came instead, or why it was not checked. */
	detail: string;
}

interface WalkOptions {
	engine: Engine;
	client: Client;
	account: Account;
	findings: Findings;
	/** What the names of this run begin with. */
	name: string;
	readOnly: boolean;
	/** Whether the account's email address is sent to the service again, to check the update of the account. */
	updateAccount: boolean;
	onStep?: (step: Step) => void;
}

/** Something other than expected happened. */
class Difference extends Error {
	constructor(expected: string, got: unknown) {
		super(`expected ${expected}; got ${typeof got === 'string' ? got : JSON.stringify(got)}`);
	}
}

/** The step cannot be carried out. */
class NotChecked extends Error {}

const FUTURE = '2099-01-02 03:04:05';
const TRIGGER = 'n8n-nodes-link-management.linkManagementTrigger';
/** Requests that an operation of the node sends at most, apart from retries and long lists. */
const REQUESTS_OF_STEP = 3;
/** In ms. The host of a short URL need not be that of the API. */
const VISIT_TIMEOUT = 15_000;

const byId = (id: string) => ({ __rl: true, mode: 'recordId', value: id });
const byLinkId = (id: string) => ({ __rl: true, mode: 'id', value: id });
const idOf = ({ id }: Json): string => String(id);
const sameName = (one: unknown, other: unknown) =>
	String(one).toLowerCase() === String(other).toLowerCase();

export async function walk(options: WalkOptions): Promise<Step[]> {
	const walker = new Walker(options);
	await walker.account();
	if (options.readOnly) {
		await walker.lists();
		await walker.existing();
	} else {
		await walker.triggersBegin();
		await walker.links();
		await walker.triggersEnd();
		await walker.qrCodes();
		await walker.campaigns();
		await walker.channels();
		await walker.pixels();
		await walker.domains();
		await walker.lists();
		await walker.deletions();
	}
	return walker.steps;
}

/** The IDs of the walk's records, by the name of their resource. */
type Made = Partial<
	Record<'link' | 'qrCode' | 'campaign' | 'channel' | 'pixel' | 'domain', string>
>;

class Walker {
	readonly steps: Step[] = [];
	private readonly made: Made = {};
	private shortUrl = '';
	private readonly triggers = new Map<string, Json>();
	private readonly options: WalkOptions;

	constructor(options: WalkOptions) {
		this.options = options;
	}

	async account(): Promise<void> {
		await this.step('account: get', 'getAccount', async () => {
			const [item] = await this.node('account', 'get');
			const data = objectIn((await this.read('getAccount')).data);
			if (!item || idOf(item) !== idOf(data)) throw new Difference('the account', item?.id);
		});
		await this.step('account: update', 'updateAccount', async () => {
			if (!this.options.updateAccount || this.options.readOnly)
				throw new NotChecked('it changes the account; --account sends its email address again');
			const { email } = objectIn((await this.read('getAccount')).data);
			// A service may show it with letters left out
			if (!/^[^\s*•…@]+@[^\s*•…@]+$/.test(String(email)))
				throw new NotChecked('the service does not show the whole email address');
			await this.node('account', 'update', { updateFields: { email } });
			const after = objectIn((await this.read('getAccount')).data);
			if (after.email !== email) throw new Difference('the same email address', 'another one');
		});
	}

	async links(): Promise<void> {
		const { name } = this.options;
		const url = `https://example.com/${name}walk?a=1&b=2`;
		const custom = `${name}walk`;
		await this.step('link: create', 'createLink', async () => {
			const fields = { custom, metatitle: 'n8n live', description: 'n8n live', expiry: FUTURE };
			const [item = {}] = await this.node('link', 'create', { url, additionalFields: fields });
			const record = await this.readBack(KINDS.links, item, url);
			this.made.link = idOf(record);
			this.shortUrl = String(record.shorturl);
			if (item.shorturl !== this.shortUrl) throw new Difference(this.shortUrl, item.shorturl);
			const isAsAsked = sameName(this.shortUrl.split('/').at(-1), custom);
			if (!isAsAsked && !item.warning)
				throw new Difference('the alias, or a warning', item.shorturl);
			const { expiry } = await this.link(this.made.link);
			if (expiry !== FUTURE) throw new Difference(`expiry ${FUTURE}`, expiry);
		});
		await this.withLink('link: get', 'getLink', async (linkId) => {
			const [item = {}] = await this.node('link', 'get', { linkId });
			if (item.shorturl !== this.shortUrl) throw new Difference(this.shortUrl, item.shorturl);
			if (typeof item.clicks !== 'number') throw new Difference('clicks as a number', item.clicks);
		});
		await this.withLink('link: getByShortUrl', 'listLinks', async () => {
			const [item = {}] = await this.node('link', 'getByShortUrl', { shortUrl: this.shortUrl });
			if (idOf(item) !== this.made.link) throw new Difference(`ID ${this.made.link}`, item.id);
		});
		await this.withLink('link: getClicks', 'getLink', async (linkId) => {
			const [item = {}] = await this.node('link', 'getClicks', { linkId, groupBy: ['total'] });
			if (item.by !== 'total' || item.clicks !== 0) throw new Difference('no clicks', item);
		});
		await this.withLink('link: getAll', 'listLinks', async () => {
			const filters = { longUrl: url };
			const items = await this.node('link', 'getAll', { returnAll: true, filters });
			const found = items.map(idOf);
			if (found.join() !== this.made.link) throw new Difference(`ID ${this.made.link}`, found);
		});
		await this.withLink('link: update', 'updateLink', async (linkId) => {
			const updateFields = { description: 'n8n live 2' };
			await this.node('link', 'update', { linkId, updateFields });
			const { description, expiry } = await this.link(this.made.link!);
			if (description !== 'n8n live 2') throw new Difference('the new description', description);
			if (expiry !== FUTURE) throw new Difference(`the expiry ${FUTURE} as before`, expiry);
		});
		await this.createOrGet('link', 'createLink', { url: `https://example.com/${name}again` });
		await this.upsert();
	}

	/** Creates a record, and gets it the second time. */
	private async createOrGet(
		resource: 'link' | 'qrCode',
		endpoint: OperationId,
		parameters: Json,
	): Promise<void> {
		await this.step(`${resource}: createOrGet`, endpoint, async () => {
			const [first = {}] = await this.node(resource, 'createOrGet', parameters);
			const [second = {}] = await this.node(resource, 'createOrGet', parameters);
			if (first.created !== true) throw new Difference('created the first time', first);
			if (second.created !== false || idOf(second) !== idOf(first))
				throw new Difference('the same record the second time', second);
		});
	}

	private async upsert(): Promise<void> {
		await this.step(
			'link: upsert',
			'createLink',
			async () => {
				const custom = `${this.options.name}row`;
				const url = `https://example.com/${custom}`;
				const row = (description: string) => ({
					matchOn: 'custom',
					columns: {
						mappingMode: 'defineBelow',
						value: { custom, url, description },
						matchingColumns: [],
						schema: [],
					},
					options: { includeInputFields: false },
				});
				const actions: unknown[] = [];
				for (const description of ['one', 'one', 'two']) {
					const [item = {}] = await this.node('link', 'upsert', row(description));
					actions.push(item.action);
					await this.readBack(KINDS.links, item, url);
				}
				const expected = 'created, unchanged, updated';
				if (actions.join(', ') !== expected) throw new Difference(expected, actions.join(', '));
			},
			['updateLink'],
		);
	}

	async qrCodes(): Promise<void> {
		const { name } = this.options;
		const content = { type: 'text', data: 'n8n live' };
		await this.step('qrCode: create', 'createQrCode', async () => {
			const parameters = { ...content, name: `${name}walk-code` };
			const [item = {}] = await this.node('qrCode', 'create', parameters);
			this.made.qrCode = idOf(await this.readBack(KINDS.qrCodes, item, `${name}walk-code`));
		});
		await this.withMade('qrCode: get', 'getQrCode', 'qrCode', async (qrCodeId) => {
			const items = await this.run('qrCode', 'get', { qrCodeId, downloadImage: true });
			const [item] = items;
			if (item?.json.scans !== 0) throw new Difference('a QR code without scans', item?.json);
			const type = item.binary?.data?.mimeType ?? 'no image';
			if (!type.startsWith('image/')) throw new Difference('an image', type);
		});
		await this.withMade('qrCode: update', 'updateQrCode', 'qrCode', async (qrCodeId) => {
			const updateFields = { name: `${name}walk-code-2` };
			await this.node('qrCode', 'update', { qrCodeId, ...content, updateFields });
			await this.readBack(KINDS.qrCodes, { id: this.made.qrCode }, updateFields.name);
		});
		await this.createOrGet('qrCode', 'createQrCode', { ...content, name: `${name}again` });
	}

	async campaigns(): Promise<void> {
		const { name } = this.options;
		await this.step('campaign: create', 'createCampaign', async () => {
			const additionalFields = { slug: `${name}walk-slug`, public: true };
			const parameters = { name: `${name}walk-campaign`, additionalFields };
			const [item = {}] = await this.node('campaign', 'create', parameters);
			this.made.campaign = idOf(await this.readBack(KINDS.campaigns, item, parameters.name));
		});
		await this.withMade('campaign: update', 'updateCampaign', 'campaign', async (campaignId) => {
			const parameters = { campaignId, name: `${name}walk-campaign-2`, updateFields: {} };
			await this.node('campaign', 'update', parameters);
			await this.readBack(KINDS.campaigns, { id: this.made.campaign }, parameters.name);
		});
		const assign = 'assignLinkToCampaign';
		await this.withMade('campaign: assignLink', assign, 'campaign', async (campaignId) => {
			const linkId = byLinkId(this.need('link'));
			// The API has no way to read it back
			await this.node('campaign', 'assignLink', { campaignId, linkId });
		});
	}

	async channels(): Promise<void> {
		const { name } = this.options;
		await this.step('channel: create', 'createChannel', async () => {
			const parameters = { name: `${name}walk-channel`, additionalFields: { starred: true } };
			const [item = {}] = await this.node('channel', 'create', parameters);
			this.made.channel = idOf(await this.readBack(KINDS.channels, item, parameters.name));
		});
		await this.withMade('channel: update', 'updateChannel', 'channel', async (channelId) => {
			const updateFields = { name: `${name}walk-channel-2` };
			await this.node('channel', 'update', { channelId, updateFields });
			await this.readBack(KINDS.channels, { id: this.made.channel }, updateFields.name);
		});
		const assign = 'assignItemToChannel';
		await this.withMade('channel: assignItem', assign, 'channel', async (channelId) => {
			const itemId = byLinkId(this.need('link'));
			await this.node('channel', 'assignItem', { channelId, itemType: 'links', itemId });
		});
		await this.withMade('channel: getItems', 'listChannelItems', 'channel', async (channelId) => {
			const items = await this.node('channel', 'getItems', { channelId, returnAll: true });
			const ids = items.map(idOf).join();
			if (ids !== this.need('link')) throw new Difference('the link that was assigned', ids);
		});
	}

	async pixels(): Promise<void> {
		const { name } = this.options;
		const pixel = { type: 'gtmpixel', name: `${name}walk-pixel`, tag: 'GTM-LIVE' };
		await this.step('pixel: create', 'createPixel', async () => {
			const [item = {}] = await this.node('pixel', 'create', pixel);
			this.made.pixel = idOf(await this.readBack(KINDS.pixels, item, pixel.name));
		});
		await this.withMade('pixel: update', 'updatePixel', 'pixel', async (pixelId) => {
			await this.node('pixel', 'update', { pixelId, tag: 'GTM-LIVE2', updateFields: {} });
			const { tag } = await this.readBack(KINDS.pixels, { id: this.made.pixel }, pixel.name);
			if (tag !== 'GTM-LIVE2') throw new Difference('the new tag', tag);
		});
	}

	async domains(): Promise<void> {
		const domain = `https://${this.options.name}walk.example.com`;
		await this.step('domain: create', 'createDomain', async () => {
			const [item = {}] = await this.node('domain', 'create', { domain });
			this.made.domain = idOf(await this.readBack(KINDS.domains, item, domain));
		});
		await this.withMade('domain: update', 'updateDomain', 'domain', async (domainId) => {
			const updateFields = { redirectroot: 'https://example.com/' };
			await this.node('domain', 'update', { domainId, updateFields });
			const { redirectroot } = await this.readBack(KINDS.domains, { id: this.made.domain }, domain);
			if (redirectroot !== updateFields.redirectroot)
				throw new Difference(updateFields.redirectroot, redirectroot);
		});
	}

	/** The first records of each list, compared with the list itself. */
	async lists(): Promise<void> {
		const lists = [
			...(['campaign', 'listCampaigns', 'campaigns'] as const),
			...(['channel', 'listChannels', 'channels'] as const),
			...(['domain', 'listDomains', 'domains'] as const),
			...(['overlay', 'listOverlays', 'cta'] as const),
			...(['pixel', 'listPixels', 'pixels'] as const),
			...(['qrCode', 'listQrCodes', 'qrs'] as const),
			...(['splash', 'listSplashPages', 'splash'] as const),
			...(this.options.readOnly ? (['link', 'listLinks', 'urls'] as const) : []),
		];
		for (let at = 0; at < lists.length; at += 3) {
			const [resource, endpoint, array] = lists.slice(at, at + 3) as [string, OperationId, string];
			await this.step(`${resource}: getAll`, endpoint, async () => {
				const limit = 3;
				const items = await this.node(resource, 'getAll', { returnAll: false, limit });
				const exchange = await this.options.client.send(endpoint, { query: { limit, page: 1 } });
				const expected = recordsOf(exchange, array).slice(0, limit).map(idOf).join();
				const got = items.map(idOf).join();
				if (got !== expected) throw new Difference(`the IDs ${expected}`, got);
			});
		}
	}

	/** Reads one link, QR code and channel that the account has. */
	async existing(): Promise<void> {
		const first = async (endpoint: OperationId, array: string) => {
			const exchange = await this.options.client.send(endpoint, { query: { limit: 1, page: 1 } });
			return recordsOf(exchange, array)[0];
		};
		const link = await first('listLinks', 'urls');
		const qrCode = await first('listQrCodes', 'qrs');
		const channel = await first('listChannels', 'channels');
		const need = (record: Json | undefined, what: string): string => {
			if (!record) throw new NotChecked(`the account has no ${what}`);
			return idOf(record);
		};
		await this.step('link: get', 'getLink', async () => {
			const [item = {}] = await this.node('link', 'get', { linkId: byLinkId(need(link, 'link')) });
			if (item.shorturl !== link?.shorturl) throw new Difference('its short URL', item.shorturl);
		});
		await this.step('link: getByShortUrl', 'listLinks', async () => {
			const id = need(link, 'link');
			const [item = {}] = await this.node('link', 'getByShortUrl', { shortUrl: link?.shorturl });
			if (idOf(item) !== id) throw new Difference('the link', item.id);
		});
		await this.step('link: getClicks', 'getLink', async () => {
			const linkId = byLinkId(need(link, 'link'));
			const [item = {}] = await this.node('link', 'getClicks', { linkId, groupBy: ['total'] });
			if (typeof item.clicks !== 'number') throw new Difference('its clicks', item.clicks);
		});
		await this.step('qrCode: get', 'getQrCode', async () => {
			const qrCodeId = byId(need(qrCode, 'QR code'));
			const [item = {}] = await this.node('qrCode', 'get', { qrCodeId });
			if (typeof item.scans !== 'number') throw new Difference('its scans', item.scans);
		});
		await this.step('channel: getItems', 'listChannelItems', async () => {
			const channelId = byId(need(channel, 'channel'));
			await this.node('channel', 'getItems', { channelId, returnAll: false, limit: 3 });
		});
		await this.step('trigger: newLink', 'listLinks', async () => {
			const { items } = await this.poll('newLink', 'manual');
			if (link && items?.length !== 1) throw new Difference('the newest link', items);
		});
	}

	/** Activates a workflow for each event that the walk makes happen. */
	async triggersBegin(): Promise<void> {
		for (const event of ['newLink', 'newQrCode'] as const) {
			const { error } = await this.poll(event, 'init');
			if (error) this.triggers.delete(event);
		}
	}

	/** Polls again, after there is a link that somebody visited. */
	async triggersEnd(): Promise<void> {
		await this.withLink('trigger: newLink', 'listLinks', async () => {
			await this.expectEvent('newLink', this.made.link!);
		});
		for (const [event, parameters] of [
			['linkClicksIncreased', { increase: 1 }],
			['linkClicksReached', { threshold: 2 }],
		] as const)
			await this.withLink(`trigger: ${event}`, 'listLinks', async () => {
				const filters = { q: this.options.name };
				await this.poll(event, 'init', { ...parameters, filters });
				await this.visit();
				const { items } = await this.poll(event, 'update', { ...parameters, filters });
				if (!items) throw new NotChecked('the service did not count the visit of a program');
				await this.expectItems(items, this.made.link!);
			});
		await this.step('trigger: newQrCode', 'listQrCodes', async () => {
			const code = { type: 'text', data: 'n8n live', name: `${this.options.name}trigger` };
			const [item = {}] = await this.node('qrCode', 'create', code);
			await this.expectEvent('newQrCode', idOf(item));
		});
		for (const event of ['qrCodeScansIncreased', 'qrCodeScansReached'])
			await this.step(`trigger: ${event}`, 'listQrCodes', async () => {
				const { error } = await this.poll(event, 'init', { filters: { q: this.options.name } });
				if (error) throw new Difference('success', error.message);
				throw new NotChecked('it was polled without an error, but nobody scans the QR code');
			});
	}

	async deletions(): Promise<void> {
		for (const [resource, endpoint, kind] of [
			['link', 'deleteLink', KINDS.links],
			['qrCode', 'deleteQrCode', KINDS.qrCodes],
			['campaign', 'deleteCampaign', KINDS.campaigns],
			['channel', 'deleteChannel', KINDS.channels],
			['pixel', 'deletePixel', KINDS.pixels],
			['domain', 'deleteDomain', KINDS.domains],
		] as const) {
			await this.step(`${resource}: delete`, endpoint, async () => {
				const id = this.need(resource);
				const locator = resource === 'link' ? byLinkId(id) : byId(id);
				await this.node(resource, 'delete', { [`${resource}Id`]: locator });
				for await (const record of readList(this.options.client, kind))
					if (idOf(record) === id) throw new Difference('it is gone', 'it is still listed');
			});
		}
	}

	/** Runs a step and keeps how it ended. A step whose endpoint is not available is not run. */
	private async step(
		operation: string,
		endpoint: OperationId,
		work: () => Promise<void>,
		alsoUses: OperationId[] = [],
	): Promise<void> {
		const { client, findings, onStep } = this.options;
		const missing = [endpoint, ...alsoUses].find((id) => findings.isUnavailable(id));
		const known = missing && findings.endpoints.get(missing);
		const step: Step = { operation, endpoint, state: 'works', detail: '' };
		if (known?.state === 'notOffered' || known?.state === 'forbidden') {
			step.state = known.state;
			step.detail = known.message || `HTTP ${known.status}`;
		} else {
			await client.waitFor(REQUESTS_OF_STEP);
			await work().catch((error: unknown) => {
				const isOutcome = [Difference, NotChecked, UnreadList].some(
					(kind) => error instanceof kind,
				);
				if (!isOutcome) throw error;
				step.state = error instanceof Difference ? 'differs' : 'notChecked';
				step.detail = (error as Error).message;
			});
		}
		this.steps.push(step);
		onStep?.(step);
	}

	/** A step with the link of the walk. */
	private async withLink(
		operation: string,
		endpoint: OperationId,
		work: (linkId: Json) => Promise<void>,
	): Promise<void> {
		await this.step(operation, endpoint, async () => await work(byLinkId(this.need('link'))));
	}

	/** A step with another record of the walk. */
	private async withMade(
		operation: string,
		endpoint: OperationId,
		resource: keyof Made,
		work: (id: Json) => Promise<void>,
	): Promise<void> {
		await this.step(operation, endpoint, async () => await work(byId(this.need(resource))));
	}

	private need(resource: keyof Made): string {
		const id = this.made[resource];
		if (id === undefined) throw new NotChecked(`there is no ${resource} to do it with`);
		return id;
	}

	/** Runs the node once, in n8n's engine. A failed run is a difference. */
	private async run(resource: string, operation: string, parameters: Json): Promise<ItemReply[]> {
		const { engine, account } = this.options;
		const { error, outputs } = await engine.run({
			credentials: { baseUrl: account.url, apiKey: account.key },
			parameters: { resource, operation, ...parameters },
		});
		if (error) throw new Difference('success', `"${error.message}"`);
		return outputs[0] ?? [];
	}

	private async node(resource: string, operation: string, parameters: Json = {}): Promise<Json[]> {
		return (await this.run(resource, operation, parameters)).map(({ json }) => json);
	}

	private async poll(
		event: string,
		activation: 'init' | 'update' | 'manual',
		parameters: Json = {},
	) {
		const { engine, account, client } = this.options;
		await client.waitFor(REQUESTS_OF_STEP);
		const reply = await engine.poll({
			nodeType: TRIGGER,
			credentials: { baseUrl: account.url, apiKey: account.key },
			parameters: { event, ...parameters },
			staticData: this.triggers.get(event) ?? {},
			activation,
		});
		if (activation !== 'manual') this.triggers.set(event, reply.staticData);
		return reply;
	}

	private async expectEvent(event: string, id: string): Promise<void> {
		if (!this.triggers.has(event)) throw new Difference('a first poll', 'an error');
		const { items, error } = await this.poll(event, 'update');
		if (error) throw new Difference('success', `"${error.message}"`);
		await this.expectItems(items ?? [], id);
	}

	private async expectItems(items: ItemReply[], id: string): Promise<void> {
		if (!items.map(({ json }) => idOf(json)).includes(id))
			throw new Difference(`an item with the ID ${id}`, `${items.length} items`);
	}

	/** Visits the link of this run, as a browser does. */
	private async visit(): Promise<void> {
		const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' };
		const signal = AbortSignal.timeout(VISIT_TIMEOUT);
		await fetch(this.shortUrl, { headers, redirect: 'manual', signal }).catch(() => {
			throw new NotChecked('the short URL could not be visited');
		});
	}

	private async read(endpoint: OperationId, path?: Record<string, string>): Promise<Json> {
		const { ok, body, message, status } = await this.options.client.send(endpoint, { path });
		if (!ok) throw new Difference('a reading', message || `HTTP ${status}`);
		return body;
	}

	/** The fields of a link, read without n8n. */
	private async link(id: string): Promise<Json> {
		return objectIn((await this.read('getLink', { id })).details);
	}

	/**
	 * The record of an own name or long URL, read from its list without n8n. A record is changed only after that: the ID that was
	 * answered could be that of another one.
	 */
	private async readBack(kind: Kind, { id }: Json, name: string): Promise<Json> {
		const record = await findRecord(this.options.client, kind, name);
		if (!record) throw new Difference(`${name} in the list of ${kind.name}`, 'nothing');
		if (idOf(record) !== String(id)) throw new Difference(`the ID ${idOf(record)}`, id ?? 'none');
		return record;
	}
}
