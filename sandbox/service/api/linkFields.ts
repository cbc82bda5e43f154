import type { Settings } from '../settings.ts';
import { isUsableAlias, slugOf } from '../store/aliases.ts';
import { serviceNow } from '../store/clock.ts';
import type { LinkOptions, LinkRow } from '../store/links.ts';
import { type Context, createdId, done } from './operation.ts';
import { Refusal } from './refusal.ts';

/** The body of a link's creation, as the contract has checked it. */
export type LinkFields = Omit<LinkOptions, 'password'> & {
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

/** The reply to the creation and to the update of a link. */
export function linkReply(context: Context, row: LinkRow): object {
	const { addresses, settings } = context;
	const id = createdId(context, row.id);
	return { error: 0, id, [settings.shortUrlKey]: addresses.shortUrl(row) };
}

/**
 * The alias that a link gets when a client asks for one; undefined when the service chooses another. Throws a refusal
 * when the alias is taken or not allowed.
 */
export function acceptedAlias(
	{ settings, store }: Context,
	asked: string,
	own?: LinkRow,
): string | undefined {
	if (settings.customAlias === 'replaced') return undefined;
	const alias = spelledAlias(settings, asked);
	if (!isUsableAlias(alias))
		throw new Refusal('This alias cannot be used. Please choose another one.');
	const isBlocked = (word: string) => alias.toLowerCase().includes(word.toLowerCase());
	if (settings.blockedAliasWords.some(isBlocked))
		throw new Refusal('This alias contains a word that is not allowed.');
	const holder = store.links.byAlias(alias);
	const mayKeep = holder?.id === own?.id && settings.ownAlias === 'accepted';
	if (holder && !mayKeep) throw new Refusal(settings.aliasTakenMessage, 'duplicate');
	return alias;
}

function spelledAlias({ customAlias }: Settings, asked: string): string {
	if (customAlias === 'slug') return slugOf(asked);
	return customAlias === 'lowerCase' ? asked.toLowerCase() : asked;
}

/** Refuses an expiry that is past, where the settings say so. */
export function refusePastExpiry({ settings }: Context, expiry = '', isUpdate: boolean): void {
	const isRefused = isUpdate
		? settings.pastExpiry !== 'accepted'
		: settings.pastExpiry === 'refused';
	if (isRefused && expiry !== '' && expiry <= serviceNow(settings))
		throw new Refusal('The expiry date must be in the future.');
}

/** A long URL as the service stores it. */
export const storedUrl = ({ settings }: Context, url: string) =>
	settings.longUrls === 'entities' ? url.replace(/&(?!amp;)/g, '&amp;') : url;

/** Refuses a redirection type, channel or campaign that does not exist. The number 0 and an empty text mean none. */
export function refuseUnknownReferences(
	context: Context,
	{ type, channel, campaign }: { type?: string; channel?: number | ''; campaign?: number | '' },
): void {
	const { campaigns, channels } = context.store;
	if (type && !isKnownType(context, type)) throw new Refusal('Unknown redirection type.');
	if (channel && !channels.byId(channel)) throw new Refusal('Channel not found.');
	if (campaign && !campaigns.byId(campaign)) throw new Refusal('Campaign not found.');
}

/** A redirection type is one of three words, the ID of a splash page, or `overlay-<id>` (services.md section 4). */
function isKnownType({ store: { database } }: Context, type: string): boolean {
	if (['direct', 'frame', 'splash'].includes(type)) return true;
	const [, overlay, id] = /^(overlay-)?([1-9]\d*)$/.exec(type) ?? [];
	if (!id) return false;
	const table = overlay ? 'overlays' : 'splash_pages';
	return database.get(`SELECT 1 FROM ${table} WHERE id = ?`, Number(id)) !== undefined;
}

/** The domain of a link as it is stored. It is empty for the default domain. */
export function acceptedDomain({ settings, store: { database } }: Context, asked: string): string {
	const hasScheme = /^https?:\/\//i.test(asked);
	if (!hasScheme && settings.domainWithoutScheme === 'default') return '';
	const bare = asked.replace(/\/$/, '');
	const spellings = hasScheme ? [bare] : [`https://${bare}`, `http://${bare}`];
	const known = spellings.find(
		(domain) =>
			settings.sharedDomains.includes(domain) ||
			database.get('SELECT 1 FROM domains WHERE domain = ?', domain),
	);
	if (known !== undefined) return known;
	if (settings.unknownDomain === 'default') return '';
	throw new Refusal('This domain is not available.');
}

/** Whether the service does not accept a preview image, because its address is not that of a jpg or png. */
export function isBadImage({ settings }: Context, image = ''): boolean {
	if (image === '' || settings.badPreviewImage === 'accepted') return false;
	return !/\.(jpe?g|png)$/i.test(URL.parse(image)?.pathname ?? '');
}

/** The reply to a link with such an image: a refusal, or a success although nothing is made. */
export function badImageReply({ settings }: Context): object {
	const message = 'The preview image must be a jpg or png.';
	if (settings.badPreviewImage === 'refusal') throw new Refusal(message);
	return done(message);
}

/** The title of a link that was not given one. */
export const titleOf = (url: string) => URL.parse(url)?.host ?? url;
