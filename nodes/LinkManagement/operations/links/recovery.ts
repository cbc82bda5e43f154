import { LISTS } from '../../api/lists';
import { commonPlace } from '../../values/comparable';
import type { CreationRecovery } from '../operation';
import { isNamedAsRequested, isRequested, score } from './requested';

/** How a link is identified when the answer to its creation is lost: by its alias, or by its long URL. */
export const recovery: CreationRecovery = {
	what: 'short link',
	list: LISTS.links,
	newestFirst: { order: 'date' },
	// The same for all links with this long URL, because one may match the request of another with other parameters
	identity: ({ url }) => commonPlace(url),
	matches: isRequested,
	hasName: isNamedAsRequested,
	score,
};
