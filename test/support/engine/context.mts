/** What n8n gives to a node that it runs: credentials, and the data of its server. */
import type { Loose, N8n } from './n8n.mts';
import type { Types } from './packages.mts';
import type { Json, NodeRequest } from './protocol.ts';

/** The loaded n8n and the node types. */
export interface Host {
	n8n: N8n;
	types: Types;
}

export const nodeTypeOf = ({ nodeType }: NodeRequest): string =>
	nodeType ?? 'n8n-nodes-link-management.linkManagement';
export const credentialTypeOf = ({ credentialType }: NodeRequest): string =>
	credentialType ?? 'linkManagementApi';

/** A node of a workflow, with its credential attached. */
export function nodeOf(host: Host, request: NodeRequest, name: string): Loose {
	const type = nodeTypeOf(request);
	const { version, defaultVersion } = host.types
		.nodeTypes()
		.getByNameAndVersion(type, request.typeVersion).description;
	return {
		...{ id: name, name, type },
		typeVersion: request.typeVersion ?? defaultVersion ?? [version].flat().at(-1),
		position: [0, 0],
		parameters: request.parameters ?? {},
		credentials: { [credentialTypeOf(request)]: { id: '1', name: 'Test credential' } },
	};
}

/** What n8n's server hands to an execution; `messages` collects what a node sends to the editor. */
export function additionalData(host: Host, request: NodeRequest, extra: Json = {}): Loose {
	const { n8n } = host;
	const url = 'http://localhost:5678/';
	return {
		credentialsHelper: credentialsHelper(host, request.credentials ?? {}),
		currentNodeExecutionIndex: 0,
		executionId: '1',
		restApiUrl: `${url}rest`,
		instanceBaseUrl: url,
		webhookBaseUrl: `${url}webhook`,
		webhookWaitingBaseUrl: `${url}webhook-waiting`,
		webhookTestBaseUrl: `${url}webhook-test`,
		formWaitingBaseUrl: `${url}form-waiting`,
		userId: '1',
		variables: {},
		externalSecretsProxy:
			n8n.core.ExternalSecretsProxy && n8n.container.get(n8n.core.ExternalSecretsProxy),
		setExecutionStatus: () => undefined,
		executeWorkflow: () => Promise.reject(new Error('No sub-workflows here')),
		logAiEvent: () => undefined,
		...extra,
	};
}

/**
 * n8n's CredentialsHelper without its database: the data of a request stands for the stored credential;
 * defaults, expressions and `authenticate` (function or generic) are treated as n8n treats them.
 */
function credentialsHelper(host: Host, data: Json): Loose {
	const { n8n, types } = host;
	const { ICredentialsHelper, NodeHelpers } = n8n.workflow;
	class RequestCredentials extends ICredentialsHelper {
		getParentTypes = () => [];
		isCredentialUsableByNode = () => true;
		preAuthentication = async () => undefined;
		runPreAuthentication = async () => undefined;
		updateCredentials = async () => undefined;
		updateCredentialsOauthTokenData = async () => undefined;
		getCredentials = async () => Promise.reject(new Error('No stored credentials here'));
		getCredentialsProperties = (type: string) => types.credential(type).properties;

		async authenticate(
			credentials: Json,
			typeName: string,
			options: Loose,
			workflow: Loose,
			node: Loose,
		) {
			const { authenticate } = types.credential(typeName);
			if (typeof authenticate === 'function') return await authenticate(credentials, options);
			return applyGeneric(authenticate, credentials, options, workflow, node);
		}

		async getDecrypted(
			_: Loose,
			__: Loose,
			type: string,
			mode: string,
			executeData: Loose,
			raw?: boolean,
			at?: Loose,
		) {
			if (raw) return data;
			const full = NodeHelpers.getNodeParameters(
				types.credential(type).properties,
				data,
				true,
				false,
				null,
				null,
			);
			for (const key of ['allowedHttpRequestDomains', 'allowedDomains']) full[key] ??= data[key];
			if (!at) return full;
			const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = at;
			return workflow.expression.getParameterValue(
				full,
				runExecutionData,
				runIndex,
				itemIndex,
				node.name,
				connectionInputData,
				mode,
				{},
				executeData,
				false,
				full,
			);
		}
	}
	return new RequestCredentials();
}

function applyGeneric(
	authenticate: Loose,
	credentials: Json,
	options: Loose,
	workflow: Loose,
	node: Loose,
): Loose {
	const resolve = (value: string): string => {
		if (!value.startsWith('=')) return value;
		const keys = { $credentials: credentials };
		return String(
			workflow.expression.getSimpleParameterValue(node, value, 'internal', keys, undefined, '') ||
				'',
		);
	};
	for (const [part, entries] of Object.entries(authenticate?.properties ?? {})) {
		options[part] ??= {};
		for (const [key, value] of Object.entries(entries as Record<string, string>)) {
			options[part][resolve(key)] = resolve(value);
		}
	}
	return options;
}
