/** Replies of a service for the tests of their classification. */
import { classifyReply } from '../../../nodes/LinkManagement/client/replies/classification';
import type { HttpReply } from '../../../nodes/LinkManagement/client/replies/replyText';
import { plainText } from '../../../nodes/LinkManagement/text/plainText';

/** What is known about a request when its reply is classified. */
export const FACTS = {
	sentAt: 7,
	now: Date.parse('2030-01-31T10:00:00Z'),
	requestValues: {},
	baseUrl: 'https://links.example.com',
	plainText,
};

export const PAGE = '\n<!doctype html><title>Hello</title>';

export const reply = (status: number, body: unknown, headers = {}): HttpReply => ({
	status,
	headers,
	body,
});

/** A connection that failed before the reply was complete. */
export const brokenConnection = (code: string, message = code): HttpReply => ({
	...reply(0, undefined),
	networkError: { code, message },
});

/** n8n refused to send the request. */
export const notSent = (message: string, description: string): HttpReply => ({
	...reply(0, undefined),
	networkError: { code: '', message, notSent: description },
});

/** A refusal in the form of api.md. */
export const refusal = (message: string) => reply(200, { error: 1, message });

/** The failure that a reply is. Throws where it is a good one. */
export function failureOf(given: HttpReply, facts: object = {}) {
	const outcome = classifyReply(given, { ...FACTS, ...facts });
	if (!('failure' in outcome)) throw new Error('taken for a good reply');
	return outcome.failure;
}

/** The kind of the failure, or `good`. */
export function kindOf(given: HttpReply, facts: object = {}): string {
	const outcome = classifyReply(given, { ...FACTS, ...facts });
	return 'failure' in outcome ? outcome.failure.kind : 'good';
}
