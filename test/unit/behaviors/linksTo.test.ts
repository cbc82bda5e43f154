/** The filter Long URL of Get Many: which keywords are searched, and which links come out. */
import type { IDataObject } from 'n8n-workflow';

import { readsLinks } from '../../../nodes/LinkManagement/operations/links/readsLinks';
import { runNotesOf } from '../../../nodes/LinkManagement/operations/output/notes';
import { listReply, stubService } from '../../support/stubService';
import { itemCall } from './itemCall';

/** What a search for the links to a URL sends, and what comes out. @param links by the keyword that finds them */
async function search(
	longUrl?: string,
	links: Record<string, string[]> = {},
	qs: IDataObject = {},
) {
	const service = stubService(({ qs: { q } }) => {
		const found = links[String(q)] ?? [];
		const records = found.map((longurl, index) => ({ id: index + 1, longurl }));
		return listReply('urls', records, { maxpage: 1 });
	});
	const request = { method: 'GET', url: '/api/urls', qs } as const;
	const call = itemCall(service, { given: { longUrl, returnAll: true }, request });
	const records = await readsLinks.perform(call);
	return {
		keywords: service.requests.map((sent) => sent.qs.q),
		found: records.map(({ longurl }) => longurl),
		notes: runNotesOf(call.run).sentences(),
	};
}

test.each([
	['https://example.com/spring?a=1#top', ['example.com/spring?a=1', 'example.com/spring']],
	['http://example.com/spring/', ['example.com/spring']],
	['https://example.com/caf%C3%A9/menus/long', ['/menus/long']],
	['https://example.com/menus/caf%C3%A9', ['example.com/menus/caf']],
	["https://example.com/o'neil", ['neil']],
	['https://example.com/%C3%A9', ['example.com/']],
	['https://münchen.example/a', ['/a']],
	['https://münchen.example', ['münchen.example']],
])('%s is searched by what no service changes', async (longUrl, keywords) => {
	expect((await search(longUrl)).keywords).toEqual(keywords);
});

test('without the filter, all links come out', async () => {
	const { keywords, found } = await search(undefined, { undefined: ['https://x.example'] });
	expect([keywords, found]).toEqual([[undefined], ['https://x.example']]);
});

test('only the keyword of the filter Search is sent if there is one', async () => {
	const { keywords } = await search('https://example.com/spring?a=1', {}, { q: 'sale' });
	expect(keywords).toEqual(['sale']);
});

test('the links that lead to exactly the URL come out, and no further search follows', async () => {
	const longUrl = 'https://example.com/spring?a=1&b=2';
	const { found, keywords, notes } = await search(longUrl, {
		'example.com/spring?a=1&b=2': [
			longUrl,
			'https://example.com/spring?a=1&amp;b=2',
			`${longUrl}3`,
		],
	});
	expect(found).toEqual([longUrl, 'https://example.com/spring?a=1&amp;b=2']);
	expect([keywords.length, notes]).toEqual([1, []]);
});

test('links that lead to another form of the URL are counted in the hint, each URL once', async () => {
	const { found, notes } = await search('https://example.com/spring', {
		'example.com/spring': [
			'http://example.com/spring',
			'http://example.com/spring',
			'https://x.example',
		],
	});
	expect(found).toEqual([]);
	expect(notes).toEqual([
		'No link leads to exactly this URL. 1 link leads to one that differs only in its form, such as http://example.com/spring.',
	]);
});
