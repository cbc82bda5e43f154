/** What n8n's server does for its editor and for active triggers: list search, credential test, poll. */
import { additionalData, credentialTypeOf, type Host, nodeOf } from './context.mts';
import type { Loose } from './n8n.mts';
import { newRunData } from './older.mts';
import type {
	CredentialTestReply,
	CredentialTestRequest,
	ListSearchReply,
	ListSearchRequest,
	NodeRequest,
	PollReply,
	PollRequest,
} from './protocol.ts';
import { errorReply, itemReply, plain } from './replies.mts';

const NODE = 'Temp-Node';

function workflowWithOneNode(
	host: Host,
	request: NodeRequest,
	nodeTypes: Loose = host.types.nodeTypes(),
	id = '1',
): [Loose, Loose] {
	const nodes = [nodeOf(host, request, NODE)];
	const more = { connections: {}, active: false, settings: {} };
	const workflow = new host.n8n.workflow.Workflow({ id, nodes, nodeTypes, ...more });
	return [workflow, workflow.getNode(NODE)];
}

async function withIsolate<T>(workflow: Loose, work: () => Promise<T>): Promise<T> {
	await workflow.expression.acquireIsolate?.();
	return await work().finally(() => workflow.expression.releaseIsolate?.());
}

/** n8n's DynamicNodeParametersService: calls one of the node's methods that fill dropdowns. */
export async function listSearch(host: Host, request: ListSearchRequest): Promise<ListSearchReply> {
	const [workflow, node] = workflowWithOneNode(host, request);
	const currentNodeParameters = request.parameters ?? {};
	const surroundings = additionalData(host, request, { currentNodeParameters });
	const context = new host.n8n.core.LoadOptionsContext(workflow, node, surroundings, '');
	const type = host.types.nodeTypes().getByNameAndVersion(node.type, node.typeVersion);
	const { kind = 'listSearch', filter, paginationToken } = request;
	const method = type.methods?.[kind]?.[request.method];
	if (!method) throw new Error(`The node has no method ${request.method} for ${kind}`);
	try {
		const found: ListSearchReply | ListSearchReply['results'] = await withIsolate(workflow, () =>
			method.call(context, filter, paginationToken),
		);
		return plain(Array.isArray(found) ? { results: found } : found) ?? {};
	} catch (error) {
		return { error: errorReply(error) };
	}
}

let polledAlone = 0;

/** n8n's TriggersAndPollers.runPoll with the static data given. */
export async function poll(host: Host, request: PollRequest): Promise<PollReply> {
	const { PollContext } = host.n8n.core;
	const activation = request.activation ?? 'update';
	const mode = activation === 'manual' ? 'manual' : 'trigger';
	const { workflowId = `polled-alone-${polledAlone++}` } = request;
	const [workflow, node] = workflowWithOneNode(host, request, undefined, workflowId);
	workflow.staticData = { [`node:${NODE}`]: { ...request.staticData } };
	const context = new PollContext(workflow, node, additionalData(host, request), mode, activation);
	const type = host.types.nodeTypes().getByNameAndVersion(node.type, node.typeVersion);
	const staticData = () => plain(workflow.getStaticData('node', node)) ?? {};
	try {
		const output: Loose[][] | null = await withIsolate(workflow, () => type.poll.call(context));
		const items =
			output && (await Promise.all(output.flat().map((item) => itemReply(host.n8n, item))));
		return { items, staticData: staticData() };
	} catch (error) {
		return { items: null, staticData: staticData(), error: errorReply(error) };
	}
}

/** n8n's CredentialsTester.runRequestTest: a node made of the test request, run by the routing engine. */
export async function credentialTest(
	host: Host,
	request: CredentialTestRequest,
): Promise<CredentialTestReply> {
	const credentialType = credentialTypeOf(request);
	const { test } = host.types.credential(credentialType);
	const routing = { request: test.request };
	const description = {
		...host.types.nodeTypes().getByNameAndVersion('n8n-nodes-base.noOp').description,
		credentials: [{ name: credentialType, required: true }],
		properties: [{ displayName: 'Temp', name: 'temp', type: 'string', routing, default: '' }],
	};
	const testNode = { description };
	const nodeTypes = {
		getByName: () => testNode,
		getByNameAndVersion: () => testNode,
		getKnownTypes: () => ({}),
	};
	const [workflow, node] = workflowWithOneNode(
		host,
		{ ...request, nodeType: 'n8n-nodes-base.noOp', typeVersion: 1 },
		nodeTypes,
	);
	try {
		const output = await withIsolate(workflow, () =>
			sendTest(host, request, workflow, node, testNode),
		);
		return judgeBody(host, test.rules ?? [], output[0][0].json);
	} catch (error) {
		return judgeFailure(test.rules ?? [], error);
	}
}

function sendTest(
	host: Host,
	request: NodeRequest,
	workflow: Loose,
	node: Loose,
	testNode: Loose,
): Promise<Loose> {
	const { core } = host.n8n;
	const surroundings = additionalData(host, request, { currentNodeParameters: node.parameters });
	const input = { main: [[{ json: {} }]] };
	const context = new core.ExecuteContext(
		workflow,
		node,
		surroundings,
		'internal',
		newRunData(host.n8n, []),
		0,
		[],
		input,
		{ node, data: {}, source: null },
		[],
	);
	const { credentialType: type, credentials: data = {} } = request;
	const stored = { id: '1', name: 'Test credential', type, data };
	return new core.RoutingNode(context, testNode, stored).runNode();
}

function judgeBody(host: Host, rules: Loose[], body: Loose): CredentialTestReply {
	const get = host.n8n.require('lodash/get');
	const broken = rules.find(
		({ type, properties }) =>
			type === 'responseSuccessBody' && get(body, properties.key) === properties.value,
	);
	if (broken) return { status: 'Error', message: broken.properties.message };
	return { status: 'OK', message: 'Connection successful!' };
}

function judgeFailure(rules: Loose[], error: Loose): CredentialTestReply {
	const response = error.cause?.response;
	const rule = rules.find(
		({ type, properties }) => type === 'responseCode' && properties.value === response?.status,
	);
	if (rule) return { status: 'Error', message: rule.properties.message };
	if (response && (response.status < 199 || response.status > 299)) {
		return {
			status: 'Error',
			message: response.statusText || `Received HTTP status code: ${response.status}`,
		};
	}
	return { status: 'Error', message: String((!response && error.cause?.code) || error.message) };
}
