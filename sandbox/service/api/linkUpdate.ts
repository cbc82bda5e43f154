import type { LinkOptions, LinkRow } from '../store/links.ts';
import { hashPassword } from '../store/passwords.ts';
import {
	acceptedAlias,
	acceptedDomain,
	badImageReply,
	isBadImage,
	type LinkFields,
	linkReply,
	refusePastExpiry,
	refuseUnknownReferences,
	storedUrl,
	titleOf,
} from './linkFields.ts';
import type { Context } from './operation.ts';
import { Refusal } from './refusal.ts';

/** The body of a link's update. An empty text, an empty array, an empty object and the number 0 empty a field. */
export type LinkChanges = Partial<Pick<LinkFields, 'url' | 'status'>> & {
	[Name in Exclude<keyof LinkFields, 'url' | 'status'>]?: LinkFields[Name] | '';
};

/** Changes a link, or refuses before anything is stored. */
export function updateLink(context: Context, row: LinkRow, changes: LinkChanges): object {
	const { settings, store } = context;
	if (settings.linkUpdateNeedsUrl && changes.url === undefined)
		throw new Refusal('Please enter a valid URL.');
	refuseUnknownReferences(context, changes);
	refusePastExpiry(context, changes.expiry, true);
	if (isBadImage(context, changes.metaimage)) return badImageReply(context);

	const before = withoutUnsent(context, row, changes.url);
	const updated = { ...before, ...columns(context, before, changes) };
	const options = changedOptions(context, JSON.parse(before.options) as LinkOptions, changes);
	store.links.update({ ...updated, options: JSON.stringify(options) });
	if (changes.channel !== undefined || settings.linkUpdate === 'replaceAll') {
		store.channels.unassign('links', row.id);
		if (changes.channel) store.channels.assign(changes.channel, 'links', row.id);
	}
	return linkReply(context, updated);
}

/** The link without the fields that some services empty when an update does not send them (services.md section 1). */
function withoutUnsent(
	{ settings: { linkUpdate } }: Context,
	row: LinkRow,
	url = row.longurl,
): LinkRow {
	if (linkUpdate === 'patch') return row;
	const emptied = { ...row, title: titleOf(url), description: '', expiry: null };
	if (linkUpdate === 'replaceAll')
		return { ...emptied, status: 'private', campaign: null, options: '{}' };
	const { type } = JSON.parse(row.options) as LinkOptions;
	return { ...emptied, options: JSON.stringify({ type }) };
}

/** The columns of the link after the changes. */
function columns(
	context: Context,
	row: LinkRow,
	changes: LinkChanges,
): Omit<LinkRow, 'id' | 'date' | 'clicks' | 'options'> {
	const { url, custom, domain, description, expiry, status, campaign, metatitle } = changes;
	return {
		longurl: url === undefined ? row.longurl : storedUrl(context, url),
		alias: (custom && acceptedAlias(context, custom, row)) || row.alias,
		domain: domain === undefined ? row.domain : domain && acceptedDomain(context, domain),
		title: metatitle ?? row.title,
		description: description ?? row.description,
		expiry: expiry === undefined ? row.expiry : expiry || null,
		status: status ?? row.status,
		campaign: campaign === undefined ? row.campaign : campaign || null,
	};
}

/** Fields of the body that are stored in a link's options without a change. */
const optionNames = [
	'type',
	'geotarget',
	'devicetarget',
	'languagetarget',
	'deeplink',
	'parameters',
	'metatitle',
	'metadescription',
	'metaimage',
] as const;

function changedOptions(
	{ store }: Context,
	options: LinkOptions,
	changes: LinkChanges,
): LinkOptions {
	const changed: Record<string, unknown> = { ...options };
	for (const name of optionNames) if (changes[name] !== undefined) changed[name] = changes[name];
	const { password, pixels } = changes;
	if (pixels !== undefined) changed.pixels = pixels && store.pixels.existing(pixels);
	if (password !== undefined) changed.password = password && hashPassword(password);
	return Object.fromEntries(Object.entries(changed).filter(([, value]) => !isEmpty(value)));
}

const isEmpty = (value: unknown) =>
	value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
