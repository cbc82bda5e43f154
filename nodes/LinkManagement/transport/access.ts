import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { normaliseBaseUrl } from './baseUrl';
import { textOf } from './json';

/** Where the service is and the key that opens it, as the credential has them. */
export interface Access {
	baseUrl: string;
	apiKey: string;
	/** Why nothing can be sent with it. Holds neither the key nor a password. */
	wrong?: string;
}

/** What an address cannot hold, and what it should not: with it the paths of the API would lead elsewhere. */
const NOT_IN_ADDRESS = /[\s\p{Cc}\\?#]/u;
/** All that may stand in the header that the key is sent in, but for blanks, which no key has. */
const KEY = /^[\x21-\x7e]+$/;

function wrongAddress(baseUrl: string): string | undefined {
	if (NOT_IN_ADDRESS.test(baseUrl)) return 'Base URL: leave out blanks, backslashes, and what follows a ? or #';
	const address = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
	if (!address || !/^https?:$/.test(address.protocol) || !/^https?:\/\//i.test(baseUrl)) {
		return 'Base URL: start it with https:// or http://, as in https://links.example.com';
	}
	return address.username === '' && address.password === ''
		? undefined
		: 'Base URL: leave out the user name and password, as the API key is sent in their place';
}

function wrongKey(apiKey: string): string | undefined {
	if (apiKey === '') return 'API Key: nothing is given';
	return KEY.test(apiKey)
		? undefined
		: 'API Key: it holds a blank, a line break or another character that no key has. Copy it again';
}

/**
 * Reads the credential. White space around the key and a pasted "Bearer " before it are forgiven, as are the tails of
 * the base URL.
 */
export function accessOf(credentials: ICredentialDataDecryptedObject): Access {
	const baseUrl = normaliseBaseUrl(textOf(credentials.baseUrl));
	const apiKey = textOf(credentials.apiKey)
		.trim()
		.replace(/^Bearer\s+/i, '');
	return { baseUrl, apiKey, wrong: wrongAddress(baseUrl) ?? wrongKey(apiKey) };
}
