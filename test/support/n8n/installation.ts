/** A whole installation for one test file: the link service, the pinned n8n with the packed node, a credential. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { credentialType } from '../../../sandbox/demo/example.ts';
import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { type Execution, runWorkflow } from '../../../sandbox/n8n/executions.ts';
import { type N8nServer, startN8n } from '../../../sandbox/n8n/server.ts';
import { FEWER_ISOLATES } from '../engine';
import { type RunningService, startService } from '../service';

export const root = resolve(__dirname, '../../..');

const LOG = 'n8n.log';

export interface Installation {
	service: RunningService;
	/** Replaced by a restart. */
	server: N8nServer;
	/** A folder that workflows may write to; removed at the end. */
	folder: string;
	credential: { id: string; name: string };
	/** Imports the workflow and runs it. Default trigger: "Start" */
	run(workflow: Workflow, trigger?: string): Promise<Execution>;
	/** The requests to the link service since the last call. */
	requests(): Promise<Array<{ method: string; path: string }>>;
	/** Kills n8n with SIGKILL and starts it again with the same data. */
	restart(whileDown?: () => Promise<unknown>): Promise<void>;
}

/**
 * Starts an installation before the tests of a file and stops it after the last; filled in before the first.
 *
 * @param serviceArgs arguments of the link service, e.g. its limit
 * @param environment settings of n8n in addition to those of the sandbox
 */
export function setUpInstallation(
	serviceArgs: string[] = ['--limit', '0'],
	environment: NodeJS.ProcessEnv = {},
): Installation {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'link-management-')));
	const installation = {
		folder,
		run: async (workflow, trigger = 'Start') => {
			const { client } = installation.server;
			await client.saveWorkflow(workflow);
			return await runWorkflow(client, workflow.id, trigger);
		},
		requests: async () => {
			const { control } = installation.service;
			const sent = await control<Array<{ method: string; path: string }>>('/requests');
			await control('/requests', { method: 'DELETE' });
			return sent;
		},
		restart: async (whileDown) => {
			process.kill(-installation.server.pid, 'SIGKILL');
			await installation.server.ended;
			await whileDown?.();
			installation.server = await startServer(folder, environment);
		},
	} as Installation;
	beforeAll(async () => {
		installation.service = await startService(serviceArgs);
		installation.server = await startServer(folder, environment);
		const { client } = installation.server;
		installation.credential = await client.saveCredential(credentialOf(installation.service));
	});
	afterAll(async () => {
		await Promise.all([installation.server?.stop(), installation.service?.stop()]);
		keepLog(folder);
		rmSync(folder, { recursive: true, force: true });
	});
	return installation;
}

/** Keeps n8n's log in `.sandbox/logs`, named after the test file. CI uploads it when a test fails. */
function keepLog(folder: string): void {
	const logs = join(root, '.sandbox', 'logs');
	mkdirSync(logs, { recursive: true });
	copyFileSync(
		join(folder, LOG),
		join(logs, `${basename(expect.getState().testPath ?? 'n8n', '.test.ts')}.log`),
	);
}

async function startServer(folder: string, environment: NodeJS.ProcessEnv): Promise<N8nServer> {
	return await startN8n({
		userFolder: folder,
		tarball: packedNode(),
		logFile: join(folder, LOG),
		fileFolders: [join(root, 'examples', 'data'), folder],
		environment: {
			...{ ...patientPatterns, ...withoutEditor, ...FEWER_ISOLATES },
			...{ ...ofAnother, ...environment },
		},
	});
}

const patientPatterns = {
	NODE_OPTIONS: `--import ${pathToFileURL(join(root, 'test/support/patientPatterns.mjs')).href}`,
};

/** At each start, n8n copies its editor, which takes a fifth of the CPU time. */
export const withoutEditor = { N8N_DISABLE_UI: 'true' };

/** An n8n other than the sandbox's (N8N_DIR) may not know the modules that are switched off there, or need its editor. */
const ofAnother =
	process.env.N8N_DIR === undefined ? {} : { N8N_DISABLED_MODULES: '', N8N_DISABLE_UI: 'false' };

export function credentialOf({ url, key }: { url: string; key: string }) {
	return {
		name: 'Link Management account',
		type: credentialType,
		data: { baseUrl: url, apiKey: key },
	};
}

/** What `npm pack` made of this checkout (npm test packs it first). */
export function packedNode(): string {
	const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
		string,
		string
	>;
	return join(root, '.sandbox', `${name}-${version}.tgz`);
}
