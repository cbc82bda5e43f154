import { addressBits, prefixBits } from './ipAddress';
import {
	FORBIDDEN_RANGES,
	HOLDS_IPV4,
	METADATA_NAMES,
	type NamedRange,
	PRIVATE_TOP_LEVEL_NAMES,
	SPECIAL_IPV4,
	SPECIAL_IPV6,
} from './specialHosts';

/** Where a host is, as far as its name or address shows; `reason` is for a message. */
type HostKind =
	| { kind: 'public' }
	/** Not on the internet: this machine, a private network, or an address that is reserved for something else. */
	| { kind: 'private'; reason: string }
	/** Never allowed, wherever the service is: a cloud's metadata can include credentials. */
	| { kind: 'forbidden'; reason: string };

const BITS_OF_IPV4 = 32;
/** A top-level domain has only letters, or is in another script. */
const TOP_LEVEL_DOMAIN = /^(?:[a-z]+|xn--[a-z\d-]+)$/;

/** An address as the IPv4 address that it stands for, or as it is. */
function withoutTranslation(bits: string): string {
	if (bits.length === BITS_OF_IPV4) return bits;
	const [, start] = HOLDS_IPV4.find(([range]) => bits.startsWith(prefixBits(range))) ?? [];
	// ::1 and :: exist only in IPv6; 0.0.0.1 and 0.0.0.0 mean something else
	const isOfIpv6 = !bits.slice(0, -1).includes('1');
	return start === undefined || isOfIpv6 ? bits : bits.slice(start, start + BITS_OF_IPV4);
}

const nameOfRange = (bits: string, ranges: NamedRange[]): string | undefined =>
	ranges.find(([range]) => isOfFamily(range, bits) && bits.startsWith(prefixBits(range)))?.[1];

const isOfFamily = (range: string, { length }: string) =>
	range.includes(':') === length > BITS_OF_IPV4;

function kindOfAddress(bits: string): HostKind {
	const forbidden = nameOfRange(bits, FORBIDDEN_RANGES);
	if (forbidden !== undefined) return { kind: 'forbidden', reason: forbidden };
	const special = nameOfRange(bits, [...SPECIAL_IPV4, ...SPECIAL_IPV6]);
	return special === undefined ? { kind: 'public' } : { kind: 'private', reason: special };
}

function kindOfName(name: string): HostKind {
	if (METADATA_NAMES.includes(name)) return { kind: 'forbidden', reason: 'metadata of a cloud' };
	const labels = name.split('.');
	const last = labels.at(-1) ?? '';
	if (labels.length === 1) return { kind: 'private', reason: 'a name without a dot' };
	return TOP_LEVEL_DOMAIN.test(last) && !PRIVATE_TOP_LEVEL_NAMES.includes(last)
		? { kind: 'public' }
		: { kind: 'private', reason: `.${last} is for private networks` };
}

/**
 * Determines where a host is. A public name that resolves to a private address is not detected here, because a node can't
 * resolve names; n8n's own SSRF protection does that.
 *
 * @param host as `URL` gives it, which writes each form of an IP address in one way
 */
export function classifyHost(host: string): HostKind {
	const bits = addressBits(host);
	return bits === undefined
		? kindOfName(host.replace(/(?<!\.)\.+$/, ''))
		: kindOfAddress(withoutTranslation(bits));
}
