import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../values/json';

/**
 * The keywords with which a service may find a link. Some services search only the long URL and the title, and store the
 * long URL without its fragment or with another query.
 */
export function keywords({ url, custom }: IDataObject): string[] {
	const whole = textOf(url);
	const place = whole.replace(/^https?:\/\//i, '').replace(/[?#].*$|\/$/s, '');
	return [whole, textOf(custom), ...(whole.endsWith(place) ? [] : [place])].filter(Boolean);
}
