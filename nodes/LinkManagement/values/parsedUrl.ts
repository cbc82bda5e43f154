/**
 * A host with its user name, after the slashes, that is longer than the base URL may be, in characters. No such host exists,
 * and in Node.js 20, reading one with letters such as ü takes quadratic time.
 */
const LONG_HOST = /^(?:[^/?#\\:]*:[/\\]*|[/\\]{2,})[^/?#\\]{2049}/;
/** What `URL` leaves out wherever it is. */
const LEFT_OUT = /[\t\n\r]/g;

/**
 * An address with its parts, or undefined for a text that is not an address. `URL.canParse` would be shorter, but in Node.js
 * 20 and 22, it refuses each host name with a letter such as ü, after some thousand calls in a process.
 *
 * @param base what a relative address is relative to
 */
export function parsedUrl(address: string, base?: string | URL): URL | undefined {
	if (LONG_HOST.test(address.replace(LEFT_OUT, ''))) return undefined;
	try {
		return new URL(address, base);
	} catch {
		return undefined;
	}
}
