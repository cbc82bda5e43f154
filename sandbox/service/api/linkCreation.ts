import { isUsableAlias } from '../store/aliases.ts';
import { serviceNow } from '../store/clock.ts';
import type { LinkOptions } from '../store/links.ts';
import { hashPassword } from '../store/passwords.ts';
import { type Context, createdId, found, Refusal } from './operation.ts';

/** The body of a link's creation, as the contract has checked it. */
type LinkFields = Omit<LinkOptions, 'password'> & {
	url: string;
	custom?: string;
	password?: string;
	domain?: string;
	expiry?: string;
	description?: string;
	channel?: number;
	campaign?: number;
	status?: 'public' | 'private';
};

/** Creates a link, or refuses before anything is stored. */
export function createLink(context: Context, fields: LinkFields): object {
	const { addresses, settings, store } = context;
	const {
		url,
		custom,
		password,
		domain,
		expiry = null,
		description = '',
		channel,
		campaign = null,
		status = 'private',
		...rest
	} = fields;

	if (custom !== undefined) refuseAlias(context, custom);
	if (rest.type !== undefined) refuseUnknownType(context, rest.type);
	if (channel !== undefined) found(store.channels.byId(channel), 'Channel');
	if (campaign !== null) found(store.campaigns.byId(campaign), 'Campaign');
	const brandedDomain = domain === undefined ? '' : knownDomain(context, domain);

	const link = store.links.add({
		alias: custom,
		domain: brandedDomain,
		longurl: url,
		title: rest.metatitle || (URL.parse(url)?.host ?? url),
		description,
		status,
		campaign,
		expiry,
		date: serviceNow(settings),
		options: password === undefined ? rest : { ...rest, password: hashPassword(password) },
	});
	if (channel !== undefined) store.channels.assign(channel, 'links', link.id);
	return { error: 0, id: createdId(context, link.id), shorturl: addresses.shortUrl(link) };
}

function refuseAlias({ store }: Context, alias: string): void {
	if (!isUsableAlias(alias))
		throw new Refusal('This alias cannot be used. Please choose another one.');
	if (store.links.byAlias(alias))
		throw new Refusal('That alias is taken. Please choose another one.');
}

/** Redirection types besides the named ones: the id of a splash page or overlay, or `overlay-<id>`. */
function refuseUnknownType({ store: { database } }: Context, type: string): void {
	if (['direct', 'frame', 'splash'].includes(type)) return;
	const [, overlayOnly, id] = /^(overlay-)?([1-9]\d*)$/.exec(type) ?? [];
	const isKnown = (table: string) =>
		id !== undefined && database.get(`SELECT 1 FROM ${table} WHERE id = ?`, Number(id));
	if (!(isKnown('overlays') || (!overlayOnly && isKnown('splash_pages')))) {
		throw new Refusal('Unknown redirection type.');
	}
}

/** The branded domain as it is stored; it may be given without its scheme. */
function knownDomain({ store: { database } }: Context, domain: string): string {
	const bare = domain.replace(/\/$/, '');
	const row = database.get<{ domain: string }>(
		'SELECT domain FROM domains WHERE domain IN (?, ?, ?)',
		bare,
		`https://${bare}`,
		`http://${bare}`,
	);
	if (!row) throw new Refusal('This domain is not available.');
	return row.domain;
}
