import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../../fields/convert';
import type { LinkComparison } from './linkComparison';
import { type Row, withNamesAsText } from './upsertRow';

type Action = 'created' | 'unchanged' | 'updated';
const PLANNED: Record<Action, string> = { created: 'create', unchanged: 'none', updated: 'update' };

/** The record that comes out for a row. */
export const resultOf = (
	{ isDryRun }: Row,
	{ id, shorturl, warning }: IDataObject,
	action: Action,
	changes: IDataObject = {},
): IDataObject => ({
	...(id !== undefined && { id }),
	...(shorturl !== undefined && { shorturl }),
	action: isDryRun ? PLANNED[action] : action,
	...(isDryRun && { changes }),
	...(warning !== undefined && { warning }),
});

/** A value of a row in a plan, which is stored and shown. */
const plannedValue = (name: string, value: unknown): unknown =>
	name === 'password' && !isEmpty(value) ? '***' : withNamesAsText(value);

/** The changes of a plan for a new link. */
export const newValues = (body: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(body).map(([name, value]) => [name, { to: plannedValue(name, value) }]),
	);

/** The changes of a plan: `{ url: { from, to } }`, without `from` where the service does not show it. */
export const changesOf = (
	body: IDataObject,
	{ different, unreadable }: LinkComparison,
): IDataObject => ({
	...Object.fromEntries(
		Object.entries(different).map(([name, from]) => [
			name,
			{ from: from ?? null, to: plannedValue(name, body[name]) },
		]),
	),
	...newValues(unreadable),
});
