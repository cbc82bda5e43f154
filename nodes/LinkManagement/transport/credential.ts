import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { textOf } from '../values/json';
import { normalizeBaseUrl } from './baseUrl';

/** Where the service is and the key that opens it, as the credential has them. */
export interface ServiceCredential {
	baseUrl: string;
	apiKey: string;
	/** Why nothing can be sent with it. Holds neither the key nor a password. */
	problem?: string;
}

/** What an address cannot hold, and what it should not: with it the paths of the API would lead elsewhere. */
const FORBIDDEN_IN_BASE_URL = /[\s\p{Cc}\\?#]/u;
/** All that may stand in the header that the key is sent in, but for blanks, which no key has. */
const KEY_CHARACTERS = /^[\x21-\x7e]+$/;

function problemWithBaseUrl(baseUrl: string): string | undefined {
	if (FORBIDDEN_IN_BASE_URL.test(baseUrl))
		return 'Base URL: leave out blanks, backslashes, and what follows a ? or #';
	const address = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
	if (!address || !/^https?:$/.test(address.protocol) || !/^https?:\/\//i.test(baseUrl)) {
		return 'Base URL: start it with https:// or http://, as in https://links.example.com';
	}
	return address.username === '' && address.password === ''
		? undefined
		: 'Base URL: leave out the user name and password, as the API key is sent in their place';
}

function problemWithApiKey(apiKey: string): string | undefined {
	if (apiKey === '') return 'API Key: nothing is given';
	return KEY_CHARACTERS.test(apiKey)
		? undefined
		: 'API Key: it holds a blank, a line break or another character that no key has. Copy it again';
}

/**
 * Reads the credential. White space around the key and a pasted "Bearer " before it are forgiven, as are the tails of
 * the base URL.
 */
export function readCredential(credentials: ICredentialDataDecryptedObject): ServiceCredential {
	const baseUrl = normalizeBaseUrl(textOf(credentials.baseUrl));
	const apiKey = textOf(credentials.apiKey)
		.trim()
		.replace(/^Bearer\s+/i, '');
	return { baseUrl, apiKey, problem: problemWithBaseUrl(baseUrl) ?? problemWithApiKey(apiKey) };
}
