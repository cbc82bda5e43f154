import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { normalizeBaseUrl } from '../api/baseUrl';
import { textOf } from '../values/json';

/** The address of the service and the key, as the credential holds them. */
export interface ServiceCredential {
	baseUrl: string;
	apiKey: string;
	/** Why nothing can be sent with this credential. Contains neither the key nor a password. */
	problem?: string;
}

/** Longer addresses are refused by many proxies and servers. In characters. */
const MAX_BASE_URL_LENGTH = 2048;
/** Characters that no address contains, and `?` and `#`, because a path after them would not count as a path. */
const FORBIDDEN_IN_BASE_URL = /[\s\p{Cc}\\?#]/u;
/** The characters that a header may contain, except spaces, because no key contains one. */
const KEY_CHARACTERS = /^[\x21-\x7e]+$/;

const formatted = (count: number) => count.toLocaleString('en');

function problemWithBaseUrl(baseUrl: string): string | undefined {
	if (baseUrl.length > MAX_BASE_URL_LENGTH)
		return `Base URL: it has ${formatted(baseUrl.length)} characters, more than the ${formatted(MAX_BASE_URL_LENGTH)} that an address may have`;
	if (FORBIDDEN_IN_BASE_URL.test(baseUrl))
		return 'Base URL: remove spaces, backslashes, and everything after a ? or #';
	const address = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
	if (!address || !/^https?:$/.test(address.protocol) || !/^https?:\/\//i.test(baseUrl)) {
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

/**
 * Reads and checks the credential. White space around the key and a pasted "Bearer " before it are removed, and the base
 * URL is normalized as in {@link normalizeBaseUrl}.
 */
export function readCredential(credentials: ICredentialDataDecryptedObject): ServiceCredential {
	const baseUrl = normalizeBaseUrl(textOf(credentials.baseUrl));
	const apiKey = textOf(credentials.apiKey)
		.trim()
		.replace(/^Bearer\s+/i, '');
	return { baseUrl, apiKey, problem: problemWithBaseUrl(baseUrl) ?? problemWithApiKey(apiKey) };
}
