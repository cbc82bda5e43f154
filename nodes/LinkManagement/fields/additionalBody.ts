import type { IDataObject } from 'n8n-workflow';

import { invalidInput } from '../errors';
import { isObject } from '../values/json';
import { asJson, isEmpty, quoted } from './convert';
import type { Convert, ValueField } from './field';
import { unsentField } from './simpleFields';

/** The fields as an object; undefined for none. @param own the names that the operation has fields for */
const asBodyFields =
	(own: string[]): Convert<IDataObject> =>
	(value, field) => {
		const given = asJson(value, field);
		if (isEmpty(given)) return undefined;
		if (!isObject(given) || given instanceof Date)
			throw invalidInput(
				field,
				'the value is not a JSON object',
				'Enter an object such as { "note": "VIP" }.',
			);
		const names = Object.keys(given);
		const known = names.find((name) => own.includes(name));
		if (known !== undefined)
			throw invalidInput(
				field,
				`${quoted(known)} has a field of its own in this operation`,
				'Use that field instead.',
			);
		return names.length === 0 ? undefined : given;
	};

/** Fields of the body that only one service has. @param own names with a field of their own, also where that is empty */
export const additionalBodyFields = (own: string[]): ValueField =>
	unsentField({
		displayName: 'Other Body Fields (JSON)',
		name: 'additionalBodyFields',
		type: 'json',
		// n8n's editor marks an empty text as invalid JSON
		default: '{}',
		placeholder: 'e.g. { "note": "VIP" }',
		description:
			'JSON object with fields that only your service has. They are added to the body of the request.',
		convert: asBodyFields(own),
		complete: ({ body, given }) => void Object.assign(body, given.additionalBodyFields),
	});
