import { ImageUnavailable } from '../errors';
import { parsedUrl } from '../values/parsedUrl';
import { classifyHost } from './hosts';

const MAX_SHOWN_LENGTH = 200;

/** A text of the service, such as an address, shortened for a message. */
export const shortAddress = (text: string): string =>
	text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;

/** @throws {ImageUnavailable} when a service at `home` may not lead n8n to this address */
function checkHost(address: URL, home: URL): void {
	const host = classifyHost(address.hostname);
	const shown = shortAddress(address.href);
	if (host.kind === 'forbidden')
		throw new ImageUnavailable(`${shown} is never fetched (${host.reason})`);
	if (host.kind === 'private' && classifyHost(home.hostname).kind === 'public')
		throw new ImageUnavailable(
			`${shown} is not a public address (${host.reason}), but the service has one`,
		);
}

/**
 * Resolves and checks the address of an image, which the service or a redirect named.
 *
 * @param named the address as the service or the redirect gives it
 * @param home the base URL of the service
 * @param from where the redirect came from; without it, only a path is resolved, against the base URL
 * @throws {ImageUnavailable} when it is not an HTTP address, or one that the service may not lead n8n to
 */
export function imageAddress(named: string, home: URL, from?: URL): URL {
	if (named === '') throw new ImageUnavailable('The service does not say where the image is');
	const base = from ?? (named.startsWith('/') ? home : undefined);
	const address = parsedUrl(named, base);
	if (!address || !/^https?:$/.test(address.protocol))
		throw new ImageUnavailable(`"${shortAddress(named)}" is not the address of an image`);
	checkHost(address, home);
	return address;
}
