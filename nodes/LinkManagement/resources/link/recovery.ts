import { LISTS } from '../../api/lists';
import type { CreationRecovery } from '../../execution/operation';
import { commonPlace } from '../../values/comparable';
import { textOf } from '../../values/json';
import { isAskedFor, likeness } from './askedFor';
import { hasSameTarget } from './target';

/** How a link is told from others when the answer to its creation is lost: by its alias, or by where it leads. */
export const recovery: CreationRecovery = {
	what: 'short link',
	list: LISTS.links,
	newestFirst: { order: 'date' },
	// All links to one place, with an alias or parameters or without: one of them may match what another asked for
	identity: ({ url }) => commonPlace(url),
	matches: isAskedFor,
	likeness,
	prefers: (link, body) =>
		hasSameTarget(link, body) && textOf(link.description) === textOf(body.description),
};
