/** Each range of special addresses, at both of its ends: an address more or less belongs to it no longer. */
import { classifyHost } from '../../../nodes/LinkManagement/images/hosts';
import { addressBits, prefixBits } from '../../../nodes/LinkManagement/images/ipAddress';

/** From the registry of special-purpose IPv4 addresses: the first and the last address, and those beside them. */
test.each([
	['0.0.0.0', '0.255.255.255', undefined, '1.0.0.0', 'This Network'],
	['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0', 'Private-Use'],
	['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0', 'Shared Address Space'],
	['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0', 'Loopback'],
	['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0', 'Private-Use'],
	['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0', 'IETF Protocol Assignments'],
	['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0', 'Documentation'],
	['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0', '6to4 Relay Anycast'],
	['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0', 'Private-Use'],
	['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0', 'Benchmarking'],
	['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0', 'Documentation'],
	['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0', 'Documentation'],
	['224.0.0.0', '239.255.255.255', '223.255.255.255', undefined, 'Multicast'],
	['240.0.0.0', '255.255.255.255', undefined, undefined, 'Reserved'],
	// And for IPv6
	['[::]', '[::]', undefined, undefined, 'Unspecified Address'],
	['[::1]', '[::1]', undefined, undefined, 'Loopback'],
	['[100::]', '[100::ffff:ffff:ffff:ffff]', undefined, undefined, 'Discard-Only'],
	['[2001:1::]', '[2001:1ff:ffff::]', undefined, '[2001:200::]', 'IETF Protocol Assignments'],
	['[2001:db8::]', '[2001:db8:ffff::]', '[2001:db7:ffff::]', '[2001:db9::]', 'Documentation'],
	['[3fff::]', '[3fff:fff:ffff::]', '[3ffe:ffff::]', undefined, 'Documentation'],
	['[5f00::]', '[5f00:ffff::]', undefined, undefined, 'Segment Routing'],
	['[fc00::]', '[fdff:ffff::]', undefined, undefined, 'Unique-Local'],
	['[ff00::]', '[ffff:ffff::]', undefined, undefined, 'Multicast'],
	['[1fff::]', '[1::]', undefined, '[2000::]', 'Reserved'],
	['[4000::]', '[7fff::]', undefined, undefined, 'Reserved'],
	['[8000::]', '[fbff::]', undefined, undefined, 'Reserved'],
])('%s to %s are no public addresses', (first, last, before, behind, reason) => {
	for (const inside of [first, last])
		expect([inside, classifyHost(inside)]).toEqual([inside, { kind: 'private', reason }]);
	for (const outside of [before, behind].filter((host) => host !== undefined))
		expect([outside, classifyHost(outside)]).toEqual([outside, { kind: 'public' }]);
});

test.each([
	['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
	['100.100.100.200', '100.100.100.200', '100.100.100.199', '100.100.100.201'],
	['168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
	['192.0.0.192', '192.0.0.192', '192.0.0.191', '192.0.0.193'],
	['[64:ff9b:1::]', '[64:ff9b:1:ffff::]', '[64:ff9b:0:ffff::]', '[64:ff9b:2::]'],
	['[2001::]', '[2001:0:ffff::]', '[2000:ffff::]', '[2001:1::]'],
	['[fd00:42::42]', '[fd00:42::42]', '[fd00:42::41]', '[fd00:42::43]'],
	['[fd00:c1::a9fe:a9fe]', '[fd00:c1::a9fe:a9fe]', '[fd00:c1::a9fe:a9fd]', '[fd00:c1::a9fe:a9ff]'],
	['[fd00:ec2::]', '[fd00:ec2:ffff::]', '[fd00:ec1:ffff::]', '[fd00:ec3::]'],
	['[fd20:ce::254]', '[fd20:ce::254]', '[fd20:ce::253]', '[fd20:ce::255]'],
	['[fe80::]', '[febf:ffff::]', '[fe7f:ffff::]', '[fec0::]'],
])('%s to %s are fetched from no network', (first, last, before, behind) => {
	for (const inside of [first, last])
		expect([inside, classifyHost(inside).kind]).toEqual([inside, 'forbidden']);
	for (const outside of [before, behind])
		expect([outside, classifyHost(outside).kind]).not.toEqual([outside, 'forbidden']);
});

test.each([
	['[::a00:5]'],
	['[::ffff:a00:5]'],
	['[::ffff:0:a00:5]'],
	['[64:ff9b::a00:5]'],
	['[2002:a00:5::]'],
	['[2002:a00:5:1:2:3:4:5]'],
])('%s stands for the IPv4 address 10.0.0.5', (host) => {
	expect(classifyHost(host)).toEqual({ kind: 'private', reason: 'Private-Use' });
});

test.each([
	['[::ffff:808:808]'],
	['[2002:808:808::]'],
	['[64:ff9b::808:808]'],
	['[2606:4700::1]'],
	// Begins with the same bits as 2002:a00:5::
	['32.2.10.0'],
])('%s is on the internet', (host) => {
	expect(classifyHost(host)).toEqual({ kind: 'public' });
});

test.each([
	['instance-data'],
	['instance-data.ec2.internal'],
	['metadata'],
	['metadata.azure.internal'],
	['metadata.goog'],
	['metadata.google.internal'],
	['metadata.tencentyun.com'],
	['metadata.google.internal.'],
])('%s names the metadata of a cloud', (host) => {
	expect(classifyHost(host)).toEqual({ kind: 'forbidden', reason: 'metadata of a cloud' });
});

test.each([
	...['alt', 'arpa', 'example', 'invalid', 'local', 'localhost', 'onion', 'test', 'internal'],
	...['consul', 'corp', 'docker', 'home', 'intranet', 'lan', 'localdomain', 'private'],
	...['default', 'svc'],
])('names that end in .%s are private', (last) => {
	const reason = `.${last} is for private networks`;
	expect(classifyHost(`a.${last}`)).toEqual({ kind: 'private', reason });
	expect(classifyHost(`${last}.com`)).toEqual({ kind: 'public' });
});

test.each([['a.b1'], ['a.1'], ['a.-'], ['a.xn--'], ['a.xn--b_c'], ['a.1xn--b']])(
	'%s does not end in a top-level domain',
	(host) => {
		expect(classifyHost(host).kind).toBe('private');
	},
);

test.each([['sho.rt'], ['a.xn--p1ai'], ['sho.rt.'], ['sho.rt...'], ['1.com']])(
	'%s is a public name',
	(host) => {
		expect(classifyHost(host)).toEqual({ kind: 'public' });
	},
);

test('a name without a dot is private', () => {
	expect(classifyHost('n8n')).toEqual({ kind: 'private', reason: 'a name without a dot' });
	expect(classifyHost('n8n.')).toEqual({ kind: 'private', reason: 'a name without a dot' });
});

describe('The bits of an address', () => {
	test('are 32 for IPv4 and 128 for IPv6', () => {
		expect(addressBits('1.2.3.255')).toBe('00000001000000100000001111111111');
		expect(addressBits('[::1]')).toBe('1'.padStart(128, '0'));
		expect(addressBits('[::]')).toBe('0'.repeat(128));
		expect(addressBits('[8000::]')).toBe('1'.padEnd(128, '0'));
		expect(addressBits('[1:2:3:4:5:6:7:8]')).toBe(
			[1, 2, 3, 4, 5, 6, 7, 8].map((group) => group.toString(2).padStart(16, '0')).join(''),
		);
	});

	test.each([
		['a.1.2.3.4'],
		['1.2.3.4.b'],
		['1.2.3'],
		['1.2.3.4.5.c'],
		['::1'],
		['x[::1]'],
		['[::1]x'],
		['[::g]'],
		['[]'],
	])('%s has none', (host) => {
		expect(addressBits(host)).toBeUndefined();
	});

	test('of a range are those that all of its addresses begin with', () => {
		expect(prefixBits('10.0.0.0/8')).toBe('00001010');
		expect(prefixBits('fe80::/10')).toBe('1111111010');
	});
});
