import { serviceNow } from '../store/clock.ts';
import { hashPassword } from '../store/passwords.ts';
import {
	knownDomain,
	type LinkFields,
	refuseAlias,
	refuseUnknownCampaign,
	refuseUnknownChannel,
	refuseUnknownType,
	titleOf,
} from './linkFields.ts';
import { type Context, createdId } from './operation.ts';

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
		pixels,
		...rest
	} = fields;

	if (custom !== undefined) refuseAlias(context, custom);
	if (rest.type !== undefined) refuseUnknownType(context, rest.type);
	if (channel !== undefined) refuseUnknownChannel(context, channel);
	if (campaign !== null) refuseUnknownCampaign(context, campaign);

	const link = store.links.add({
		alias: custom,
		domain: domain === undefined ? '' : knownDomain(context, domain),
		longurl: url,
		title: rest.metatitle || titleOf(url),
		description,
		status,
		campaign,
		expiry,
		date: serviceNow(settings),
		options: {
			...rest,
			...(pixels && { pixels: store.pixels.existing(pixels) }),
			...(password !== undefined && { password: hashPassword(password) }),
		},
	});
	if (channel !== undefined) store.channels.assign(channel, 'links', link.id);
	return { error: 0, id: createdId(context, link.id), shorturl: addresses.shortUrl(link) };
}
