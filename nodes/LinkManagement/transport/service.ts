import { type IDataObject, NodeOperationError } from 'n8n-workflow';

import { apiError, type Failure } from '../errors';
import { type PlainText, plainTextWithout } from '../values/plainText';
import { readCredential } from './credential';
import { type Caller, CREDENTIAL } from './http';
import type { PageSizes } from './lists/pageSizes';
import type { CreatedRecords } from './recovery/createdRecords';
import type { FailingCreations } from './recovery/failingCreations';
import type { KeyedLock } from './recovery/keyedLock';
import {
	type ConnectionOptions,
	type Outcome,
	type RequestOptions,
	sendWithRetries,
	type ServiceRequest,
} from './sendWithRetries';
import { hashOf, sharedFor } from './sharedByKey';

export type { ConnectionOptions, Outcome, RequestOptions, ServiceRequest } from './sendWithRetries';

/** api.md section 5. */
export const JSON_HEADERS = { Accept: 'application/json', 'Content-Type': 'application/json' };

/** The service as one node run sees it. */
export interface Service {
	readonly baseUrl: string;
	/** Tells one pair of base URL and API key from another, and nothing about the key itself. */
	readonly keyHash: string;
	/** With the base URL, for those who download what the service names. */
	readonly connection: ConnectionOptions;
	/** Whether a good reply came since this was opened: the address and the key are right. */
	readonly hasAnswered: boolean;
	readonly createdRecords: CreatedRecords;
	/** Held while a record is created or looked up, by what the record can be told by. */
	readonly creationLocks: KeyedLock;
	readonly failingCreations: FailingCreations;
	/** How large the pages of a list may be. */
	readonly pageSizes: PageSizes;
	/** The service's clock minus ours, in ms, by its last reply. */
	readonly clockSkew: number;
	readonly signal: AbortSignal | undefined;
	/**
	 * Sends one request, and again as far as its options allow.
	 *
	 * @param request method, path, query and body; not changed
	 * @throws {Canceled} when the execution is stopped meanwhile, {Abandoned} when it is not wanted any more
	 */
	request: (request: ServiceRequest, options?: RequestOptions) => Promise<Outcome>;
	/**
	 * As {@link request}, for those who only want a good reply.
	 *
	 * @throws {NodeApiError} for every other reply, with the item, what happened and what to do next
	 */
	send: (request: ServiceRequest, options?: RequestOptions) => Promise<IDataObject>;
	/** Reads what stands at a path, as {@link send} does. */
	get: (path: string, query: IDataObject, options?: RequestOptions) => Promise<IDataObject>;
	/** A failure as the error that n8n shows. The only maker of errors about replies. */
	errorFor: (failure: Failure, item: number | undefined) => Error;
	/** Makes the texts that leave the node: without the key and without markup, and no longer than allowed. */
	readonly plainText: PlainText;
}

async function openCredential(caller: Caller) {
	const credentials = await caller.getCredentials(CREDENTIAL);
	const { problem, ...credential } = readCredential(credentials);
	if (problem === undefined) return { credentials, ...credential };
	throw new NodeOperationError(caller.getNode(), problem, {
		description: 'Correct the credential. Nothing was sent.',
	});
}

/**
 * @param connection what counts for all requests of the run
 * @throws {NodeOperationError} when the node has no credential, or one that nothing can be sent with
 */
export async function openService(
	caller: Caller,
	{ maxDuration = Infinity, ...connection }: ConnectionOptions = {},
): Promise<Service> {
	const deadline = Date.now() + maxDuration;
	const { credentials, baseUrl, apiKey } = await openCredential(caller);
	const signal =
		'getExecutionCancelSignal' in caller ? caller.getExecutionCancelSignal() : undefined;
	const keyHash = hashOf(baseUrl, apiKey);
	const shared = sharedFor(keyHash);
	const atService = { ...connection, baseURL: baseUrl, headers: JSON_HEADERS };
	const plainText = plainTextWithout(apiKey);
	let hasAnswered = false;

	const sendRequest: Service['request'] = async (request, options = {}) => {
		const outcome = await sendWithRetries(
			{ caller, credentials, shared, signal, plainText, deadline, options: atService },
			request,
			options,
		);
		hasAnswered ||= 'body' in outcome;
		return outcome;
	};
	const errorFor: Service['errorFor'] = (failure, item) =>
		apiError(caller.getNode(), failure, { item, plainText });

	const send: Service['send'] = async (request, options) => {
		const outcome = await sendRequest(request, options);
		if ('body' in outcome) return outcome.body;
		throw errorFor(outcome.failure, options?.item);
	};

	return {
		baseUrl,
		keyHash,
		connection: atService,
		createdRecords: shared.createdRecords,
		creationLocks: shared.creationLocks,
		failingCreations: shared.failingCreations,
		pageSizes: shared.pageSizes,
		signal,
		get clockSkew() {
			return shared.clockSkew;
		},
		get hasAnswered() {
			return hasAnswered;
		},
		request: sendRequest,
		send,
		get: async (path, query, options) =>
			await send({ method: 'GET', url: path, qs: query }, options),
		errorFor,
		plainText,
	};
}
