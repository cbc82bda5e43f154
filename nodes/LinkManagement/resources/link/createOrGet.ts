import type { IDataObject } from 'n8n-workflow';

import { createsOrGets } from '../../execution/behaviors/createsOrGets';
import type { Operation } from '../../execution/operation';
import { record } from '../../execution/reply';
import { additionalFields } from '../../fields/collection';
import { textOf } from '../../values/json';
import { derivedAlias } from './alias';
import { otherThanAsked } from './askedFor';
import { linkFields, longUrl } from './fields';
import { recovery } from './recovery';
import { hasSameTarget } from './target';

/**
 * What a service may find a link by: some search long URL and title only, and store the long URL without its fragment,
 * or with another query.
 */
function keywords({ url, custom }: IDataObject): string[] {
	const whole = textOf(url);
	const place = whole.replace(/^https?:\/\//i, '').replace(/[?#].*$|\/$/s, '');
	return [whole, textOf(custom), ...(whole.endsWith(place) ? [] : [place])];
}

export const createOrGet: Operation = {
	option: {
		name: 'Create or Get',
		value: 'createOrGet',
		action: 'Create or get short link',
		description:
			'Shorten a long URL unless that was done before: running it again gives the same link, not another',
		routing: { request: { method: 'POST', url: '/api/url/add' } },
	},
	fields: [longUrl, additionalFields(linkFields)],
	behavior: createsOrGets(recovery, {
		complete: (body) => ({
			...body,
			custom: textOf(body.custom) === '' ? derivedAlias(body) : body.custom,
		}),
		keywords,
		hasSameTarget,
		otherThanAsked,
	}),
	reply: record({ id: 'integer', shorturl: 'string', created: 'boolean' }),
};
