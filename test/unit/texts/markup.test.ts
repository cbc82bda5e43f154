/** Entities and tags of HTML in the texts of a service. */
import { decodeEntities, withoutTags } from '../../../nodes/LinkManagement/values/plainText';

test.each([
	['&amp;&lt;&gt;&quot;&apos;', '&<>"\''],
	['a&nbsp;b', 'a b'],
	['&hellip;&ndash;&mdash;', '…–—'],
	['&lsquo;a&rsquo; &ldquo;b&rdquo;', '‘a’ “b”'],
	['&AMP;', '&'],
	['&#65;&#x42;&#X43;', 'ABC'],
	['&#1114111;', '\u{10ffff}'],
	['&#1114112;', ''],
	['&unknow;', '&unknow;'],
	['&toolongtobeone;', '&toolongtobeone;'],
])('the entities of %s mean %s', (text, decoded) => {
	expect(decodeEntities(text)).toBe(decoded);
});

test.each([
	['a<script x="1">b</script y>c', 'a c'],
	['a<style>b</styles>c</style>d', 'a d'],
	['a<template>b</template >c', 'a c'],
	['a<b>b</b>c', 'abc'],
	['a<body>b</body>c', 'a b c'],
	['a<x-b>c', 'a c'],
	['a<p title="<b>">b', 'a b'],
])('%s without its tags is %s', (text, plain) => {
	expect(withoutTags(text)).toBe(plain);
});
