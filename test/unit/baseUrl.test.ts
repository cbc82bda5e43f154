/** The address in the credential, as people paste it. */
import {
	BASE_URL_EXPRESSION,
	normalizeBaseUrl,
} from '../../nodes/LinkManagement/transport/baseUrl';

const cases: Array<[typed: string, meant: string]> = [
	['https://links.example.com', 'https://links.example.com'],
	['  https://links.example.com/ \n', 'https://links.example.com'],
	['https://links.example.com/api', 'https://links.example.com'],
	['https://links.example.com/api//', 'https://links.example.com'],
	['https://links.example.com/API/', 'https://links.example.com'],
	['https://example.com/links/api', 'https://example.com/links'],
	['https://example.com/capi', 'https://example.com/capi'],
	['http://api', 'http://api'],
	['http://api:8080/api', 'http://api:8080'],
];

test.each(cases)('%j is %s', (typed, meant) => {
	expect(normalizeBaseUrl(typed)).toBe(meant);
});

test.each(cases)('the expression makes the same of %j', (typed, meant) => {
	const source = BASE_URL_EXPRESSION.replace(/^=\{\{/, '').replace(/\}\}$/, '');
	const evaluate = new Function('$credentials', `return ${source}`) as (
		credentials: object,
	) => string;
	expect(evaluate({ baseUrl: typed })).toBe(meant);
});
