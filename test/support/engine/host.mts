/** The process that holds n8n: takes commands over IPC, one reply each. Started by `startEngine()`. */
import '../patientPatterns.mjs';

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Host } from './context.mts';
import { credentialTest, listSearch, poll } from './editor.mts';
import { captureOutput } from './logs.mts';
import { vitals } from './measure.mts';
import { loadN8n } from './n8n.mts';
import { loadPackages } from './packages.mts';
import type { Command, CommandMessage, Commands, HostMessage, HostSettings } from './protocol.ts';
import { run, type Started } from './run.mts';
import { runTool } from './tool.mts';

type Handlers = {
	[C in Command]: (request: Commands[C]['request'], id: number) => Promise<Commands[C]['reply']>;
};

const say = (message: HostMessage): void => void process.send?.(message);

/** An empty user folder, as for a new n8n; removed at the end. */
function freshUserFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	process.once('disconnect', () => process.exit());
	process.once('SIGTERM', () => process.exit());
	Object.assign(process.env, { N8N_USER_FOLDER: folder, N8N_ENCRYPTION_KEY: 'tests only' });
	return folder;
}

function handlers(host: Host): Handlers {
	const running = new Map<number, Started>();
	return {
		run: async (request, id) =>
			await run(host, request, (started) => running.set(id, started)).finally(() =>
				running.delete(id),
			),
		tool: async (request) => await runTool(host, request),
		listSearch: async (request) => await listSearch(host, request),
		credentialTest: async (request) => await credentialTest(host, request),
		poll: async (request) => await poll(host, request),
		cancel: async ({ id }) => {
			const chosen = [...running].filter(([runId]) => id === undefined || runId === id);
			chosen.forEach(([, started]) => started.cancel());
			return { canceled: chosen.length };
		},
		vitals,
	};
}

async function start(settings: HostSettings): Promise<void> {
	captureOutput();
	const folder = freshUserFolder();
	const n8n = await loadN8n(settings.n8nDir);
	const types = await loadPackages(n8n, settings.packageDirs, folder);
	const handle = handlers({ n8n, types });
	process.on('message', ({ id, command, request }: CommandMessage) => {
		handle[command](request as never, id)
			.then((reply) => say({ id, reply }))
			// The reply itself may be what cannot be sent, such as one that is nested too deeply
			.catch((error: Error) => say({ id, failure: error.stack ?? String(error) }));
	});
	say({ ready: true });
}

start(JSON.parse(process.argv[2] ?? '{}') as HostSettings).catch((error: Error) => {
	say({ id: 0, failure: error.stack ?? String(error) });
	process.exitCode = 1;
	process.disconnect?.();
});
