/** `npm start`, once everything is installed: starts the service and n8n, runs the example, prints the summary, and shuts down. */
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

import { readOptions } from '../../scripts/lib/options.mjs';
import { explain, show } from '../../scripts/lib/show.mjs';
import { root, stateFolder, tarballName } from '../../scripts/lib/workspace.mjs';
import { stopChildren } from '../n8n/child.ts';
import { type N8nClient, owner } from '../n8n/client.ts';
import { type Execution, finished, startWorkflow } from '../n8n/executions.ts';
import { type N8nServer, startN8n } from '../n8n/server.ts';
import { bulkCreate, credentialType, exampleFor, exampleNames } from './example.ts';
import { takeLock } from './lock.ts';
import { isComplete, reportOn, summary } from './report.ts';
import { type LinkService, type LocalService, startService } from './service.ts';

const options = readOptions(process.argv.slice(2), process.env);
const input = join(root, 'examples', 'data', 'links.csv');
/** For data, logs and the spreadsheet. The tests use another folder. */
const folder = process.env.SANDBOX_FOLDER ?? stateFolder;
const files = join(folder, 'files');
const output = join(files, 'short-links.xlsx');

async function main(): Promise<number> {
	await takeLock(join(folder, 'turns', 'start'));
	mkdirSync(files, { recursive: true });
	rmSync(output, { force: true });
	const local = options.service ? undefined : await show('Starting the link service', localService);
	const server = await show('Starting n8n', n8n);
	if (new URL(server.url).port !== String(options.port))
		console.log(`Port ${options.port} is in use; n8n uses another one`);
	const service = options.service ?? local!;
	const workflowId = await importExamples(server.client, service);
	const execution = await show<Execution>(
		'Running "Bulk create from spreadsheet"',
		async (report) => await runExample(server.client, workflowId, local, report),
	);
	const report = reportOn(execution);
	const requests = await local?.inspect<{ requests: number }>('stats');
	console.log(
		`\n${summary(report, {
			input: relative(root, input),
			output: relative(root, output),
			requests: requests?.requests,
			service: service.url,
			n8n: server.url,
			run: `${server.url}/workflow/${workflowId}/executions/${execution.id}`,
			login: `${owner.email} / ${owner.password}`,
		})}\n`,
	);
	if (!options.once) await stay(server, local);
	return isComplete(report) ? 0 : 1;
}

async function localService(): Promise<LocalService> {
	const dataFile = join(folder, 'service', 'links.db');
	if (!options.keep) rmSync(join(folder, 'service'), { recursive: true, force: true });
	mkdirSync(join(folder, 'service'), { recursive: true });
	return await startService({
		dataFile,
		logFile: logFile('service'),
		limit: options.limit,
		port: 5690,
	});
}

async function n8n(): Promise<N8nServer> {
	const userFolder = join(folder, 'n8n');
	mkdirSync(userFolder, { recursive: true });
	return await startN8n({
		userFolder,
		tarball: join(root, tarballName()),
		logFile: logFile('n8n'),
		fileFolders: [join(root, 'examples', 'data'), files],
		port: options.port,
	});
}

/** Imports all examples with their files and the credential. The example that runs is reset to its version in the repository. */
async function importExamples(client: N8nClient, { url, key }: LinkService): Promise<string> {
	const data = { baseUrl: url, apiKey: key };
	const credential = await client.saveCredential({
		name: 'Link Management account',
		type: credentialType,
		data,
	});
	const workflow = exampleFor({ input, output, credential });
	await client.saveWorkflow(workflow);
	for (const name of exampleNames().filter((other) => other !== bulkCreate)) {
		await client.addWorkflow(
			exampleFor({ input, output: join(files, `${name}.xlsx`), credential }, name),
		);
	}
	return workflow.id;
}

async function runExample(
	client: N8nClient,
	workflowId: string,
	local: LocalService | undefined,
	report: (detail: string) => void,
): Promise<Execution> {
	const countLinks = async () =>
		(await local?.inspect<{ links: number }>('state?counts=1'))?.links ?? 0;
	const before = await countLinks();
	const id = await startWorkflow(client, workflowId, 'Start');
	return await finished(client, id, async () => {
		if (local) report(`${(await countLinks()) - before} links`);
	});
}

/** Waits for Ctrl-C, or until one of the two servers ends by itself. */
async function stay(server: N8nServer, local: LocalService | undefined): Promise<never> {
	console.log('Press Ctrl-C to stop.');
	const reason = await Promise.race([
		server.ended.then((code) => `n8n ended with ${code}. Its log: ${logFile('n8n')}`),
		...(local
			? [
					local.ended.then(
						(code) => `The link service ended with ${code}. Its log: ${logFile('service')}`,
					),
				]
			: []),
	]);
	throw new Error(reason);
}

function logFile(name: string): string {
	return join(folder, 'logs', `${name}.log`);
}

let ending = false;

async function end(code: number): Promise<void> {
	if (ending) return;
	ending = true;
	await stopChildren();
	process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
	process.on(signal, () => void end(0));
process.on('disconnect', () => void end(1));

main().then(end, (error: unknown) => {
	if (ending) return;
	console.error(`\n${explain(error)}`);
	void end(1);
});
