/** Links: what becomes of a new link's fields, what an update does to the others, and how links are refused. */
import { type Exchange, isEmpty, type Json } from '../client.ts';
import { isNamed, KINDS, ownRecords, recordsOf, UnreadList } from '../records.ts';
import type { Own } from './named.ts';
import { createdIn, longUrl, objectIn, type Probe, readBack } from './probe.ts';

/** A link of this run as the service shows it. */
interface Link {
	id: string;
	shortUrl: string;
	alias: string;
	url: string;
}

const FUTURE = '2099-01-02 03:04:05';
const PAST = '2001-01-02 03:04:05';
/** Words that stand in one field only. */
const NOTE = 'zqnote';
const TITLE = 'zqtitle';

export async function measureLinks(probe: Probe, own: Own): Promise<void> {
	const { findings } = probe;
	const main = await createMain(probe);
	if (!main) {
		for (const name of LINK_SETTINGS) findings.unknown(name, 'no link could be created');
		return;
	}
	await measureReading(probe, main);
	await measureSearch(probe, main);
	await measureUpdates(probe, main, own);
	await measureCreations(probe, main, own);
	await measureSameUrl(probe).catch((error: unknown) => {
		if (!(error instanceof UnreadList)) throw error;
		findings.unknown('sameLongUrl', error.message);
	});
	await measureUnknown(probe, main);
}

const LINK_SETTINGS = [
	...(['shortUrlKey', 'locationFormat', 'longUrls', 'utcOffsetMinutes', 'customAlias'] as const),
	...(['shortLinkBase', 'linkSearch', 'linkUpdate', 'linkUpdateNeedsUrl', 'ownAlias'] as const),
	...(['pastExpiry', 'badPreviewImage', 'aliasTakenMessage', 'duplicateStatus'] as const),
	...(['sameLongUrl', 'unknownDomain', 'domainWithoutScheme', 'shortNoMatch'] as const),
	...(['refusalStatus', 'unknownRecord', 'messageMarkup'] as const),
];

/** A link with most fields, or with fewer of them where the plan does not allow all. */
async function createMain(probe: Probe): Promise<Link | undefined> {
	const { findings, name } = probe;
	const url = `${longUrl(probe, 'main')}?a=1&b=2`;
	const custom = `${name}AbC_1`;
	const texts = { metatitle: TITLE, description: NOTE };
	const geotarget = [{ location: 'Canada', link: longUrl(probe, 'canada') }];
	const all = { url, custom, ...texts, expiry: FUTURE, geotarget, status: 'public' };
	for (const body of [all, { url, custom, ...texts }, { url }] as Json[]) {
		const exchange = await probe.use('createLink', { body });
		if (!exchange.ok) continue;
		const key = (['shorturl', 'short'] as const).find((other) => other in createdIn(exchange));
		if (key) findings.set('shortUrlKey', key);
		else findings.unknown('shortUrlKey', 'the creation of a link answers only a message');
		const link = await linkOf(probe, exchange, url);
		findings.defaultDomain = link?.shortUrl.replace(/\/[^/]*$/, '');
		return link;
	}
	return undefined;
}

/** The link that a creation made, as its list shows it. */
async function linkOf(probe: Probe, exchange: Exchange, url: string): Promise<Link | undefined> {
	const record = await readBack(probe, exchange, KINDS.links, url);
	if (!record) return undefined;
	const shortUrl = String(record.shorturl);
	const path = URL.parse(shortUrl)?.pathname.slice(1) ?? '';
	return { id: String(record.id), shortUrl, alias: decodeURIComponent(path), url };
}

async function measureReading(probe: Probe, main: Link): Promise<void> {
	const { client, findings, name } = probe;
	const asked = `${name}AbC_1`;
	const slug = asked.toLowerCase().replace('_', '-');
	const spelled = { [asked.toLowerCase()]: 'lowerCase', [slug]: 'slug', [asked]: 'kept' } as const;
	findings.set('customAlias', spelled[main.alias as keyof typeof spelled] ?? 'replaced');

	const { ok, body } = await probe.use('getLink', { path: { id: main.id } });
	if (!ok) return;
	const { longurl, location, date, expiry } = objectIn(body.details);
	findings.set('longUrls', String(longurl).includes('&amp;') ? 'entities' : 'kept');
	const [target] = Object.values(objectIn(location));
	if (typeof target === 'string') findings.set('locationFormat', 'flat');
	else if (target !== undefined) findings.set('locationFormat', 'nested');
	else findings.unknown('locationFormat', 'the service does not show geo targets');
	if (expiry !== undefined && expiry !== null && String(expiry) !== FUTURE)
		findings.unknown('linkUpdate', `the expiry ${FUTURE} came back as ${String(expiry)}`);

	const made = client.exchanges.find(({ operationId }) => operationId === 'createLink')!.sentAt;
	const offset = (Date.parse(`${String(date).replace(' ', 'T')}Z`) - made) / 60_000;
	// Time zones differ by quarters of an hour
	const quarters = Math.round(offset / 15) * 15;
	if (Math.abs(offset - quarters) < 2) findings.set('utcOffsetMinutes', quarters + 0);
	else findings.unknown('utcOffsetMinutes', `a new link has the date ${String(date)}`);
}

async function measureSearch(probe: Probe, { id, alias }: Link): Promise<void> {
	const { findings } = probe;
	const finds = async (q: string) => {
		const page = await probe.use('listLinks', { query: { q, limit: 20 } });
		return recordsOf(page, 'urls').some((record) => String(record.id) === id);
	};
	const [byAlias, byTitle, byNote] = [await finds(alias), await finds(TITLE), await finds(NOTE)];
	const found =
		`${byAlias ? 'alias ' : ''}${byTitle ? 'title ' : ''}${byNote ? 'note' : ''}`.trim();
	const search = (
		{ 'alias title note': 'all', title: 'urlAndTitle', 'alias title': 'urlTitleAlias' } as const
	)[found];
	if (search) findings.set('linkSearch', search);
	else findings.unknown('linkSearch', `the new link is found by: ${found || 'none of its texts'}`);
}

async function measureUpdates(probe: Probe, main: Link, own: Own): Promise<void> {
	const { findings } = probe;
	const path = { id: main.id };
	const { url } = main;
	const channel = own.channels[0];
	const assigned =
		channel !== undefined &&
		(
			await probe.use('assignItemToChannel', {
				path: { id: channel, type: 'links', item: main.id },
			})
		).ok;
	if (own.campaign !== undefined)
		await probe.use('assignLinkToCampaign', { path: { id: own.campaign, link: main.id } });

	const before = objectIn((await probe.try('getLink', { path })).body.details).expiry;
	const without = await probe.try('updateLink', { path, body: { description: `${NOTE}2` } });
	let update = without;
	if (!without.ok)
		update = await probe.use('updateLink', { path, body: { url, description: `${NOTE}2` } });
	else findings.note(without);
	if (!update.ok) {
		const reason = 'the link could not be updated';
		for (const name of ['linkUpdate', 'linkUpdateNeedsUrl', 'ownAlias', 'pastExpiry'] as const)
			findings.unknown(name, reason);
		return;
	}
	findings.set('linkUpdateNeedsUrl', !without.ok);
	const after = objectIn((await probe.try('getLink', { path })).body.details).expiry;
	const items = assigned
		? await probe.use('listChannelItems', { path: { id: channel }, query: { limit: 20 } })
		: undefined;
	const isInChannel = items?.ok
		? recordsOf(items, 'items').some((item) => String(item.id) === main.id)
		: undefined;
	if (before) findings.updatesReplace = after !== before;
	if (!before) findings.unknown('linkUpdate', 'the service does not show the expiry of a link');
	else if (after === before) findings.set('linkUpdate', 'patch');
	else if (isInChannel !== undefined)
		findings.set('linkUpdate', isInChannel ? 'replace' : 'replaceAll');
	else
		findings.unknown(
			'linkUpdate',
			'what is not sent is emptied; whether the channel is, too, is not known',
		);

	if (findings.settings.customAlias === 'replaced') {
		findings.unknown('ownAlias', 'the service does not use the aliases that it is given');
	} else {
		const again = await probe.try('updateLink', { path, body: { url, custom: main.alias } });
		findings.set('ownAlias', again.ok ? 'accepted' : 'taken');
	}

	const past = { url, expiry: PAST };
	if ((await probe.try('updateLink', { path, body: past })).ok) {
		findings.set('pastExpiry', 'accepted');
	} else {
		const body = { ...past, url: longUrl(probe, 'past') };
		const creation = await probe.try('createLink', { body });
		findings.set('pastExpiry', creation.ok ? 'refusedInUpdates' : 'refused');
	}
}

/** Creations that services refuse, or carry out in another way than asked. */
async function measureCreations(probe: Probe, main: Link, own: Own): Promise<void> {
	const { findings, name } = probe;
	const imageUrl = longUrl(probe, 'image');
	const metaimage = 'https://example.com/n8n-live.gif';
	const image = await probe.try('createLink', { body: { url: imageUrl, metaimage } });
	if (!image.ok) findings.set('badPreviewImage', 'refusal');
	else if (await linkOf(probe, image, imageUrl)) findings.set('badPreviewImage', 'accepted');
	else findings.set('badPreviewImage', 'nothingMade');

	const taken = await probe.try('createLink', {
		body: { url: longUrl(probe, 'taken'), custom: main.alias },
	});
	concludeTaken(probe, taken);

	const domain = `https://${name}unknown.example.com`;
	const unknown = await probe.try('createLink', {
		body: { url: longUrl(probe, 'unknown'), domain },
	});
	findings.set('unknownDomain', unknown.ok ? 'default' : 'refusal');

	if (own.domain === undefined)
		return findings.unknown(
			'domainWithoutScheme',
			'the service did not add the domain of this run',
		);
	const host = `${name}own.example.com`;
	const url = longUrl(probe, 'scheme');
	const created = await probe.try('createLink', { body: { url, domain: host } });
	const found = created.ok ? await linkOf(probe, created, url) : undefined;
	if (found)
		findings.set(
			'domainWithoutScheme',
			URL.parse(found.shortUrl)?.host === host ? 'found' : 'default',
		);
	else findings.unknown('domainWithoutScheme', 'a domain without a scheme is refused');
}

/** A refusal of an alias that is taken. Its words are kept only if they say nothing of the account. */
function concludeTaken(probe: Probe, taken: Exchange): void {
	const { findings, name } = probe;
	const { ok, message } = taken;
	if (ok) return findings.unknown('aliasTakenMessage', 'a taken alias is not refused');
	probe.duplicate ??= taken;
	const isPrivate = [name, '://', '@'].some((part) => message.toLowerCase().includes(part));
	if (isPrivate || message === '' || message.length > 200 || markupIn(message) !== 'none')
		findings.unknown('aliasTakenMessage', 'its words hold markup or something of the account');
	else findings.set('aliasTakenMessage', message);
}

async function measureSameUrl(probe: Probe): Promise<void> {
	const { client, findings, name } = probe;
	const url = longUrl(probe, 'same');
	const create = async (more: Json = {}) =>
		(await probe.try('createLink', { body: { url, ...more } })).ok;
	const count = async () =>
		(await ownRecords(client, KINDS.links, (record) => isNamed(KINDS.links, record, url))).length;
	if (!(await create()) || !(await create()))
		return findings.unknown('sameLongUrl', 'the same long URL twice is refused');
	if ((await count()) > 1) return findings.set('sameLongUrl', 'newLink');
	if (!(await create({ custom: `${name}same` })))
		return findings.unknown('sameLongUrl', 'an alias for it is refused');
	findings.set('sameLongUrl', (await count()) > 1 ? 'sameLinkUnlessAlias' : 'sameLink');
}

/**
 * Requests for a link that is deleted. It is not the newest one, so that no service gives its ID to another link.
 */
async function measureUnknown(probe: Probe, main: Link): Promise<void> {
	const { findings } = probe;
	const path = { id: main.id };
	const deleted = await probe.use('deleteLink', { path });
	const reading = await probe.try('getLink', { path });
	const settings = ['refusalStatus', 'unknownRecord', 'duplicateStatus', 'shortNoMatch'] as const;
	if (!deleted.ok || reading.ok) {
		for (const name of settings) findings.unknown(name, 'the link could not be deleted');
	} else {
		concludeRefusals(probe, reading.status);
		concludeUnknown(probe, await probe.try('deleteLink', { path }));
		await measureShort(probe, main);
	}

	const refusals = probe.client.exchanges.filter(({ ok, message }) => !ok && message !== '');
	const markup = refusals.map(({ message }) => markupIn(message));
	findings.set('messageMarkup', markup.find((kind) => kind !== 'none') ?? 'none');

	const origin = URL.parse(main.shortUrl)?.origin;
	// Whose address it is says who the service is
	if (origin !== undefined)
		findings.set('shortLinkBase', probe.isServiceOrigin(origin) ? '' : 'https://short.example');
}

/** @param status HTTP status of the refusal to read a link that is deleted */
function concludeRefusals({ duplicate, findings }: Probe, status: number): void {
	if (findings.isUnavailable('getLink')) {
		for (const name of ['refusalStatus', 'duplicateStatus'] as const)
			findings.unknown(name, 'single links cannot be read');
		return;
	}
	findings.set('refusalStatus', status);
	const ofDuplicate = duplicate?.status;
	if (ofDuplicate === undefined)
		findings.unknown('duplicateStatus', 'no taken name or alias is refused');
	else if (ofDuplicate === status) findings.set('duplicateStatus', 'same');
	else if (ofDuplicate === 400 || ofDuplicate === 409)
		findings.set('duplicateStatus', `${ofDuplicate}`);
	else findings.unknown('duplicateStatus', `a taken alias is refused with HTTP ${ofDuplicate}`);
}

/** Searches for the short URL of a link that is deleted. */
async function measureShort({ findings, ...probe }: Probe, { shortUrl }: Link): Promise<void> {
	const { ok, body, message } = await probe.try('listLinks', { query: { short: shortUrl } });
	if (!ok) findings.set('shortNoMatch', /permission/i.test(message) ? 'permission' : 'refusal');
	else if ('details' in body) findings.unknown('shortNoMatch', 'the deleted link is still found');
	else findings.set('shortNoMatch', 'emptyList');
}

function concludeUnknown({ findings }: Probe, { ok, status, text }: Exchange): void {
	if (status >= 500) findings.set('unknownRecord', '500');
	else if (!ok) findings.set('unknownRecord', 'refusal');
	else if (text.trim() === '') findings.set('unknownRecord', 'empty');
	else if (isEmpty(text))
		findings.set('unknownRecord', text.trim().startsWith('{') ? 'emptyObject' : 'emptyArray');
	else findings.unknown('unknownRecord', 'the deletion of a deleted link is answered as a success');
}

function markupIn(message: string): 'none' | 'script' | 'strong' | 'entities' {
	if (/<script/i.test(message)) return 'script';
	if (/&(#\d+|\w+);/.test(message)) return 'entities';
	return /<\w+[^>]*>/.test(message) ? 'strong' : 'none';
}
