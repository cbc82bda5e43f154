import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../../errors';
import { isObject } from '../../text/json';
import { type PlainText, withoutFullStop } from '../../text/plainText';
import { FAILURE_RULES, type FailureRule, isLate } from './failureRules';
import { type HttpReply, type ReadReply, readReply, type RequestFacts } from './replyText';

const NO_CONTENT = 204;

/** The records of a good reply stay as they are. */
function withPlainMessages(body: IDataObject, plainText: PlainText): IDataObject {
	const messages = ['message', 'msg'].filter((name) => (body[name] ?? null) !== null);
	return { ...body, ...Object.fromEntries(messages.map((name) => [name, plainText(body[name])])) };
}

function textsOf(rule: FailureRule, reply: ReadReply): Pick<Failure, 'message' | 'advice'> {
	const { words } = reply;
	const event = typeof rule.event === 'string' ? rule.event : rule.event(reply);
	const advice = typeof rule.advice === 'string' ? rule.advice : rule.advice(reply);
	const isSaid = ['', event].includes(withoutFullStop(words));
	if (isSaid || rule.kind === 'emptyReply') return { message: event, advice };
	// A message of several words says by itself what was refused
	if (rule.kind === 'refused' && /\S\s\S/.test(words)) return { message: words, advice: '' };
	// The name of the missing operation helps more than the router's message about an unknown path
	return rule.kind === 'notOffered'
		? { message: event, advice: `The service said: ${withoutFullStop(words)}. ${advice}` }
		: { message: words, advice: `${event}. ${advice}` };
}

export function classifyReply(
	reply: HttpReply,
	facts: RequestFacts,
): { body: IDataObject } | { failure: Failure } {
	const { sentAt, mayBeEmpty, plainText } = facts;
	if (mayBeEmpty && reply.status === NO_CONTENT) return { body: {} };
	const read = readReply(reply, facts);
	const rule = FAILURE_RULES.find(({ applies }) => applies(read));
	if (!rule) return { body: withPlainMessages(reply.body as IDataObject, plainText) };
	return {
		failure: {
			...textsOf(rule, read),
			kind: rule.kind,
			sentAt,
			// The same request would get an empty reply again. The callers that expect one read the record to learn what was done
			retry: mayBeEmpty && rule.kind === 'emptyReply' ? 'never' : rule.retry,
			retryAfter: read.retryAfter,
			httpCode: reply.networkError ? reply.networkError.code || undefined : String(reply.status),
			late: isLate(reply),
			fromService: isObject(reply.body),
		},
	};
}
