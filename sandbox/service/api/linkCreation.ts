import { serviceNow } from '../store/clock.ts';
import type { LinkRow } from '../store/links.ts';
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

/** Creates a link, or refuses before anything is stored. */
export function createLink(context: Context, fields: LinkFields): object {
	const existing = existingLink(context, fields);
	if (existing) return linkReply(context, existing);

	const { settings, store } = context;
	const { url, custom, password, domain, description, channel, pixels, ...others } = fields;
	const { campaign, expiry, status, ...rest } = others;
	refuseUnknownReferences(context, fields);
	refusePastExpiry(context, expiry, false);
	if (isBadImage(context, rest.metaimage)) return badImageReply(context);

	const link = store.links.add({
		alias: custom === undefined ? undefined : acceptedAlias(context, custom),
		domain: domain === undefined ? '' : acceptedDomain(context, domain),
		longurl: storedUrl(context, url),
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
	return linkReply(context, link);
}

/** The existing link that the service returns instead of a new one. */
function existingLink(context: Context, { url, custom }: LinkFields): LinkRow | undefined {
	const { settings, store } = context;
	const { sameLongUrl } = settings;
	const wantsNew = sameLongUrl === 'sameLinkUnlessAlias' && custom !== undefined;
	return sameLongUrl === 'newLink' || wantsNew
		? undefined
		: store.links.byLongUrl(storedUrl(context, url));
}
