/**
 * Runs the node as an AI agent's tool. Only the agent itself is a stand-in: it calls its one tool with given
 * arguments instead of asking a model. The tool, its schema, the calls and the engine's part are n8n's own.
 */
import { additionalData, type Host, nodeOf, nodeTypeOf } from './context.mts';
import type { Loose } from './n8n.mts';
import { jsonSchema } from './older.mts';
import type { Json, ToolReply, ToolRequest } from './protocol.ts';
import { errorReply, plain } from './replies.mts';
import { execute, leaksOf, recordOf, workflowOf } from './run.mts';

const AGENT = 'Agent';
const TOOL = 'Link Management Tool';

/** Lets the agent call the tool once. */
export async function runTool(host: Host, request: ToolRequest): Promise<ToolReply> {
	const seen: Partial<ToolReply> = {};
	const toolNode = { ...nodeOf(host, request, TOOL), type: `${nodeTypeOf(request)}Tool` };
	const agentNode = {
		id: AGENT,
		name: AGENT,
		type: 'agent',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const nodeTypes = withAgent(host.types.nodeTypes(), agent(host, request, seen));
	const connections = { [TOOL]: { ai_tool: [[{ node: AGENT, type: 'ai_tool', index: 0 }]] } };
	const nodes = [agentNode, toolNode];
	const workflow = workflowOf(host, nodeTypes, nodes, connections, request.workflowId);
	const surroundings = additionalData(host, request);
	const finished = await execute(host, workflow, surroundings, 'trigger', [{}]).finished;
	const { runData, error } = finished.data.resultData;
	const failure = runData[TOOL]?.at(-1)?.error ?? error;
	return {
		name: '',
		description: '',
		schema: {},
		...seen,
		...(failure && { error: errorReply(failure) }),
		leaks: leaksOf(request, { record: recordOf(host, finished) }),
	};
}

function withAgent(nodeTypes: Loose, agentType: Loose): Loose {
	const get = (name: string, version?: number) =>
		name === 'agent' ? agentType : nodeTypes.getByNameAndVersion(name, version);
	return { ...nodeTypes, getByNameAndVersion: get };
}

function agent(host: Host, request: ToolRequest, seen: Partial<ToolReply>): Loose {
	const description = {
		displayName: AGENT,
		name: 'agent',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main', 'ai_tool'],
		outputs: ['main'],
		properties: [],
	};
	const execute = async function (this: Loose, results?: Loose) {
		if (results?.actionResponses?.length) {
			seen.response = plain(
				results.actionResponses[0].data?.data?.ai_tool?.[0]?.map((item: Loose) => item.json),
			);
			return [[{ json: {} }]];
		}
		const [tool] = await this.getInputConnectionData('ai_tool', 0);
		Object.assign(seen, {
			name: tool.name,
			description: tool.description,
			schema: jsonSchema(host.n8n, tool.schema),
		});
		if (request.via === 'engine') return engineRequest(request.args ?? {});
		seen.response = JSON.parse(await tool.invoke(request.args ?? {}));
		return [[{ json: {} }]];
	};
	return { description, execute };
}

/** How n8n's Agent node (version 3) asks the engine to run a tool for it. */
function engineRequest(input: Json): Loose {
	const action = {
		actionType: 'ExecutionNodeAction',
		nodeName: TOOL,
		input,
		type: 'ai_tool',
		id: 'call-1',
		metadata: { itemIndex: 0 },
	};
	return { actions: [action], metadata: {} };
}
