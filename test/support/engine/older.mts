/**
 * Differences between versions of n8n: older ones have other names and places. For some versions only n8n-core and
 * n8n-workflow are installed.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Loose, N8n } from './n8n.mts';
import type { Json } from './protocol.ts';

type Require = (id: string) => Loose;

/** n8n's own log. Up to n8n 1.9x it was a part of n8n-core. */
export function logOf(n8nDir: string, require: Require, core: Loose): Loose {
	return has(n8nDir, '@n8n/backend-common') ? require('@n8n/backend-common').Logger : core.Logger;
}

/** How binary data is stored. From n8n 1.9x on the service ignores this. */
export const inMemory = { mode: 'default', availableModes: ['default'], localStoragePath: '' };

/** The record of a run that is about to begin. n8n 1.85 has no function for it. */
export function newRunData(n8n: N8n, nodeExecutionStack: Loose[]): Loose {
	const { createRunExecutionData } = n8n.workflow;
	if (createRunExecutionData)
		return createRunExecutionData({ executionData: { nodeExecutionStack } });
	const waiting = { waitingExecution: {}, waitingExecutionSource: {} };
	return {
		startData: {},
		resultData: { runData: {} },
		executionData: { contextData: {}, metadata: {}, nodeExecutionStack, ...waiting },
	};
}

/** Makes a tool of a node type: with n8n's own function, or with a short equivalent where n8n is not installed. */
export function toTool(n8n: N8n, type: Loose): Loose {
	if (!has(n8n.directory, 'n8n')) return inShort(n8n, type);
	if (has(n8n.directory, 'n8n/dist/tool-generation'))
		return n8n.require('n8n/dist/tool-generation/ai-tools.js').convertNodeToAiTool(type);
	const { LoadNodesAndCredentials } = n8n.require('n8n/dist/load-nodes-and-credentials.js');
	return LoadNodesAndCredentials.prototype.convertNodeToAiTool(type);
}

function inShort({ workflow }: N8n, type: Loose): Loose {
	const { description } = type;
	const automatic = {
		displayName: 'Tool Description',
		name: 'descriptionType',
		type: 'options',
		options: [],
		default: 'auto',
	};
	description.name += 'Tool';
	description.inputs = [];
	description.outputs = [workflow.NodeConnectionTypes.AiTool];
	description.properties.unshift(automatic);
	return type;
}

/** What a model is shown of a tool's arguments. n8n 1.85 has a LangChain that leaves this to another package. */
export function jsonSchema(n8n: N8n, schema: Loose): Json {
	const { toJsonSchema } = n8n.require('@langchain/core/utils/json_schema');
	return (toJsonSchema ?? n8n.require('zod-to-json-schema').zodToJsonSchema)(schema);
}

/** Replaces n8n-nodes-base where it is not installed: the host needs only this node. */
export const baseStandIn: Loose = {
	packageName: 'n8n-nodes-base',
	known: { nodes: { noOp: {} }, credentials: {} },
	getNode: () => ({ type: noOp }),
};

const noOp: Loose = {
	description: {
		displayName: 'No Operation, do nothing',
		name: 'noOp',
		group: ['organization'],
		version: 1,
		description: 'No Operation',
		defaults: { name: 'No Operation, do nothing' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	},
	async execute(this: Loose) {
		return [this.getInputData()];
	},
};

/** Whether a package, or a file of one, is installed. */
export function has(n8nDir: string, path: string): boolean {
	return existsSync(join(n8nDir, 'node_modules', path));
}
