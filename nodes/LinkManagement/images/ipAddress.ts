const GROUPS_OF_IPV6 = 8;

const binary = (digits: string, radix: number, length: number): string =>
	Number.parseInt(digits, radix).toString(2).padStart(length, '0');

const ipv4Bits = (address: string): string =>
	address
		.split('.')
		.map((byte) => binary(byte, 10, 8))
		.join('');

const ipv6Groups = (part: string): string[] => (part === '' ? [] : part.split(':'));

function ipv6Bits(address: string): string {
	const [before = '', after = ''] = address.split('::');
	const [front, back] = [ipv6Groups(before), ipv6Groups(after)];
	const zeros = Array<string>(GROUPS_OF_IPV6 - front.length - back.length).fill('0');
	return [...front, ...zeros, ...back].map((group) => binary(group, 16, 16)).join('');
}

/**
 * The bits of an IP address, from the first to the last: 32 zeros and ones for IPv4, 128 for IPv6. Undefined for a name.
 *
 * @param host a host name as `URL` gives it, which writes each address in one way only: `127.0.0.1`, `[::1]`
 */
export function addressBits(host: string): string | undefined {
	if (/^\[[\da-f:]+\]$/.test(host)) return ipv6Bits(host.slice(1, -1));
	return /^\d+(?:\.\d+){3}$/.test(host) ? ipv4Bits(host) : undefined;
}

/**
 * The bits with which all addresses of a range begin.
 *
 * @param range an IPv4 or IPv6 range in CIDR notation, e.g. `10.0.0.0/8` or `fe80::/10`
 */
export function prefixBits(range: string): string {
	const [address = '', length] = range.split('/');
	const bits = address.includes(':') ? ipv6Bits(address) : ipv4Bits(address);
	return bits.slice(0, Number(length));
}
