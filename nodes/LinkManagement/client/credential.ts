import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { hostOf, parsedUrl, standsForNothing } from '../text/comparable';
import { timeZoneNamed } from '../text/dates';
import { textOf } from '../text/json';
import { grouped } from '../text/sentences';

/**
 * A base URL in two parts: the address up to its last segment that is neither empty nor "api", and the rest. What follows
 * "https://" is the host, even if it is called "api". A pattern for the rest alone would take quadratic time, and n8n 1.85
 * understands no flag "s" in an expression.
 */
const BASE_URL = /^([^]*(?<!(?<!^https?:\/)\/(?:api)?))(?:\/[^]*)?$/i;

/** An endpoint that was copied with the address, and all that follows. Another path, such as `/api/links`, may belong to the address. */
const ENDPOINT =
	/(?<!^https?:\/)\/api\/+(?:account|campaigns?|channels?|domains?|overlay|pixels?|qr|splash|urls?)(?:[/?#][^]*)?$/i;

/** An address without a scheme is taken for one with `https://`. */
const NO_SCHEME = /^(?=.)(?![a-z][a-z\d+.-]*:\/\/)/i;

const withoutEndpoint = (address: string): string =>
	address.replace(ENDPOINT, '').replace(BASE_URL, '$1');

/** The address that the paths of the API are appended to; each of them starts with /api (api.md section 4). */
export const normalizeBaseUrl = (baseUrl: string): string =>
	withoutEndpoint(baseUrl.trim().replace(NO_SCHEME, 'https://'));

/** The same, as an expression that n8n evaluates. */
export const BASE_URL_EXPRESSION = `={{ $credentials.baseUrl.trim().replace(${NO_SCHEME}, "https://").replace(${ENDPOINT}, "").replace(${BASE_URL}, "$1") }}`;

/** Whether an update of a link empties what it does not send (services.md section 1). */
export type UpdatesReplace = 'no' | 'unknown' | 'yes';

export interface ServiceCredential {
	baseUrl: string;
	apiKey: string;
	updatesReplace: UpdatesReplace;
	/** IANA name of the zone of the service's dates. */
	timeZone: string;
	/** The domain of links that are made without one, as the user has entered it, without /api; '' where it is not known. */
	defaultDomain: string;
	/** Why nothing can be sent with this credential. Contains neither the key nor a password. */
	problem?: string;
}

/** Longer addresses are refused by many proxies and servers. In characters. */
const MAX_BASE_URL_LENGTH = 2048;
/** Characters that no address contains, and `?` and `#`, because a path after them would not count as a path. */
const FORBIDDEN_IN_BASE_URL = /[\s\p{Cc}\p{Cf}\\?#]/u;
/** What follows is no host if it is a scheme again: `https:/links.example.com` and `https://https://…` are typos. */
const SCHEME = /^https?:\/\/(?!https?:)/i;
/** What a header may contain, except spaces, because no key contains one. */
const KEY_CHARACTERS = /^[\x21-\x7e]+$/;

function problemWith(
	baseUrl: string,
	apiKey: string,
	timeZone: string | undefined,
	defaultDomain: string,
): string | undefined {
	if (baseUrl.length > MAX_BASE_URL_LENGTH)
		return `Base URL: it has ${grouped(baseUrl.length)} characters, more than the ${grouped(MAX_BASE_URL_LENGTH)} that an address may have`;
	if (FORBIDDEN_IN_BASE_URL.test(baseUrl))
		return 'Base URL: remove spaces, invisible characters, backslashes, and everything after a ? or #';
	const address = parsedUrl(baseUrl);
	if (!address || !SCHEME.test(baseUrl))
		return 'Base URL: start it with https:// or http://, as in https://links.example.com';
	if (address.username !== '' || address.password !== '')
		return 'Base URL: remove the user name and password. The API key is sent instead';
	if (apiKey === '') return 'API Key: a value is required';
	if (!KEY_CHARACTERS.test(apiKey))
		return 'API Key: it contains a space, a line break or another character that no key has. Copy it again';
	if (timeZone === undefined)
		return 'Time Zone: enter the name of a time zone, such as Europe/Berlin';
	if (defaultDomain !== '' && hostOf(defaultDomain) === '')
		return 'Default Domain: enter a host such as links.example.com, or leave it empty';
	return undefined;
}

/** White space around the key and a pasted "Bearer " before it are removed. */
export function readCredential(credentials: ICredentialDataDecryptedObject): ServiceCredential {
	const baseUrl = normalizeBaseUrl(textOf(credentials.baseUrl));
	const apiKey = textOf(credentials.apiKey)
		.trim()
		.replace(/^Bearer(?:\s+|$)/i, '');
	const said = textOf(credentials.updatesReplace);
	const updatesReplace = said === 'yes' || said === 'no' ? said : 'unknown';
	const given = textOf(credentials.defaultDomain).trim();
	const defaultDomain = standsForNothing(given) ? '' : withoutEndpoint(given);
	const timeZone = timeZoneNamed(credentials.timeZone);
	const problem = problemWith(baseUrl, apiKey, timeZone, defaultDomain);
	return { baseUrl, apiKey, updatesReplace, timeZone: timeZone ?? 'UTC', defaultDomain, problem };
}

/** n8n's HTTP Request node has the address in `uri`, everything else has it in `url`. */
type Request = IHttpRequestOptions & { uri?: string };

/** HTTP clients put a path behind a base in different ways, so the base alone counts, too. "null": it is no address. */
function originsOf({ baseURL, url, uri }: Request): string[] {
	const base = baseURL || undefined;
	return [base, url ?? uri ?? '', uri]
		.filter((address) => address !== undefined)
		.map((address) => parsedUrl(String(address), base)?.origin ?? 'null');
}

/**
 * Adds the API key to a request of this node, of n8n's HTTP Request node, or of the credential test, if it goes to the origin of
 * the base URL. Where n8n follows a redirect to another one, the option leaves the key out. Versions without it, such as 1.85 and
 * 2.0, add a header `Authorization` to every redirected request, but none in small letters, which the HTTP client then removes.
 */
export function withApiKey(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const { baseUrl, apiKey, problem } = readCredential(credentials);
	if (problem !== undefined) throw new Error(problem);
	const { origin } = new URL(baseUrl);
	const other = originsOf(request).find((one) => one !== origin);
	if (other !== undefined) {
		const shown = other === 'null' ? 'another address' : other;
		throw new Error(
			`This credential sends its API key only to ${origin}, the host of its Base URL. The request to ${shown} was not sent. Send it without the credential, or correct the address`,
		);
	}
	return {
		...request,
		headers: { ...request.headers, authorization: `Bearer ${apiKey}` },
		sendCredentialsOnCrossOriginRedirect: false,
	};
}
