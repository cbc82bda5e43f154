import { bodyOf } from '../../client/http';
import { invalidInput } from '../../errors';
import { quoted } from '../../fields/convert';
import { LinkReference, withNamesAsText } from '../../fields/reference';
import { knownDefaultDomain } from '../../references/links/defaultDomain';
import { comparableAlias } from '../../values/aliases';
import { comparableShortUrl } from '../../values/comparable';
import { textOf } from '../../values/json';
import { domainOf, linkAddress } from '../../values/linkAddress';
import type { ItemCall } from '../operation';

/** The short URL by which the item names its link, if it does. */
function namedShortUrl({ given, path }: ItemCall): string {
	const { linkId } = path;
	return linkId instanceof LinkReference && linkId.isShortUrl
		? linkId.text
		: textOf(given.shorturl);
}

/** Whether the long URL is that of the link with the alias that the item gives. */
function isUnderAlias(call: ItemCall): boolean {
	const { url, custom, domain } = bodyOf(call.request);
	const alias = comparableAlias(custom);
	const { baseUrl } = call.service;
	const given = textOf(withNamesAsText(domain)) || (knownDefaultDomain(call)?.address ?? baseUrl);
	const own = linkAddress({ shorturl: url }, alias);
	return alias !== '' && own.alias === alias && own.domain === domainOf(given);
}

/** @throws {NodeOperationError} for a link that leads to its own address, because two columns were swapped, for example */
export function refuseOwnAddress(call: ItemCall): void {
	const { node, item, request } = call;
	const url = textOf(bodyOf(request).url);
	if (url === '') return;
	const shortUrl = namedShortUrl(call);
	const isOwn = shortUrl !== '' && comparableShortUrl(shortUrl) === comparableShortUrl(url);
	if (!isOwn && !isUnderAlias(call)) return;
	throw invalidInput(
		{ label: 'Long URL', node, item },
		`${quoted(url)} is the address of the link itself`,
		'Enter where the link leads. Two columns may be swapped.',
	);
}
