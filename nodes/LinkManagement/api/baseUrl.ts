/**
 * A base URL in two parts: the address up to its last segment that is neither empty nor "api", and the rest, which
 * users may have copied with it. What follows "https://" is the host, even if it is called "api".
 *
 * The pattern is anchored at the start of the text and takes linear time. A pattern for the rest alone would start again at
 * each slash and take quadratic time. It has no flag "s", which n8n 1.85 does not understand in an expression.
 */
const BASE_URL = /^([^]*(?<!(?<!^https?:\/)\/(?:api)?))(?:\/[^]*)?$/i;

/**
 * An endpoint of the API (api.md section 4, services.md section 1) that was copied with the address, and all that follows.
 * Another path, such as `/api/links`, may belong to the address.
 *
 * The first match reaches to the end of the text, so that the pattern takes linear time.
 */
const ENDPOINT =
	/(?<!^https?:\/)\/api\/+(?:account|campaigns?|channels?|domains?|overlay|pixels?|qr|splash|urls?)(?:[/?#][^]*)?$/i;

/** An address without a scheme is taken for one with `https://`. */
const NO_SCHEME = /^(?=.)(?![a-z][a-z\d+.-]*:\/\/)/i;

/** The address that the paths of the API are appended to; each of them starts with /api (api.md section 4). */
export function normalizeBaseUrl(baseUrl: string): string {
	return baseUrl
		.trim()
		.replace(NO_SCHEME, 'https://')
		.replace(ENDPOINT, '')
		.replace(BASE_URL, '$1');
}

/** The same as {@link normalizeBaseUrl}, as an expression that n8n evaluates. */
export const BASE_URL_EXPRESSION = `={{ $credentials.baseUrl.trim().replace(${NO_SCHEME}, "https://").replace(${ENDPOINT}, "").replace(${BASE_URL}, "$1") }}`;
