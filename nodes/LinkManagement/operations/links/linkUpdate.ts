import { linkPath } from '../../api/lists';
import { type Update } from '../behaviors/updates';
import { hasNewValues } from './linkComparison';
import { SHOWN_FIELDS, UNREADABLE_FIELDS } from './linkFields';
import { addOtherFields } from './otherFields';

/** How a link is updated, and how its update is checked. */
export const linkUpdate: Update = {
	recordPath: linkPath,
	idParameter: 'linkId',
	otherFields: { shown: SHOWN_FIELDS, unreadable: UNREADABLE_FIELDS, add: addOtherFields },
	hasNewValues,
	repliesWithRecord: true,
};

/** The request of an update (services.md section 1). */
export const UPDATE_REQUEST = { method: 'PUT', url: '/api/url/:linkId/update' } as const;
/** What it does, because not every service has it. */
export const UPDATE_ENDPOINT = 'change short links';
