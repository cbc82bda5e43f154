/** Hosts that are not on the internet: this machine, the private and link-local ranges, names that only a network of its own knows. */
const PRIVATE_HOST = [
	String.raw`[^./:\[\]]+`,
	String.raw`[^/:]+\.(?:localhost|local|internal|intranet|lan|home\.arpa)`,
	String.raw`(?:0|10|127)\.[\d.]+`,
	String.raw`100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.[\d.]+`,
	String.raw`169\.254\.[\d.]+`,
	String.raw`172\.(?:1[6-9]|2\d|3[01])\.[\d.]+`,
	String.raw`192\.168\.[\d.]+`,
	String.raw`\[(?:::1?|::ffff:[^\]]*|64:ff9b:[^\]]*|f[cd][^\]]*|fe[89a-f][^\]]*)\]`,
].join('|');

const IS_PRIVATE = new RegExp(`^(?:${PRIVATE_HOST})\\.?$`, 'i');

/**
 * Whether a host is inside a private network, as far as its name tells. A public name that leads to a private address
 * is not found out here, as a node can't resolve names; n8n's own SSRF protection does that.
 *
 * @param hostname as `URL` gives it, which writes every form of an IP address in one way
 */
export const isPrivateHost = (hostname: string): boolean => IS_PRIVATE.test(hostname);
