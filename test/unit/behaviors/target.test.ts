/** Whether a link leads to a long URL, whatever the service added to it. */
import { leadsTo } from '../../../nodes/LinkManagement/operations/links/target';
import { withTimeLimit } from '../../support/longTexts/growth';

test.each([
	['with parameters of its own', 'https://a.example/?x=1&ref=2&y=3&ref=4', true],
	['with nothing but parameters of its own', 'https://a.example/?ref=2&ref=4', false],
	['with another value', 'https://a.example/?x=2&ref=2&y=3', false],
])('A link %s', (_, longurl, leads) => {
	expect(leadsTo({ longurl }, { url: 'https://a.example/?x=1&y=3' })).toBe(leads);
});

// Deleting one parameter after the other takes minutes
test('A link with many thousands of parameters is compared in a moment', () => {
	const query = Array.from({ length: 64_000 }, (_, at) => `a${at}=1`).join('&');
	const link = { longurl: `https://a.example/?${query}` };
	expect(withTimeLimit(60, () => leadsTo(link, { url: 'https://a.example/' }))).toBe(true);
	expect(withTimeLimit(60, () => leadsTo(link, { url: 'https://b.example/' }))).toBe(false);
});
