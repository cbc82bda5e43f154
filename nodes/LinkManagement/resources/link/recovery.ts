import type { IDataObject } from 'n8n-workflow';

import { bareAddress } from '../../transport/address';
import type { Creation } from '../../transport/lookUp';
import { textOf } from '../../transport/json';

/** Letters and digits only: what services make of an alias (lower case, dashes) still compares equal. */
const plain = (alias: unknown) => textOf(alias).toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const aliasOf = ({ alias, shorturl }: IDataObject) => plain(alias ?? textOf(shorturl).split('/').pop());

/** Parameters may have been added to the long URL already. */
const sameTarget = (long: unknown, wanted: unknown) =>
	bareAddress(long) === bareAddress(wanted) || textOf(long).startsWith(`${textOf(wanted)}?`);

/** How a link is told from others when the answer to its creation is lost: by its alias, or by where it leads. */
export const recovery: Creation = {
	what: 'short link',
	list: { path: '/api/urls', key: 'urls', qs: { order: 'date' } },
	identity: ({ custom, url }) => (textOf(custom) === '' ? textOf(url) : plain(custom)),
	matches: (link, { custom, url, description }) =>
		sameTarget(link.longurl, url) &&
		(textOf(custom) === '' || aliasOf(link) === plain(custom)) &&
		(textOf(description) === '' || textOf(link.description) === '' || textOf(link.description) === textOf(description)),
};
