import { bareAddress } from '../../transport/address';
import { textOf } from '../../transport/json';
import type { Creation } from '../../transport/recovery/lookUp';
import { aliasOf, plainAlias, sameTarget } from './alias';

/** How a link is told from others when the answer to its creation is lost: by its alias, or by where it leads. */
export const recovery: Creation = {
	what: 'short link',
	list: { path: '/api/urls', key: 'urls', qs: { order: 'date' } },
	// All links to one place, with an alias or parameters or without: one of them may match what another asked for
	identity: ({ url }) => bareAddress(textOf(url).split('?')[0]),
	matches: (link, body) =>
		sameTarget(link, body) && (textOf(body.custom) === '' || aliasOf(link) === plainAlias(body.custom)),
	prefers: (link, body) => textOf(link.description) === textOf(body.description),
};
