/** The reply before it is classified. `networkError` is set when there was no HTTP reply at all. */
export interface HttpReply {
	status: number;
	/** By lower-case name. Empty when n8n shows none. */
	headers: Record<string, string>;
	/** JSON as parsed by n8n; a string when it is not JSON. */
	body: unknown;
	networkError?: { code: string; message: string };
}
