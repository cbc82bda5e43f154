/** Plain http to a public host is allowed, but the credential shows a notice. */
import { describe, expect, test } from '@jest/globals';
import { NodeHelpers } from 'n8n-workflow';

import { LinkManagementApi } from '../../../credentials/LinkManagementApi.credentials';

const notices = new LinkManagementApi().properties.filter(({ type }) => type === 'notice');

test('the notice has no regular expression, which n8n would evaluate whenever a run reads the credential', () => {
	expect(JSON.stringify(notices)).not.toContain('regex');
});

/** Decided by the function that n8n's editor uses. */
const timesShown = (baseUrl: string) =>
	notices.filter((notice) => NodeHelpers.displayParameter({ baseUrl }, notice, null, null)).length;

describe('The notice about plain http is shown for', () => {
	test.each([
		'http://links.example.com',
		'http://links.example.com:8080/api/',
		'http://93.184.216.34',
		'http://[2606:2800:220:1::1]:80',
		'http://172.32.0.1',
		'http://172.15.0.1',
		'http://user@example.com',
		'={{ $vars.linkService }}',
		'HTTP://links.example.com',
		'hTTp://links.example.com',
		' http://links.example.com',
		'\thttp://links.example.com',
		'http://10.links.example.com',
		'http://10.1.2.3.example.com',
		'http://10.0.LINKS.EXAMPLE',
		'http://127.0.0.1.example.com:8080/x',
		'http://192.168.example.com',
		'http://172.16.example.com/',
		'http://localhost.example.com',
		'http://localhostess.example',
		'http://host.docker.internal.example.com',
	])('%s', (baseUrl) => expect(timesShown(baseUrl)).toBe(1));
});

describe('The notice about plain http is not shown for', () => {
	test.each([
		'',
		'https://links.example.com',
		'http://localhost',
		'http://localhost:5678/',
		'http://127.0.0.1:8080',
		'http://host.docker.internal:8080',
		'http://10.1.2.3',
		'http://172.16.0.1',
		'http://172.31.255.255',
		'http://192.168.1.2/links',
		'http://169.254.1.1',
		'http://[::1]:8080',
		'http://[fd12::1]',
		'http://[fe80::1]:3000/api',
		'http://192.168.1.2:8080/links/api',
		'http://localhost/links.html',
		' https://links.example.com',
		'HTTPS://LINKS.EXAMPLE.COM',
		'https://10.links.example.com',
		'links.example.com',
		'http:',
	])('%s', (baseUrl) => expect(timesShown(baseUrl)).toBe(0));
});
