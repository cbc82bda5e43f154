/** A range of addresses in CIDR notation, and its name. */
export type NamedRange = readonly [range: string, name: string];

/**
 * IPv4 addresses that do not exist on the internet: the registry of special-purpose addresses
 * (https://www.iana.org/assignments/iana-ipv4-special-registry), without the ranges that it calls globally reachable
 * and those of {@link FORBIDDEN_RANGES}; and multicast, which has a registry of its own.
 */
export const SPECIAL_IPV4: NamedRange[] = [
	['0.0.0.0/8', 'This Network'],
	['10.0.0.0/8', 'Private-Use'],
	['100.64.0.0/10', 'Shared Address Space'],
	['127.0.0.0/8', 'Loopback'],
	['172.16.0.0/12', 'Private-Use'],
	['192.0.0.0/24', 'IETF Protocol Assignments'],
	['192.0.2.0/24', 'Documentation'],
	['192.88.99.0/24', '6to4 Relay Anycast'],
	['192.168.0.0/16', 'Private-Use'],
	['198.18.0.0/15', 'Benchmarking'],
	['198.51.100.0/24', 'Documentation'],
	['203.0.113.0/24', 'Documentation'],
	['224.0.0.0/4', 'Multicast'],
	['240.0.0.0/4', 'Reserved'],
];

/**
 * The same for IPv6 (https://www.iana.org/assignments/iana-ipv6-special-registry). The last three ranges
 * are all that is outside 2000::/3, the only range that the internet uses; ranges inside them are named for the message.
 */
export const SPECIAL_IPV6: NamedRange[] = [
	['::/128', 'Unspecified Address'],
	['::1/128', 'Loopback'],
	['100::/64', 'Discard-Only'],
	['2001::/23', 'IETF Protocol Assignments'],
	['2001:db8::/32', 'Documentation'],
	['3fff::/20', 'Documentation'],
	['5f00::/16', 'Segment Routing'],
	['fc00::/7', 'Unique-Local'],
	['ff00::/8', 'Multicast'],
	['::/3', 'Reserved'],
	['4000::/2', 'Reserved'],
	['8000::/1', 'Reserved'],
];

/** IPv6 ranges whose addresses stand for an IPv4 address, and the bit at which that begins. */
export const HOLDS_IPV4: ReadonlyArray<readonly [range: string, start: number]> = [
	['::/96', 96],
	['::ffff:0:0/96', 96],
	['::ffff:0:0:0/96', 96],
	['64:ff9b::/96', 96],
	['2002::/16', 16],
];

/**
 * Addresses that are never fetched, from any network: those of a cloud's metadata about a machine, which can include
 * credentials, and IPv6 ranges that can stand for any IPv4 address, in a form that the network chooses.
 */
export const FORBIDDEN_RANGES: NamedRange[] = [
	['169.254.0.0/16', 'Link-Local, where most clouds keep metadata'],
	['100.100.100.200/32', 'metadata of Alibaba Cloud'],
	['168.63.129.16/32', 'metadata of Azure'],
	['192.0.0.192/32', 'metadata of Oracle Cloud'],
	['64:ff9b:1::/48', 'IPv4-IPv6 Translation'],
	['2001::/32', 'Teredo'],
	['fd00:42::42/128', 'metadata of Scaleway'],
	['fd00:c1::a9fe:a9fe/128', 'metadata of Oracle Cloud'],
	['fd00:ec2::/32', 'metadata of AWS'],
	['fd20:ce::254/128', 'metadata of Google Cloud'],
	['fe80::/10', 'Link-Local, where some clouds keep metadata'],
];

/** Host names of cloud metadata. */
export const METADATA_NAMES = [
	'instance-data',
	'instance-data.ec2.internal',
	'metadata',
	'metadata.azure.internal',
	'metadata.goog',
	'metadata.google.internal',
	'metadata.tencentyun.com',
];

/**
 * Last labels of names that do not exist in the DNS of the internet: the registry of special-use domain names
 * (https://www.iana.org/assignments/special-use-domain-names), `internal`, which ICANN has reserved for private use,
 * what private networks use besides, and the two that Kubernetes resolves without its cluster's domain.
 */
export const PRIVATE_TOP_LEVEL_NAMES = [
	...['alt', 'arpa', 'example', 'invalid', 'local', 'localhost', 'onion', 'test'],
	...['internal'],
	...['consul', 'corp', 'docker', 'home', 'intranet', 'lan', 'localdomain', 'private'],
	...['default', 'svc'],
];
