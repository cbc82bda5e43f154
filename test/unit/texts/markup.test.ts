/** Entities and tags of HTML in the texts of a service. */
import { decodeEntities, withoutTags } from '../../../nodes/LinkManagement/values/plainText';

test.each([
	['&hellip;&ndash;&mdash;', '…–—'],
	['&lsquo;a&rsquo; &ldquo;b&rdquo;', '‘a’ “b”'],
	['&#65;&#x42;&#X43;', 'ABC'],
	['&#1114111;', '\u{10ffff}'],
])('the entities of %s mean %s', (text, decoded) => {
	expect(decodeEntities(text)).toBe(decoded);
});

test.each([
	['a<script x="1">b</script y>c', 'a c'],
	['a<style>b</styles>c</style>d', 'a d'],
	['a<p title="<b>">b', 'a b'],
])('%s without its tags is %s', (text, plain) => {
	expect(withoutTags(text)).toBe(plain);
});
