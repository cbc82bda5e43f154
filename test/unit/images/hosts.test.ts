/** Which hosts a service may name as the place of an image. */
import { readFileSync } from 'node:fs';
import { BlockList, isIPv4 } from 'node:net';
import { join } from 'node:path';

import fc from 'fast-check';

import { classifyHost } from '../../../nodes/LinkManagement/images/hosts';
import {
	FORBIDDEN_RANGES,
	HOLDS_IPV4,
	METADATA_NAMES,
	SPECIAL_IPV4,
	SPECIAL_IPV6,
} from '../../../nodes/LinkManagement/images/specialHosts';

/** What the node makes of an address, as it stands in a URL. */
const kindOf = (host: string) => classifyHost(new URL(`http://${host}/`).hostname).kind;

describe('an address at the edge of a range', () => {
	test.each([
		['9.255.255.255', 'public'],
		['10.0.0.0', 'private'],
		['10.255.255.255', 'private'],
		['11.0.0.0', 'public'],
		['100.63.255.255', 'public'],
		['100.64.0.0', 'private'],
		['100.127.255.255', 'private'],
		['100.128.0.0', 'public'],
		['100.100.100.200', 'forbidden'],
		['169.253.255.255', 'public'],
		['169.254.0.0', 'forbidden'],
		['169.255.0.0', 'public'],
		['172.15.255.255', 'public'],
		['172.16.0.0', 'private'],
		['172.31.255.255', 'private'],
		['172.32.0.0', 'public'],
		['192.0.0.192', 'forbidden'],
		['192.0.1.0', 'public'],
		['198.17.255.255', 'public'],
		['198.18.0.0', 'private'],
		['198.19.255.255', 'private'],
		['198.20.0.0', 'public'],
		['223.255.255.255', 'public'],
		['224.0.0.0', 'private'],
		['255.255.255.255', 'private'],
		['[::]', 'private'],
		['[::1]', 'private'],
		['[64:ff9b::808:808]', 'public'],
		['[64:ff9b::a00:1]', 'private'],
		['[64:ff9b:1::808:808]', 'forbidden'],
		['[1fff:ffff::]', 'private'],
		['[2001::]', 'forbidden'],
		['[2001:1ff:ffff::]', 'private'],
		['[2001:200::]', 'public'],
		['[2001:db8::1]', 'private'],
		['[2606:4700::1111]', 'public'],
		['[3fff:fff::]', 'private'],
		['[3fff:1000::]', 'public'],
		['[4000::]', 'private'],
		['[fc00::]', 'private'],
		['[fd00:ec2::254]', 'forbidden'],
		['[fe80::1]', 'forbidden'],
		['[fec0::1]', 'private'],
		['[ff02::1]', 'private'],
	])('%s is %s', (host, kind) => {
		expect(kindOf(host)).toBe(kind);
	});
});

/** The ranges of one family, as Node.js understands them. */
function blockList(ranges: ReadonlyArray<readonly [range: string, name: unknown]>, family: Family) {
	const list = new BlockList();
	for (const [range] of ranges) {
		const [network = '', length] = range.split('/');
		if (isIPv4(network) === (family === 'ipv4')) list.addSubnet(network, Number(length), family);
	}
	return { has: (address: string) => list.check(address, family) };
}

type Family = 'ipv4' | 'ipv6';

function kindByNode(family: Family) {
	const forbidden = blockList(FORBIDDEN_RANGES, family);
	const special = blockList([...SPECIAL_IPV4, ...SPECIAL_IPV6], family);
	return (address: string) => {
		if (forbidden.has(address)) return 'forbidden';
		return special.has(address) ? 'private' : 'public';
	};
}

describe('any address', () => {
	test('of IPv4 is found in the ranges in which Node.js finds it', () => {
		const byNode = kindByNode('ipv4');
		fc.assert(fc.property(fc.ipV4(), (address) => kindOf(address) === byNode(address)));
	});

	test('of IPv6 is found in the ranges in which Node.js finds it', () => {
		const byNode = kindByNode('ipv6');
		const holdsIpv4 = blockList(HOLDS_IPV4, 'ipv6');
		// An address at random is hardly ever in a narrow range
		const inNarrowRanges = fc
			.tuple(fc.constantFrom('64:ff9b:1', '2001:db8', '2001:1ff', 'fd00:ec2'), fc.nat(0xffff))
			.map(([network, last]) => `${network}::${last.toString(16)}`);
		const addresses = fc
			.oneof(fc.ipV6(), inNarrowRanges)
			.filter((address) => !holdsIpv4.has(address));
		fc.assert(fc.property(addresses, (address) => kindOf(`[${address}]`) === byNode(address)));
	});

	test('of IPv4 is the same in every IPv6 form that holds it', () => {
		const hex = (address: string) =>
			address.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'));
		fc.assert(
			fc.property(fc.ipV4(), (address) => {
				const [a, b, c, d] = hex(address);
				const kind = kindOf(address);
				return [
					`[::ffff:${address}]`,
					`[::ffff:0:${address}]`,
					`[64:ff9b::${address}]`,
					`[2002:${a}${b}:${c}${d}::1]`,
					`[2002:${a}${b}:${c}${d}:ffff:ffff:ffff:ffff:ffff]`,
				].every((host) => kindOf(host) === kind);
			}),
		);
	});
});

describe('a name', () => {
	test.each([
		['links.example.com', 'public'],
		['links.example.com.', 'public'],
		['xn--bcher-kva.example.xn--p1ai', 'public'],
		['example.international', 'public'],
		['localhost', 'private'],
		['app.localhost', 'private'],
		['redis', 'private'],
		['printer.local', 'private'],
		['router.home.arpa', 'private'],
		['wiki.corp', 'private'],
		['db.eu-west-1.compute.internal', 'private'],
		['kubernetes.default', 'private'],
		['kubernetes.default.svc', 'private'],
		['kubernetes.default.svc.cluster.local', 'private'],
		['vault.kube-system', 'private'],
		['vault.service.consul.', 'private'],
		['host.docker.internal', 'private'],
		['metadata', 'forbidden'],
		['metadata.google.internal', 'forbidden'],
		['METADATA.google.internal.', 'forbidden'],
		['metadata.example.com', 'public'],
	])('such as %s is %s', (name, kind) => {
		expect(kindOf(name)).toBe(kind);
	});
});

test('says what kind of address it is, for the message', () => {
	expect(classifyHost('[2002:a9fe:a9fe::]')).toEqual({
		kind: 'forbidden',
		reason: 'Link-Local, where most clouds keep metadata',
	});
	expect(classifyHost('[::7f00:1]')).toEqual({ kind: 'private', reason: 'Loopback' });
	expect(classifyHost('db.lan')).toEqual({
		kind: 'private',
		reason: '.lan is for private networks',
	});
});

test.each([
	...FORBIDDEN_RANGES.map(([range]) => range.replace(/(?<=\.\d+)\/32$|\/128$/, '')),
	...METADATA_NAMES,
])('SECURITY.md says that %s is never fetched', (place) => {
	const security = readFileSync(join(__dirname, '../../../SECURITY.md'), 'utf8');
	expect(security).toContain(`\`${place}\``);
});
