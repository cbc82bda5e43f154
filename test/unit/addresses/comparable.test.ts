/** Texts, names and addresses in the form in which they are compared. */
import {
	commonPlace,
	comparableName,
	comparableText,
	comparableUrl,
} from '../../../nodes/LinkManagement/values/comparable';

test.each([
	['&lt;b&gt; &quot;&apos;&#039;&#39;', `<b> "'''`],
	['  Spring \n  Sale ', 'Spring Sale'],
	[12, '12'],
])('the text %p is compared as %p', (text, comparable) => {
	expect(comparableText(text)).toBe(comparable);
});

test('names are compared in lower case', () => {
	expect(comparableName(' Spring  SALE')).toBe('spring sale');
});

test('addresses differ by path, query, fragment and user', () => {
	const addresses = [
		'',
		'/a',
		'/a?x=1',
		'/a?x=2',
		'/a?x=12',
		'/a?x=1=2',
		'/a#x',
		'/a?#x',
		'/a?x=1&y=2',
	];
	const forms = addresses.map((end) => comparableUrl(`https://www.example.com${end}`));
	expect(new Set(forms).size).toBe(addresses.length - 1);
	expect(comparableUrl('https://me:pw@example.com')).not.toBe(comparableUrl('https://example.com'));
	expect(comparableUrl('https://example.com/a?x=1&&y=2')).toBe(
		comparableUrl('https://example.com/a?x=1&y=2'),
	);
});

test('addresses of different hosts have different places', () => {
	const places = ['https://one.example/a', 'https://two.example/a'].map(commonPlace);
	expect(places[0]).not.toBe(places[1]);
	expect(places[0]).not.toBe('');
});
