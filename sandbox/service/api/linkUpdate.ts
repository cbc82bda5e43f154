import type { LinkOptions, LinkRow } from '../store/links.ts';
import { hashPassword } from '../store/passwords.ts';
import {
	knownDomain,
	type LinkFields,
	refuseAlias,
	refuseUnknownCampaign,
	refuseUnknownChannel,
	refuseUnknownType,
} from './linkFields.ts';
import { type Context, createdId } from './operation.ts';

/** The body of a link's update. An empty text, an empty array, an empty object and the number 0 empty a field. */
export type LinkChanges = Partial<Pick<LinkFields, 'url' | 'status'>> & {
	[Name in Exclude<keyof LinkFields, 'url' | 'status'>]?: LinkFields[Name] | '';
};

/** Changes a link, or refuses before anything is stored. */
export function updateLink(context: Context, row: LinkRow, changes: LinkChanges): object {
	const { addresses, store } = context;
	const { custom, type, channel, campaign } = changes;
	if (custom && custom !== row.alias) refuseAlias(context, custom);
	if (type) refuseUnknownType(context, type);
	if (channel) refuseUnknownChannel(context, channel);
	if (campaign) refuseUnknownCampaign(context, campaign);

	const updated = { ...row, ...columns(context, row, changes) };
	const options = changedOptions(context, JSON.parse(row.options) as LinkOptions, changes);
	store.links.update({ ...updated, options: JSON.stringify(options) });
	if (channel !== undefined) {
		store.channels.unassign('links', row.id);
		if (channel) store.channels.assign(channel, 'links', row.id);
	}
	return { error: 0, id: createdId(context, row.id), shorturl: addresses.shortUrl(updated) };
}

/** The columns that the changes set. */
function columns(
	context: Context,
	row: LinkRow,
	changes: LinkChanges,
): Omit<LinkRow, 'id' | 'date' | 'clicks' | 'options'> {
	const { url, custom, domain, description, expiry, status, campaign, metatitle } = changes;
	return {
		longurl: url ?? row.longurl,
		alias: custom || row.alias,
		domain: domain === undefined ? row.domain : domain && knownDomain(context, domain),
		title: metatitle ?? row.title,
		description: description ?? row.description,
		expiry: expiry === undefined ? row.expiry : expiry || null,
		status: status ?? row.status,
		campaign: campaign === undefined ? row.campaign : campaign || null,
	};
}

/** Fields of the body that are kept in a link's options as they are. */
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
