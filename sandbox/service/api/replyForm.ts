import type { Settings } from '../settings.ts';
import { done } from './operation.ts';
import { withMarkup } from './refusal.ts';

/** A reply as it is sent; without a body it is empty. */
export interface Reply {
	status: number;
	body?: object;
}

/** Whether an operation changes a record that its path names. */
export const changesRecord = (operationId: string) =>
	/^(update|delete)(?!Account)/.test(operationId);

/** Gives what an operation answered the form that the settings ask for. */
export function formed(settings: Settings, operationId: string, answer: object): Reply {
	if (settings.changeReply === 'empty' && changesRecord(operationId)) return { status: 200 };
	const status = operationId === 'createDomain' ? Number(settings.domainCreationStatus) : 200;
	const body = settings.messageOnlyReplies.includes(operationId) ? messageOnly(answer) : answer;
	if ('message' in body)
		return { status, body: { ...body, message: withMarkup(settings, String(body.message)) } };
	return { status, body: isReading(operationId) ? withNumbers(settings, body) : body };
}

const messageOnly = (answer: object) =>
	'message' in answer ? answer : done('The request has been processed successfully.');

const isReading = (operationId: string) => /^(get|list)/.test(operationId);

const recordNumbers: ReadonlySet<string> = new Set(['id', 'clicks', 'uniqueClicks', 'scans']);

/** The IDs and counts of records in the type that the settings ask for, however deep they stand. */
function withNumbers<T extends object>({ recordNumbers: form }: Settings, body: T): T {
	if (form === 'number') return body;
	const text = (name: string, value: number) =>
		form === 'grouped' && name !== 'id' ? value.toLocaleString('en-US') : String(value);
	const converted = JSON.stringify(body, (name, value: unknown) =>
		typeof value === 'number' && recordNumbers.has(name) ? text(name, value) : value,
	);
	return JSON.parse(converted) as T;
}
