/** `npm start`, once everything is installed: starts the service and n8n, runs the example, prints the summary, and shuts down. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { readOptions } from '../../scripts/lib/options.mjs';
import { explain, show } from '../../scripts/lib/show.mjs';
import { root, stateFolder, tarballName } from '../../scripts/lib/workspace.mjs';
import { Client } from '../live/client.ts';
import { isYes } from '../live/consent.ts';
import { nameOfRun } from '../live/names.ts';
import { safeText } from '../live/terminal.ts';
import { stopChildren } from '../n8n/child.ts';
import type { N8nClient } from '../n8n/client.ts';
import { type Execution, finished, startWorkflow } from '../n8n/executions.ts';
import { secretIn } from '../n8n/secret.ts';
import { type N8nServer, startN8n } from '../n8n/server.ts';
import { credentialNameOf, plan, removeCreated, type TableOfRun, tableOfRun } from './account.ts';
import { credentialType } from './example.ts';
import { importExamples } from './imports.ts';
import { takeLock } from './lock.ts';
import { isComplete, reportOn, summary, table } from './report.ts';
import { type LinkService, type LocalService, startService } from './service.ts';

const options = readOptions(process.argv.slice(2), process.env);
const data = join(root, 'examples', 'data');
/** For data, logs and the spreadsheet. The tests use another folder. */
const folder = process.env.SANDBOX_FOLDER ?? stateFolder;
/** Length of the local service's rate limit window in seconds. A test uses a shorter one. */
const window = Number(process.env.SANDBOX_WINDOW ?? 60);
const files = join(folder, 'files');
/** The table of the example. At a real service, it is a copy whose long URLs, aliases and campaigns only this run has. */
let input = join(data, 'links.csv');
const output = join(files, 'short-links.xlsx');

const say = (text: string): void => console.log(safeText(text, options.service?.key));

async function main(): Promise<number> {
	await takeLock(join(folder, 'turns', 'start'));
	mkdirSync(files, { recursive: true });
	rmSync(output, { force: true });
	const ofRun = options.service && (await tableFor(options.service));
	if (options.service && !ofRun) return 1;
	const local = options.service ? undefined : await show('Starting the link service', localService);
	const server = await show('Starting n8n', n8n);
	if (new URL(server.url).port !== String(options.port))
		say(`Port ${options.port} is in use; n8n uses another one`);
	const service = options.service ?? local!;
	const workflowId = await prepare(server.client, service);
	say(`\n${whereToLook(server, service)}\n`);
	unfinished = ofRun?.run;
	const execution = await show<Execution>(
		'Running "Create links from a spreadsheet"',
		async (report) => await runExample(server.client, workflowId, local, report),
	);
	const report = reportOn(execution);
	const requests = await local?.inspect<{ requests: number }>('stats');
	const places = { input: relative(root, input), output: relative(root, output) };
	say(`\n${summary(report, { ...places, requests: requests?.requests })}\n`);
	const isClean = !ofRun || (await offerRemoval(service, ofRun, execution));
	if (isClean) unfinished = undefined;
	if (!options.once) {
		say(`Open this run: ${server.url}/workflow/${workflowId}/executions/${execution.id}`);
		await stay(server, local);
	}
	return isComplete(report) && isClean ? 0 : 1;
}

/** Says what the example creates at a real service, and writes its table. @returns undefined when the user does not agree */
async function tableFor(service: LinkService): Promise<TableOfRun | undefined> {
	const ofRun = tableOfRun(readFileSync(input, 'utf8'), nameOfRun('demo-'));
	say(plan(service, ofRun));
	const next =
		'There is no terminal to ask for your consent.\n\nNext: add --yes if you agree with the above.';
	if (!options.yes && !(await isYes('Start?', next))) return undefined;
	await new Client(service, 30).checkKey();
	input = join(files, 'links.csv');
	writeFileSync(input, ofRun.text);
	return ofRun;
}

/** @returns whether nothing is left, or nothing was to be removed */
async function offerRemoval(
	service: LinkService,
	ofRun: TableOfRun,
	execution: Execution,
): Promise<boolean> {
	const question = 'Remove the links and campaigns that this run has created?';
	if (!options.remove && !(process.stdin.isTTY && (await isYes(question, '')))) {
		say(leftOf(ofRun.run));
		return true;
	}
	const client = new Client(service, 30);
	const created = execution.items('Create Short Link').filter(({ json }) => json.created === true);
	const reported = new Set(created.map(({ json }) => String(json.id)));
	const { counts, left } = await show(
		'Removing what this run has created',
		async () => await removeCreated(client, ofRun, reported),
	);
	say(`Removed: ${counts}`);
	if (left.length > 0) say(`Left:\n${left.map((line) => `  ${line}`).join('\n')}`);
	say('');
	return left.length === 0;
}

const leftOf = (run: string): string =>
	`Left: links whose long URL contains ${run}, and campaigns whose name begins with it.`;

/** The addresses and the login, as soon as there is something to open. */
function whereToLook(server: N8nServer, service: LinkService): string {
	const { owner } = server.client;
	const addresses = table([
		['n8n', server.url],
		['Login', `${owner.email} / ${owner.password}`],
		['Link service', service.url],
	]);
	return `${addresses}\n\nOpen the workflows: ${server.url}/home/workflows`;
}

async function localService(): Promise<LocalService> {
	const dataFile = join(folder, 'service', 'links.db');
	if (!options.keep) rmSync(join(folder, 'service'), { recursive: true, force: true });
	mkdirSync(join(folder, 'service'), { recursive: true });
	return await startService({
		dataFile,
		key: secretIn(join(folder, 'service-key')),
		logFile: logFile('service'),
		limit: options.limit,
		window,
		port: options.servicePort,
	});
}

async function n8n(): Promise<N8nServer> {
	return await startN8n({
		userFolder: join(folder, 'n8n'),
		tarball: join(root, tarballName()),
		logFile: logFile('n8n'),
		fileFolders: [data, files],
		port: options.port,
	});
}

/** Imports the examples with a credential for the service. @returns the ID of the workflow to run */
async function prepare(client: N8nClient, service: LinkService): Promise<string> {
	const { url, key } = service;
	const credential = await client.saveCredential({
		name: options.service ? credentialNameOf(service) : 'Link Management account',
		type: credentialType,
		// What is true of the local service, so that no run warns of what other services do
		data: { baseUrl: url, apiKey: key, ...(!options.service && { updatesReplace: 'no' }) },
	});
	const versions = join(folder, 'n8n', 'examples.json');
	return await importExamples(client, credential, { data, input, files, versions });
}

async function runExample(
	client: N8nClient,
	workflowId: string,
	local: LocalService | undefined,
	report: (detail: string) => void,
): Promise<Execution> {
	const rows = readFileSync(input, 'utf8').trim().split('\n').length - 1;
	const countLinks = async () =>
		(await local?.inspect<{ links: number }>('state?counts=1'))?.links ?? 0;
	const before = await countLinks();
	const id = await startWorkflow(client, workflowId, 'Start');
	return await finished(client, id, async () => {
		if (!local) return;
		const { isBudgetSpent } = await local.inspect<{ isBudgetSpent: boolean }>('stats');
		const waiting = isBudgetSpent ? ', waiting for the next window of the rate limit' : '';
		report(`${(await countLinks()) - before} of ${rows}${waiting}`);
	});
}

/** Waits for Ctrl-C, or until one of the two servers ends by itself. */
async function stay(server: N8nServer, local: LocalService | undefined): Promise<never> {
	say('Press Ctrl-C to stop.');
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
/** The run at a real service that has not been removed, or whose removal has not been offered yet. */
let unfinished: string | undefined;

async function end(code: number): Promise<void> {
	if (ending) return;
	ending = true;
	await stopChildren();
	if (unfinished) say(`\n${leftOf(unfinished)}`);
	process.exit(unfinished ? 1 : code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
	process.on(signal, () => void end(0));
process.on('disconnect', () => void end(1));

main().then(end, (error: unknown) => {
	if (ending) return;
	console.error(safeText(`\n${explain(error)}`, options.service?.key));
	void end(1);
});
