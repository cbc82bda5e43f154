import type { Settings } from '../settings.ts';
import { done } from './operation.ts';
import { withMarkup } from './refusal.ts';

/** A reply to send. Without a body, the reply is empty. */
export interface Reply {
	status: number;
	body?: object;
}

/** Whether an operation changes a record that its path names. */
export const changesRecord = (operationId: string) =>
	/^(update|delete)(?!Account)/.test(operationId);

/** The reply to send for the result of an operation, in the form that the settings ask for. */
export function formed(settings: Settings, operationId: string, result: object): Reply {
	if (settings.changeReply === 'empty' && changesRecord(operationId)) return { status: 200 };
	const status = operationId === 'createDomain' ? Number(settings.domainCreationStatus) : 200;
	const body = settings.messageOnlyReplies.includes(operationId) ? messageOnly(result) : result;
	const isUnderData = settings.createdRecordUnder === 'data' && operationId.startsWith('create');
	if (isUnderData && 'id' in body) return { status, body: underData(body) };
	if ('message' in body)
		return { status, body: { ...body, message: withMarkup(settings, String(body.message)) } };
	return { status, body: isReading(operationId) ? withNumbers(settings, body) : body };
}

const messageOnly = (result: object) =>
	'message' in result ? result : done('The request has been processed successfully.');

const underData = (body: object) => {
	const { error, ...data } = body as Record<string, unknown>;
	return { error, data };
};

const isReading = (operationId: string) => /^(get|list)/.test(operationId);

const recordNumbers: ReadonlySet<string> = new Set(['id', 'clicks', 'uniqueClicks', 'scans']);

/** The same body with all IDs and counts in the type that the setting asks for. */
function withNumbers<T extends object>({ recordNumbers: form }: Settings, body: T): T {
	if (form === 'number') return body;
	const text = (name: string, value: number) =>
		form === 'grouped' && name !== 'id' ? value.toLocaleString('en-US') : String(value);
	const converted = JSON.stringify(body, (name, value: unknown) =>
		typeof value === 'number' && recordNumbers.has(name) ? text(name, value) : value,
	);
	return JSON.parse(converted) as T;
}
