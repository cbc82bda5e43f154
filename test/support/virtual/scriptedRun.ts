/** A run of the node in virtual time, beside a service that replies what a test scripts. */
import {
	type IBinaryKeyData,
	type IDataObject,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type IPairedItemData,
	type NodeApiError,
	sleep,
} from 'n8n-workflow';

import { findOperation, properties } from '../../../nodes/LinkManagement/actions';
import {
	isSavedExpression,
	itemRequest,
	type Read,
	valueAt,
	type VisitedField,
	visitedFields,
} from '../../../nodes/LinkManagement/fields/itemRequest';
import { Table } from '../../../nodes/LinkManagement/fields/table';
import type { Operation } from '../../../nodes/LinkManagement/run/item';
import { manyItems } from '../../../nodes/LinkManagement/run/manyItems';
import { oneItem } from '../../../nodes/LinkManagement/run/oneItem';
import { isObject } from '../../../nodes/LinkManagement/text/json';
import { outcomeOf } from '../stubService';
import { advanceUntil } from './clock';

export interface VirtualRequest {
	method: string;
	path: string;
	query: IDataObject;
	body: IDataObject;
	/** When it arrived, in ms since the run began. */
	at: number;
	/** Timeout, proxy and the like. */
	connection?: object;
}

/** What the service sends; `lost`: it breaks the connection; `silent`: it never sends anything. */
export type VirtualReply =
	'lost' | 'silent' | { status?: number; headers?: Record<string, string>; body: unknown };

/** @param count of the requests of this run, from 1 */
export type VirtualScript = (
	request: VirtualRequest,
	count: number,
) => VirtualReply | Promise<VirtualReply>;

export interface VirtualRun {
	resource: string;
	operation: string;
	/** The parameters of each item. */
	items: IDataObject[];
	/** The parameters as the workflow has them, with expressions. Default: those of the items. */
	saved?: IDataObject;
	/** The fields of each input item. Default: none. */
	input?: IDataObject[];
	/** The files of each input item. */
	files?: IBinaryKeyData[];
	/** Settings of the node, such as `onError`. */
	node?: Partial<INode>;
	/** Another try of a run has the same one. */
	data?: object;
	/** Runs each item alone, as n8n's routing engine does for some tools. */
	oneByOne?: boolean;
	/** On Error: Continue. */
	continues?: boolean;
	/** The service's host: what the node knows of a service belongs to its address. Default: one of its own. */
	host?: string;
	/** Fields of the credential, beside address and key. */
	credentials?: IDataObject;
	/** Stops the execution. */
	signal?: AbortSignal;
	/** The ID of the execution. Runs of one have it in common, such as those of a loop. */
	execution?: string;
	/** Further helpers of n8n, such as those that download a file. */
	helpers?: object;
	/** What n8n keeps for the node between production runs. Default: it is a manual run. */
	staticData?: IDataObject;
}

export interface VirtualOutcome {
	/** What came out, in the order of the items. */
	items: Array<{
		json: IDataObject;
		/** The input item that it is paired to. */
		item: number;
		/** Why the item failed. */
		error?: string;
		binary?: IBinaryKeyData;
	}>;
	/** What ended the run. */
	error?: NodeApiError;
	requests: VirtualRequest[];
	/** The parameters that were evaluated, with their item: `url [0]`. */
	evaluated: string[];
	/** What went into n8n's log, each line after its level. */
	logs: string[];
	/** What the output pane shows above the items. */
	hints: string[];
	/** How long the run took, in ms. */
	took: number;
}

export const API_KEY = 'a-key-for-tests';
const LATENCY = 100;
const IMPATIENT = 300_000;
let hosts = 0;

/** An address that no run has used: what the node knows of a service belongs to its address. */
export const newHost = (): string => `scripted-${++hosts}`;

/** What a context offers to send requests with. Their times count from now on. */
export function virtualCaller(host: string, script: VirtualScript, credentials: IDataObject = {}) {
	const began = Date.now();
	const requests: VirtualRequest[] = [];
	const logs: string[] = [];
	const logger = Object.fromEntries(
		['debug', 'info', 'warn'].map((level) => [
			level,
			(line: string) => void logs.push(`${level} ${line}`),
		]),
	);
	const reply = async (sent: IHttpRequestOptions) => {
		await sleep(LATENCY / 2);
		const request = {
			method: String(sent.method),
			path: sent.url,
			query: sent.qs ?? {},
			body: (sent.body ?? {}) as IDataObject,
			at: Date.now() - began,
			connection: {
				timeout: sent.timeout,
				proxy: sent.proxy,
				unsafe: sent.skipSslCertificateValidation,
			},
		};
		requests.push(request);
		const answer = await script(request, requests.length);
		if (answer === 'silent') {
			await sleep(sent.timeout ?? IMPATIENT);
			throw Object.assign(new Error('timeout exceeded'), { code: 'ECONNABORTED' });
		}
		await sleep(LATENCY / 2);
		if (answer === 'lost') throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
		const { status = 200, headers = {}, body } = answer;
		const date = new Date().toUTCString();
		return { statusCode: status, headers: { date, ...headers }, body };
	};
	const baseUrl = `https://${host}.example.com`;
	const caller = {
		logger,
		getCredentials: async () => ({ baseUrl, apiKey: API_KEY, ...credentials }),
		helpers: {
			httpRequestWithAuthentication: async (_: string, sent: IHttpRequestOptions) =>
				await reply(sent),
		},
	};
	return { caller, requests, logs };
}

/** The parameters as a workflow has them: the first item's, and each field that any item has in a collection. */
function savedAs(items: IDataObject[]): IDataObject {
	const saved = { ...items[0] };
	for (const item of items)
		for (const [name, value] of Object.entries(item))
			if (isObject(value)) saved[name] = { ...value, ...(saved[name] as IDataObject | undefined) };
	return saved;
}

/** n8n's routing engine puts a value into the request as it is. */
const unconverted = (visited: VisitedField): VisitedField => {
	const asItIs = { convert: (value: unknown) => value, complete: undefined, required: false };
	return { ...visited, field: { ...visited.field, ...asItIs } as VisitedField['field'] };
};

/** All items at once, each alone: as n8n's routing engine builds its request and passes it on. */
async function oneByOne(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const input = context.getInputData();
	const { request } = operation.option.routing;
	const fields = visitedFields(properties, node, request.url).map(unconverted);
	const runs = input.map(async (own, item) => {
		const getNodeParameter = (name: string, fallback: unknown, options?: object) =>
			context.getNodeParameter(name, item, fallback, options) as unknown;
		const read: Read = ({ path, field }) => getNodeParameter(path, field.default);
		const place = { node, item, input: own.json, table: new Table(input), timeZone: 'UTC' };
		const { query: qs, body } = itemRequest(fields, read, request, place);
		const caller = { ...context, getItemIndex: () => item, getInputData: () => own };
		return await oneItem(
			{ ...caller, getNodeParameter } as unknown as IExecutePaginationFunctions,
			operation,
			properties,
			{ ...request, qs: qs as IDataObject, body },
		);
	});
	const ended = await Promise.allSettled(runs);
	return ended.flatMap((one) => {
		if (one.status === 'rejected') throw one.reason;
		return one.value;
	});
}

/** A run that creates so many links. */
export const creating = (count: number, more: Partial<VirtualRun> = {}): VirtualRun => ({
	...{ resource: 'link', operation: 'create', ...more },
	items: Array.from({ length: count }, (_, n) => ({ url: `https://example.com/${n}` })),
});

/** Runs the node's own loop over the items until it ends; the clock of clock.ts must be started. */
export const runInVirtualTime = async (
	run: VirtualRun,
	script: VirtualScript,
): Promise<VirtualOutcome> => await advanceUntil(startRun(run, script));

/** The same for runs of hours, or several beside one another: the test moves the clock. */
export async function startRun(
	{ resource, operation, items, continues = false, ...more }: VirtualRun,
	script: VirtualScript,
): Promise<VirtualOutcome> {
	const { host, credentials, signal, execution = '', staticData, input, files } = more;
	const began = Date.now();
	const { caller, requests, logs } = virtualCaller(host ?? newHost(), script, credentials);
	const evaluated: string[] = [];
	const hints: string[] = [];
	const { saved = savedAs(items), data: shared = {} } = more;
	const data = Object.assign(shared, { node: { name: 'Node' }, ...shared });
	const context = {
		...caller,
		helpers: { ...caller.helpers, ...more.helpers },
		getNode: () => ({
			...{ id: 'node', name: 'Node', type: '', typeVersion: 1, position: [0, 0] },
			...more.node,
			parameters: { resource, operation, ...saved },
		}),
		getTimezone: () => 'UTC',
		getInputData: () =>
			items.map((_, item) => ({
				json: input?.[item] ?? {},
				...(files?.[item] && { binary: files[item] }),
			})),
		getExecuteData: () => data,
		getExecutionId: () => execution,
		...(staticData && { getMode: () => 'trigger', getWorkflowStaticData: () => staticData }),
		getExecutionCancelSignal: () => signal,
		continueOnFail: () => continues,
		addExecutionHints: (...added: Array<{ message: string }>) =>
			void hints.push(...added.map(({ message }) => message)),
		getNodeParameter: (
			name: string,
			item: number,
			fallback: unknown,
			{ extractValue = false }: { extractValue?: boolean } = {},
		) => {
			if (name === 'requestOptions') return saved.requestOptions ?? {};
			evaluated.push(`${name} [${item}]`);
			const fixed = more.saved && valueAt(more.saved, name);
			const value =
				valueAt(items[item] ?? {}, name) ??
				(fixed !== undefined && !isSavedExpression(fixed) ? fixed : undefined) ??
				(name.includes('.') ? undefined : fallback);
			return extractValue && isObject(value) && 'value' in value ? value.value : value;
		},
	};
	const functions = context as unknown as IExecuteFunctions;
	const declared = findOperation(resource, operation)!;
	const run = more.oneByOne
		? oneByOne(functions, declared)
		: manyItems(functions, declared, properties).then(([first]) => first!);
	const { result: output = [], error } = await outcomeOf(run);
	const outcomes = output.map(({ json, pairedItem, binary }) => ({
		json,
		...(binary && { binary }),
		item: (pairedItem as IPairedItemData).item,
		...(typeof json.error === 'string' && { error: json.error }),
	}));
	const took = Date.now() - began;
	return { items: outcomes, error: error as NodeApiError, requests, evaluated, logs, hints, took };
}
