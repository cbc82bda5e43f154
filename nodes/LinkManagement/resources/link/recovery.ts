import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../api/lists';
import type { CreationRecovery } from '../../execution/operation';
import { comparableUrl } from '../../values/comparable';
import { textOf } from '../../values/json';
import { aliasOf, plainAlias, sameTarget } from './alias';

/** Whether a link is on the domain that was asked for: there an alias is enough, whatever became of the long URL. */
const isOn = ({ shorturl }: IDataObject, { domain }: IDataObject) =>
	textOf(domain) === '' || comparableUrl(shorturl).startsWith(`${comparableUrl(domain)}/`);

/** How a link is told from others when the answer to its creation is lost: by its alias, or by where it leads. */
export const recovery: CreationRecovery = {
	what: 'short link',
	list: LISTS.links,
	newestFirst: { order: 'date' },
	// All links to one place, with an alias or parameters or without: one of them may match what another asked for
	identity: ({ url }) => comparableUrl(textOf(url).split('?')[0]),
	matches: (link, body) =>
		textOf(body.custom) === ''
			? sameTarget(link, body)
			: aliasOf(link) === plainAlias(body.custom) && (sameTarget(link, body) || isOn(link, body)),
	isSpelledAs: ({ alias, shorturl }, { custom }) =>
		textOf(custom) !== '' && (alias ?? textOf(shorturl).split('/').pop()) === custom,
	prefers: (link, body) =>
		sameTarget(link, body) && textOf(link.description) === textOf(body.description),
};
