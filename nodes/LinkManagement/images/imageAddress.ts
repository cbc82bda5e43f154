import { ImageUnavailable } from '../errors';
import { parsedUrl } from '../values/comparable';

const MAX_SHOWN_LENGTH = 200;

export const shortAddress = (text: string): string =>
	text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;

/** A top-level domain has only letters, or is in another script. */
const TOP_LEVEL_DOMAIN = /^(?:[a-z]+|xn--[a-z\d-]+)$/;
/**
 * Last labels of names that are not on the internet: the special-use names
 * (https://www.iana.org/assignments/special-use-domain-names), `internal`, what private networks use besides, and the two that
 * Kubernetes resolves without its cluster's domain.
 */
const PRIVATE_TOP_LEVEL_NAMES = [
	...['alt', 'arpa', 'example', 'invalid', 'local', 'localhost', 'onion', 'test', 'internal'],
	...['consul', 'corp', 'docker', 'home', 'intranet', 'lan', 'localdomain', 'private'],
	...['default', 'svc'],
];
/** Metadata of clouds, which can include credentials, under names that look public. */
const METADATA_NAMES = ['metadata.goog', 'metadata.tencentyun.com'];

/** Whether a host has a name on the internet. An IP address ends in digits or a bracket. */
function hasPublicName({ hostname }: URL): boolean {
	const name = hostname.replace(/(?<!\.)\.+$/, '');
	const last = name.slice(name.lastIndexOf('.') + 1);
	const isPrivate = [...PRIVATE_TOP_LEVEL_NAMES, name].includes(last);
	return TOP_LEVEL_DOMAIN.test(last) && !isPrivate && !METADATA_NAMES.includes(name);
}

/**
 * A node can't resolve names: that a public name is a private address, only n8n's own SSRF protection detects.
 * @param from where a redirect came from; without it, only a path is resolved, against the base URL
 */
export function imageAddress(named: string, home: URL, from?: URL): URL {
	if (named === '') throw new ImageUnavailable('The service does not say where the image is');
	const base = from ?? (named.startsWith('/') ? home : undefined);
	const address = parsedUrl(named, base);
	if (!address || !/^https?:$/.test(address.protocol))
		throw new ImageUnavailable(`"${shortAddress(named)}" is not the address of an image`);
	if (address.hostname !== home.hostname && !hasPublicName(address))
		throw new ImageUnavailable(
			`${shortAddress(address.href)} is neither on the host of the service nor on one with a public name`,
		);
	return address;
}
