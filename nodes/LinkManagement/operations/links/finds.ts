import { notFoundError, readByShortUrl } from '../../references/links/ask';
import { textOf } from '../../values/json';
import { countedThat } from '../../values/numbers';
import { listed, type Sentence } from '../../values/sentences';
import type { Behavior } from '../operation';
import { runNotesOf } from '../output/notes';

const notFound: Sentence = (shortUrls) =>
	`${countedThat(shortUrls.length, 'item', 'has', 'have')} a short URL that no link has, and came out as no item: ${listed(shortUrls)}.`;

/** Looks one link up by the short URL in the query. Without a match, it returns no item, or fails with Stop If Not Found. */
export const findsByShortUrl = (): Behavior => ({
	kind: 'finds',
	async perform(call) {
		const { qs, endpoint } = call.request;
		const short = qs?.short;
		const body = await readByShortUrl({ ...call, endpoint }, textOf(short));
		if (body !== undefined) return [body];
		if (!call.given.stopIfNotFound) {
			runNotesOf(call.run).add(notFound, call.service.plainText(short));
			return [];
		}
		throw notFoundError(
			call,
			`No link has the short URL ${textOf(short)}`,
			'Check the short URL, or turn off "Stop If Not Found" under Options to get no item instead.',
		);
	},
});
