/**
 * An address with its parts, or undefined for a text that is not an address. `URL.canParse` would be shorter, but in Node.js
 * 20 and 22, it refuses each host name with a letter such as ü, after some thousand calls in a process.
 *
 * @param base what a relative address is relative to
 */
export function parsedUrl(address: string, base?: string | URL): URL | undefined {
	try {
		return new URL(address, base);
	} catch {
		return undefined;
	}
}
