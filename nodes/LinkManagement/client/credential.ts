import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { normalizeBaseUrl } from './endpoints';
import { parsedUrl } from '../text/comparable';
import { timeZoneNamed } from '../text/dates';
import { textOf } from '../text/json';
import { grouped } from '../text/sentences';

/** Whether an update of a link empties what it does not send (services.md section 1). */
export type UpdatesReplace = 'no' | 'unknown' | 'yes';

interface ServiceCredential {
	baseUrl: string;
	apiKey: string;
	updatesReplace: UpdatesReplace;
	/** IANA name of the zone of the service's dates. */
	timeZone: string;
	/** The domain of links that are made without one, as the user has entered it; '' where it is not known. */
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

function problemWithBaseUrl(baseUrl: string): string | undefined {
	if (baseUrl.length > MAX_BASE_URL_LENGTH)
		return `Base URL: it has ${grouped(baseUrl.length)} characters, more than the ${grouped(MAX_BASE_URL_LENGTH)} that an address may have`;
	if (FORBIDDEN_IN_BASE_URL.test(baseUrl))
		return 'Base URL: remove spaces, invisible characters, backslashes, and everything after a ? or #';
	const address = parsedUrl(baseUrl);
	if (!address || !SCHEME.test(baseUrl)) {
		return 'Base URL: start it with https:// or http://, as in https://links.example.com';
	}
	return address.username === '' && address.password === ''
		? undefined
		: 'Base URL: remove the user name and password. The API key is sent instead';
}

function problemWithApiKey(apiKey: string): string | undefined {
	if (apiKey === '') return 'API Key: a value is required';
	return KEY_CHARACTERS.test(apiKey)
		? undefined
		: 'API Key: it contains a space, a line break or another character that no key has. Copy it again';
}

/** White space around the key and a pasted "Bearer " before it are removed. */
export function readCredential(credentials: ICredentialDataDecryptedObject): ServiceCredential {
	const baseUrl = normalizeBaseUrl(textOf(credentials.baseUrl));
	const apiKey = textOf(credentials.apiKey)
		.trim()
		.replace(/^Bearer(?:\s+|$)/i, '');
	const said = textOf(credentials.updatesReplace);
	const updatesReplace = said === 'yes' || said === 'no' ? said : 'unknown';
	const defaultDomain = textOf(credentials.defaultDomain).trim();
	const timeZone = timeZoneNamed(credentials.timeZone);
	const problem =
		problemWithBaseUrl(baseUrl) ??
		problemWithApiKey(apiKey) ??
		(timeZone === undefined
			? 'Time Zone: enter the name of a time zone, such as Europe/Berlin'
			: undefined);
	return {
		...{ baseUrl, apiKey, updatesReplace, defaultDomain },
		timeZone: timeZone ?? 'UTC',
		problem,
	};
}

/** n8n's HTTP Request node has the address in `uri`, everything else has it in `url`. */
type Request = IHttpRequestOptions & { uri?: string };

function originOf(address: string, base?: string): string | undefined {
	const origin = parsedUrl(address, base)?.origin;
	return origin === 'null' ? undefined : origin;
}

/** HTTP clients put a path behind a base in different ways, so the base alone counts, too. */
const originsOf = ({ baseURL, url, uri }: Request): Array<string | undefined> =>
	[baseURL || undefined, url ?? uri ?? '', uri]
		.filter((address) => address !== undefined)
		.map((address) => originOf(String(address), baseURL || undefined));

const MAX_SHOWN = 100;

/**
 * Adds the API key to a request of this node, of n8n's HTTP Request node, or of the credential test, if it goes to the origin of
 * the base URL. Where n8n follows a redirect to another origin, it leaves the key out. Most versions do so because of the
 * option. Those without it, such as 1.85 and 2.0, add a header `Authorization` to every redirected request, but not one in small
 * letters, which the HTTP client then removes.
 */
export function withApiKey(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const { baseUrl, apiKey, problem } = readCredential(credentials);
	if (problem !== undefined) throw new Error(problem);
	const { origin } = new URL(baseUrl);
	const others = originsOf(request).filter((other) => other !== origin);
	if (others.length > 0) {
		const [own, other = 'another address'] = [origin, ...others].map((text) =>
			text?.slice(0, MAX_SHOWN),
		);
		throw new Error(
			`This credential sends its API key only to ${own}, the host of its Base URL. The request to ${other} was not sent. Send it without the credential, or correct the address`,
		);
	}
	return {
		...request,
		headers: { ...request.headers, authorization: `Bearer ${apiKey}` },
		sendCredentialsOnCrossOriginRedirect: false,
	};
}
