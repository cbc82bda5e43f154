import { notFoundError, readByShortUrl } from '../../references/links/ask';
import { textOf } from '../../values/json';
import type { Behavior } from '../operation';

/** Looks one link up by the short URL in the query. Without a match, it returns no item, or fails with Stop If Not Found. */
export const findsByShortUrl = (): Behavior => ({
	kind: 'finds',
	async perform(call) {
		const { qs, endpoint } = call.request;
		const short = qs?.short;
		const body = await readByShortUrl({ ...call, endpoint }, textOf(short));
		if (body !== undefined) return [body];
		if (!call.given.stopIfNotFound) return [];
		throw notFoundError(
			call,
			`No link has the short URL ${textOf(short)}`,
			'Check the short URL, or turn off "Stop If Not Found" under Options to get no item instead.',
		);
	},
});
