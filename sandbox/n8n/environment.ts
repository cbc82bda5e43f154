import { delimiter, dirname } from 'node:path';

import { nodeBinary } from './node.ts';

interface EnvironmentOptions {
	userFolder: string;
	port: number;
	brokerPort: number;
	/** Folders whose files workflows may read and write. */
	fileFolders: string[];
}

/** The environment of n8n: it keeps everything in one folder, and asks neither the network nor the user for anything. */
export function environmentFor({
	userFolder,
	port,
	brokerPort,
	fileFolders,
}: EnvironmentOptions): NodeJS.ProcessEnv {
	return {
		...inherited(),
		// n8n starts its task runner with the first "node" on the path
		PATH: [dirname(nodeBinary()), process.env.PATH].join(delimiter),
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_RESTRICT_FILE_ACCESS_TO: fileFolders.join(';'),
		N8N_SECURE_COOKIE: 'false',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_LOG_LEVEL: 'info',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		// The last two run no workflow, and take a sixth of the CPU time of a start
		N8N_DISABLED_MODULES: 'mcp-registry,instance-ai,agents',
	};
}

/** Keeps the settings of another n8n on this machine, and npm's own, from the sandbox. */
function inherited(): NodeJS.ProcessEnv {
	const foreign =
		/^(N8N_|DB_|EXECUTIONS_|QUEUE_|CREDENTIALS_|NODES_|npm_|NODE_OPTIONS$|NODE_ENV$|JEST_)/;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
