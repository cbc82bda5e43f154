/** The reply before it is classified. `networkError` is set when there was no HTTP reply at all. */
export interface HttpReply {
	status: number;
	/** By lower-case name. Empty when n8n shows none. */
	headers: Record<string, string>;
	/** JSON as parsed by n8n; a string when it is not JSON. */
	body: unknown;
	networkError?: NetworkError;
}

/** Why there was no HTTP reply. */
export interface NetworkError {
	code: string;
	message: string;
	/** n8n did not send the request, for example because of its SSRF protection. This is n8n's explanation, or ''. */
	notSent?: string;
}
