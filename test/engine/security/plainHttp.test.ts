/** Plain http is allowed, but the credential shows a notice. */
import { expect, test } from '@jest/globals';
import { NodeHelpers } from 'n8n-workflow';

import { LinkManagementApi } from '../../../credentials/LinkManagementApi.credentials';

const notices = new LinkManagementApi().properties.filter(({ type }) => type === 'notice');

test('the notice has no regular expression, which n8n would evaluate whenever a run reads the credential', () => {
	expect(JSON.stringify(notices)).not.toContain('regex');
});

/** Decided by the function that n8n's editor uses. */
const timesShown = (baseUrl: string) =>
	notices.filter((notice) => NodeHelpers.displayParameter({ baseUrl }, notice, null, null)).length;

test.each([
	'http://links.example.com',
	'http://localhost:5678/',
	'={{ "http://links.example.com" }}',
	'HTTP://links.example.com',
	' http://links.example.com',
])('is shown for %s', (baseUrl) => expect(timesShown(baseUrl)).toBe(1));

test.each(['', 'https://links.example.com', 'HTTPS://LINKS.EXAMPLE.COM', 'links.example.com'])(
	'is not shown for %s',
	(baseUrl) => expect(timesShown(baseUrl)).toBe(0),
);
