import type { IDataObject, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import { type FieldContext, invalidInput } from '../errors';
import { isObject } from '../values/json';
import { isEmpty, json, quoted } from './convert';
import { sent } from './send';

const NAME = 'additionalBodyFields';
const LABEL = 'Additional Body Fields';

/** The fields as an object; undefined for none. */
function bodyFields(value: unknown, field: FieldContext): IDataObject | undefined {
	const given = json(value, field);
	if (isEmpty(given)) return undefined;
	if (isObject(given) && !(given instanceof Date))
		return Object.keys(given).length === 0 ? undefined : given;
	throw invalidInput(
		field,
		'the value is not a JSON object',
		'Enter an object such as { "note": "VIP" }.',
	);
}

/** Whether a request whose values are not converted yet will have additional body fields. */
export const hasAdditionalBodyFields = (
	{ qs }: IHttpRequestOptions,
	field: FieldContext,
): boolean => bodyFields(qs?.[NAME], { ...field, label: LABEL }) !== undefined;

/**
 * Fields of the body that only one service has. Their value waits in the query, so that the fields of the operation can tell
 * whether the body is empty.
 *
 * @param own names of the body that the operation has fields for, which are refused here whether they are filled in or not
 */
export const additionalBodyFields = (own: string[]): INodeProperties =>
	sent(
		{
			displayName: LABEL,
			name: NAME,
			type: 'json',
			// The editor marks an empty JSON field as an error
			default: '{}',
			placeholder: 'e.g. { "note": "VIP" }',
			description:
				'JSON object with fields that only your service has. They are added to the body of the request.',
		},
		'query',
		NAME,
		(_, value, field, request) => {
			const given = bodyFields(value, field);
			if (!given) return;
			const known = Object.keys(given).find((name) => own.includes(name));
			if (known !== undefined) {
				throw invalidInput(
					field,
					`${quoted(known)} has a field of its own in this operation`,
					'Use that field instead.',
				);
			}
			request.body = { ...(request.body as IDataObject), ...given };
		},
	);
