/** The service as the code above the transport sees it: a test answers each request, without HTTP and without the rate limit. */
import type { IDataObject, INode } from 'n8n-workflow';

import { Account } from '../../nodes/LinkManagement/client/account';
import type {
	Caller,
	RequestOptions,
	ServiceRequest,
} from '../../nodes/LinkManagement/client/http';
import { LimitWaits, runLog } from '../../nodes/LinkManagement/client/log';
import { RateLimiter } from '../../nodes/LinkManagement/client/rateLimit/rateLimiter';
import type { Service } from '../../nodes/LinkManagement/client/service';
import { apiError, type Failure } from '../../nodes/LinkManagement/errors';
import { plainText } from '../../nodes/LinkManagement/text/plainText';

export interface SentRequest {
	method: string;
	url: string;
	qs: IDataObject;
	body: IDataObject;
	/** See {@link ServiceRequest.endpoint}. */
	endpoint: string | undefined;
	options: RequestOptions;
	/** When it was sent, ms since epoch. */
	at: number;
}

/** A good body, or a failure. */
export type StubReply = { body: IDataObject } | { failure: Failure };

export const good = (body: IDataObject = {}): StubReply => ({ body: { error: 0, ...body } });

/** A page of a list (api.md section 2.1). */
export const listReply = (arrayName: string, records: unknown, more: IDataObject = {}) => ({
	body: { error: '0', data: { ...more, [arrayName]: records } as IDataObject },
});

/** The page that a request asks for, of a list with these records. */
export function pageOf(
	arrayName: string,
	records: unknown[],
	{ qs }: { qs: IDataObject },
	{ maxSize = 1_000, tellsLast = (last: number): number | undefined => last, envelope = {} } = {},
) {
	const { limit = 15, page = 1 } = qs as { limit?: number; page?: number };
	const size = Math.min(limit, maxSize);
	const maxpage = tellsLast(Math.ceil(records.length / size));
	const shown = records.slice((page - 1) * size, page * size);
	return listReply(arrayName, shown, { maxpage, ...envelope });
}

export const failureOf = (kind: Failure['kind'], more: Partial<Failure> = {}): Failure => ({
	kind,
	retry: 'never',
	message: 'It failed.',
	advice: 'Try something else.',
	...more,
});

export const failed = (kind: Failure['kind'], more: Partial<Failure> = {}): StubReply => ({
	failure: failureOf(kind, more),
});

/** The reply was lost on its way: the service may have acted. */
export const lost = (more: Partial<Failure> = {}): StubReply =>
	failed('lostReply', {
		retry: 'ifRepeatable',
		message: 'The connection was lost before the reply was complete',
		sentAt: Date.now(),
		...more,
	});

const NODE: INode = {
	...{ id: 'node', name: 'Node', type: '', typeVersion: 1, position: [0, 0], parameters: {} },
};

export interface StubService extends Service {
	readonly requests: SentRequest[];
}

/** A key of which nothing is remembered. */
export const newKey = (hash = 'hash of the key'): Account => new Account(hash);

/** @param reply answers the request with this number, from 1 */
export function stubService(
	reply: (request: SentRequest, count: number) => StubReply | Promise<StubReply>,
	own: Partial<Service> = {},
): StubService {
	const requests: SentRequest[] = [];
	const errorFor: Service['errorFor'] = (item, failure) =>
		apiError(NODE, failure, { item, plainText });
	const request = async (sent: ServiceRequest, options: RequestOptions = {}) => {
		const { method = 'GET', url, qs = {}, body = {}, endpoint } = sent;
		const at = Date.now();
		requests.push({ method, url, qs, body: body as IDataObject, endpoint, options, at });
		const answer = await reply(requests.at(-1)!, requests.length);
		return 'body' in answer ? { ...answer, sentAt: at } : answer;
	};
	const send: Service['send'] = async (sent, options) => {
		const outcome = await request(sent, options);
		if ('body' in outcome) return outcome.body;
		throw errorFor(options?.item, outcome.failure);
	};
	// It has no logger
	const log = runLog({ getNode: () => NODE } as unknown as Caller, plainText);
	return {
		baseUrl: 'https://sho.rt',
		...{ updatesReplace: 'unknown', timeZone: 'UTC', defaultDomain: '' },
		account: newKey(),
		connection: {},
		hasReplied: true,
		signal: undefined,
		request,
		send,
		get: async (url, options) => await send({ method: 'GET', url }, options),
		errorFor,
		plainText,
		limitWaits: new LimitWaits(new RateLimiter(), log),
		log,
		...own,
		requests,
	};
}

interface WorkOutcome<T> {
	/** Missing after an error: jest matches an undefined property with an empty object. */
	result?: T;
	error?: Error;
	message: string;
	advice: string;
}

/** What came of a piece of work, for comparing: its result, or its error with the texts that users read. */
export async function outcomeOf<T>(work: Promise<T>): Promise<WorkOutcome<T>> {
	try {
		return { result: await work, message: '', advice: '' };
	} catch (thrown) {
		const error = thrown as Error & { description?: string };
		return { error, message: error.message, advice: error.description ?? '' };
	}
}
