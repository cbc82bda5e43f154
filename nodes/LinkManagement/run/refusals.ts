import type { IDataObject } from 'n8n-workflow';

import { saysTaken } from '../client/replies/failureRules';
import type { Service } from '../client/service';
import {
	type FinalFailure,
	isFailure,
	itemLabel,
	messageWithoutItem,
	UnexpectedReply,
	unexpectedReply,
} from '../errors';
import { textOf } from '../text/json';

/** The fields that refusals are about: the words of services, the field in the body, and its label. */
const FIELDS = [
	{ words: /\b(alias|slug)\b/i, name: 'custom', label: 'Alias' },
	{ words: /\bdomain\b/i, name: 'domain', label: 'Domain' },
	{ words: /\bname\b/i, name: 'name', label: 'Name' },
	{ words: /\burl\b/i, name: 'url', label: 'Long URL' },
];

/** Longest value in a message, in characters. */
const MAX_VALUE_LENGTH = 200;

/** The words of a text, so that `rate-limits` in a message is found to be the alias "Rate Limits". */
const wordsIn = (text: string): string =>
	` ${text
		.toLowerCase()
		.match(/[\p{L}\p{N}]+/gu)
		?.join(' ')} `;

interface RefusedItem {
	readonly body: IDataObject;
	readonly index: number;
	readonly operation: { readonly kind: string };
	readonly service: Service;
	error(failure: FinalFailure): Error;
}

/** Names the value in a refusal that speaks only of "that alias", so that the row can be found: "Alias prod-1 is taken". */
export function inTermsOfItem(error: unknown, item: RefusedItem): unknown {
	if (error instanceof UnexpectedReply) return item.error(unexpectedReply(error));
	if (!isFailure(error, 'refused')) return error;
	const { body, index, operation, service } = item;
	const said = messageWithoutItem(error, index);
	const field = FIELDS.find(({ words, name }) => words.test(said) && textOf(body[name]) !== '');
	if (!field) return error;
	const { name, label } = field;
	const value = service.plainText(body[name], MAX_VALUE_LENGTH);
	if (wordsIn(said).includes(wordsIn(value))) return error;
	// Another part of the message may say that of another field
	const aboutField = said.split(/[.,;]/).find((part) => field.words.test(part)) ?? '';
	if (saysTaken(aboutField)) {
		const mayGet = name === 'custom' && operation.kind === 'create';
		error.message = `${label} ${value} is taken`;
		error.description = `Use another ${label.toLowerCase()}${mayGet ? ', or Create or Get' : ''}.`;
	} else error.message = `${label} ${value}: ${said}`;
	error.message += itemLabel(index);
	return error;
}
