/**
 * Which requests to a server of the sandbox come from a page of another site. The servers listen only on this machine,
 * but a browser on it can reach them from every site that it shows: directly, or under the site's own name once that
 * name leads to 127.0.0.1 (DNS rebinding).
 */
import type { IncomingHttpHeaders } from 'node:http';

const ownNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Why a request is refused: its `Host` is not a name of this machine, or its `Origin` is another one than its `Host`.
 * Programs other than browsers send no `Origin`.
 *
 * @param further names under which the server is reached beside those of every machine
 * @returns undefined when the request is not refused
 */
export function foreign(
	{ host = '', origin }: IncomingHttpHeaders,
	further: readonly string[] = [],
): string | undefined {
	const name = URL.parse(`http://${host}`)?.hostname ?? '';
	if (![...ownNames, ...further].includes(name))
		return `Requests to "${host}" are refused; use 127.0.0.1 or localhost`;
	// The origin of a page in a sandboxed frame is "null"
	if (origin !== undefined && URL.parse(origin)?.host !== host)
		return `Requests from pages of ${origin} are refused`;
	return undefined;
}
