/** The messages between a test and the engine host: plain JSON, one reply to each request. */

export type Json = Record<string, unknown>;

/**
 * The node's two entry points, named after their modules in `run/`: `manyItems` is called by the
 * node's customOperations, `oneItem` by n8n's routing engine as the pagination function.
 */
export const ENTRY_POINTS = ['manyItems', 'oneItem'] as const;

export type EntryPoint = (typeof ENTRY_POINTS)[number];

/** The settings of a node that stand beside its parameters. */
export interface NodeSettings {
	onError?: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
}

/** What every request says about the node and its surroundings. */
export interface NodeRequest {
	/** Default: the node of this package */
	nodeType?: string;
	typeVersion?: number;
	parameters?: Json;
	/** Data of the credential; default: what the engine was started with */
	credentials?: Json;
	/** Default: the credential of this package */
	credentialType?: string;
}

/** Runs the node in a workflow: Input → node. */
export interface RunRequest extends NodeRequest {
	/** Default: `manyItems` */
	entryPoint?: EntryPoint;
	/** Without `json` where it is null */
	items?: Array<Json | null>;
	/** The files of each item, by field, as n8n holds them */
	files?: Json;
	settings?: NodeSettings;
	mode?: 'manual' | 'trigger';
	/** Stops the run after so many milliseconds */
	cancelAfter?: number;
	/** How many output items of a connection the reply holds; default: all */
	keep?: number;
	/** What the node stored in earlier production runs */
	staticData?: Json;
	/** What the node remembers of what it sent belongs to its workflow. Default: "1" */
	workflowId?: string;
	/** Whether to measure what the run costs, which takes CPU, too */
	isMeasured?: boolean;
}

/** Runs the node as a tool of an AI agent. */
export interface ToolRequest extends NodeRequest {
	/** What the model would pass to `$fromAI()` */
	args?: Json;
	workflowId?: string;
	/** How the agent calls: itself (`invoke`), or by asking the engine to run the tool node (`engine`) */
	via?: 'invoke' | 'engine';
}

/** Asks a method of the node for the entries of a dropdown. */
export interface ListSearchRequest extends NodeRequest {
	method: string;
	/** Default: `listSearch`, which gives a page; `loadOptions` gives all entries */
	kind?: 'listSearch' | 'loadOptions';
	filter?: string;
	paginationToken?: string;
}

/** Presses "Test" on a credential. */
export type CredentialTestRequest = Pick<NodeRequest, 'credentials' | 'credentialType'>;

/** Lets a trigger poll once. */
export interface PollRequest extends NodeRequest {
	staticData?: Json;
	/** `init`: activation, `update`: a later tick, `manual`: a test in the editor */
	activation?: 'init' | 'update' | 'manual';
	/** Of the trigger's workflow: what the node remembers of its polls belongs to it. Default: one that no other poll has */
	workflowId?: string;
}

export interface ErrorReply {
	name: string;
	message: string;
	description?: string | null;
	messages?: string[];
	context: Json & { itemIndex?: number };
}

export interface BinaryReply {
	mimeType: string;
	fileName?: string;
	base64: string;
}

export interface ItemReply {
	json: Json;
	pairedItem?: unknown;
	error?: ErrorReply;
	binary?: Record<string, BinaryReply>;
}

export interface Measures {
	durationMs: number;
	/** The longest time for which the event loop was blocked during the run */
	longestBlockMs: number;
	/** The longest pause for V8's garbage collection, which is in proportion to all that the process holds */
	longestCollectionMs: number;
	cpuMs: number;
	/** Highest resident memory of the process so far */
	peakRssMb: number;
}

/** Places in which the API key of the run was found; empty is good. */
export type Leak = 'record' | 'logs' | 'messages';

/** What the process holds while nothing runs. */
export interface Vitals {
	/** Memory after a garbage collection: of the process, and of that the heap's objects */
	rssMb: number;
	heapMb: number;
	/** Timers, sockets and the like that are open */
	handles: number;
}

export interface RunReply {
	status: 'success' | 'error' | 'canceled';
	/** Items of each output connection */
	outputs: ItemReply[][];
	/** Number of items of each output connection, whatever `keep` says */
	counts: number[];
	error?: ErrorReply;
	/** Length of the execution as n8n would store it */
	recordLength: number;
	leaks: Leak[];
	logs: string[];
	/** What the output pane shows above the items */
	hints: string[];
	/** What n8n would store for the node after a production run, if the request has it */
	staticData?: Json;
	measures?: Measures;
}

export interface ToolReply {
	name: string;
	description: string;
	/** JSON schema of the arguments a model sees */
	schema: Json;
	/** What the model gets back */
	response?: unknown;
	error?: ErrorReply;
	leaks: Leak[];
}

export interface ListSearchReply {
	results?: Array<{ name: string; value: unknown; url?: string; description?: string }>;
	paginationToken?: unknown;
	error?: ErrorReply;
}

export interface CredentialTestReply {
	status: 'OK' | 'Error';
	message: string;
}

export interface PollReply {
	/** null: nothing new */
	items: ItemReply[] | null;
	staticData: Json;
	error?: ErrorReply;
}

/** What the host can be asked for, and what it answers. */
export interface Commands {
	run: { request: RunRequest; reply: RunReply };
	tool: { request: ToolRequest; reply: ToolReply };
	listSearch: { request: ListSearchRequest; reply: ListSearchReply };
	credentialTest: { request: CredentialTestRequest; reply: CredentialTestReply };
	poll: { request: PollRequest; reply: PollReply };
	/** Stops a run by the id of its message, or all runs */
	cancel: { request: { id?: number }; reply: { canceled: number } };
	vitals: { request: Record<string, never>; reply: Vitals };
}

export type Command = keyof Commands;

export interface HostSettings {
	n8nDir: string;
	packageDirs: string[];
}

export interface CommandMessage {
	id: number;
	command: Command;
	request: unknown;
}

export type HostMessage =
	{ ready: true } | { id: number; reply: unknown } | { id: number; failure: string };
