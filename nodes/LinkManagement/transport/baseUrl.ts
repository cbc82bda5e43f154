/**
 * Trailing slashes and a trailing /api, which people copy along; a host that is itself called "api" stays. One slash a
 * round, as a long run of them could be divided in too many ways otherwise.
 */
const TAIL = /(?<=[^/:])(\/(api)?)*$/i;

/**
 * The address that the paths of the API (all start with /api) are appended to.
 *
 * @param baseUrl as typed into the credential: white space around it, trailing slashes and a trailing /api are forgiven
 */
export function normalizeBaseUrl(baseUrl: string): string {
	return baseUrl.trim().replace(TAIL, '');
}

/** The same as {@link normalizeBaseUrl}, for the places where n8n evaluates an expression. */
export const BASE_URL_EXPRESSION = `={{ $credentials.baseUrl.trim().replace(${TAIL}, "") }}`;
