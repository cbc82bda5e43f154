/** `npm run test:live`, once everything is installed: tests the nodes against the service of the environment. */
import { join } from 'node:path';

import { liveCommand, readLiveOptions } from '../../scripts/lib/liveOptions.mjs';
import { explain } from '../../scripts/lib/show.mjs';
import { root, stateFolder } from '../../scripts/lib/workspace.mjs';
import { startEngine } from '../../test/support/engine/index.ts';
import { Client, Stopped } from './client.ts';
import { isYes } from './consent.ts';
import { nameOfRun } from './names.ts';
import { writePreset } from './preset.ts';
import { sweep } from './records.ts';
import {
	credentialAdvice,
	habitsTable,
	notMeasuredTable,
	stepsTable,
	timeZoneAdvice,
} from './report.ts';
import { measureAndWalk, REQUESTS } from './run.ts';
import { overAt, Runs } from './runs.ts';
import { safeText } from './terminal.ts';

const options = readLiveOptions(process.argv.slice(2), process.env);
const account = options.service;
const name = nameOfRun();
const say = (text: string): void => console.log(safeText(text, account.key));
/** The tests use another folder. */
const runs = new Runs(join(process.env.SANDBOX_FOLDER ?? stateFolder, 'live'));
const client = new Client(account, options.perMinute, (seconds) => {
	if (seconds > 3) say(`  waiting ${seconds} s for the next window of the rate limit`);
});

let part: 'asking' | 'running' | 'removing' = 'asking';
let isStopped = false;
function stop(): void {
	// A question would wait for its answer
	if (part === 'asking') process.exit(130);
	if (isStopped) return;
	isStopped = true;
	const creates = !options.sweep && !options.readOnly;
	say(`\nStopping.${creates ? ' What was created is removed first.' : ''}`);
	if (part === 'running') client.stop();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
process.on('disconnect', stop);

async function main(): Promise<number> {
	await client.checkKey();
	if (!(await isAllowed())) return 1;
	part = 'running';
	if (options.sweep) return (await removeOwn()) ? 0 : 1;
	const { updateAccount, readOnly } = options;
	if (!readOnly) runs.begin(name);
	let isClean = true;
	const result = await measureAndWalk({
		...{ client, account, name, readOnly, updateAccount },
		startEngine: () => startEngine(),
		onPart: (title) => say(`\n${title} …`),
		onStep: ({ operation, state }) => say(`  ${operation}: ${state}`),
	}).finally(async () => {
		if (!readOnly) isClean = await removeAtEnd();
	});
	const { findings, steps } = result;
	const sent = client.exchanges.length;
	say(`\nOperations\n${stepsTable(steps)}`);
	say(`\nHabits (* differs from the sandbox's default)\n${habitsTable(findings)}`);
	if (findings.differences.length > 0)
		say(`\nReplies to creations\n${findings.differences.map((line) => `  ${line}`).join('\n')}`);
	say(`\nNot measured\n${notMeasuredTable(findings)}`);
	say(`\n${credentialAdvice(findings)}`);
	say(timeZoneAdvice(findings));
	if (options.preset !== undefined) {
		const path = writePreset(root, options.preset, findings);
		say(
			`\nPreset: ${path}. Run the tests against a service like this one: npm run test:engine -- --preset ${options.preset}`,
		);
	}
	const differing =
		findings.differences.length + steps.filter(({ state }) => state === 'differs').length;
	const works = steps.filter(({ state }) => state === 'works').length;
	say(
		`\n${works} of ${steps.length} work, ${differing} differ. ${sent} requests beside those of n8n.`,
	);
	return differing === 0 && isClean ? 0 : 1;
}

function plan(): string {
	const { readOnly, sweep: isSweep } = options;
	const kind = isSweep ? 'sweep' : readOnly ? 'readOnly' : 'full';
	const what = {
		sweep:
			'It removes the records of earlier runs: their names begin with n8n-live- and a time. It changes nothing else.',
		readOnly: 'It reads, and changes nothing.',
		full: `It creates about ten links, and a few campaigns, channels, pixels, QR codes and domains under example.com. Their names
begin with ${name}. It changes and reads them, and removes them at the end, together with what an
earlier run left. If your plan counts creations, it counts these.
Links lead to https://example.com/${name}… It changes nothing else${options.updateAccount ? ', but it sends the email address of the account to the service again' : ''}.`,
	}[kind];
	const minutes = Math.max(1, Math.ceil(REQUESTS[kind] / client.pace));
	return `This runs against ${account.url}, with the account of the key in LINK_MANAGEMENT_KEY.
${what}
It takes about ${REQUESTS[kind]} requests: about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} at ${client.pace} requests a minute. Lists of
many pages take more. Meanwhile, other programs with this key have to wait.`;
}

async function isAllowed(): Promise<boolean> {
	say(plan());
	const next = `There is no terminal to ask for your consent.\n\nNext: run "${liveCommand} -- --yes" if you agree with the above.`;
	return options.yes || (await isYes('Start?', next));
}

/** The same at the end of a run, whose own error matters more than one of the removal. */
async function removeAtEnd(): Promise<boolean> {
	part = 'removing';
	if (isStopped) client.resume();
	return await removeOwn().catch((error: unknown) => {
		say(`  ${explain(error)}\n  Next: run "${liveCommand} -- --sweep" later.`);
		return false;
	});
}

/** Removes what this run and earlier ones created. @returns whether all is gone */
async function removeOwn(): Promise<boolean> {
	say('\nRemoving the records of this and earlier runs …');
	const { removed, left, unread, underWay } = await sweep(client, (run) => runs.isOver(run));
	for (const [kind, count] of removed) say(`  ${count} ${kind.name} removed`);
	for (const { message } of unread) say(`  Not removed: ${message}`);
	for (const line of left) say(`  Left: ${line}`);
	for (const run of underWay)
		say(
			`  Left: records of ${run}, which may be under way. They count as left behind from ${new Date(overAt(run)).toISOString()} on.`,
		);
	// Where there is no such list, there is nothing to remove
	const isClean = left.length === 0 && unread.every(({ isUnavailable }) => isUnavailable);
	if (!isClean) say(`  Next: run "${liveCommand} -- --sweep" later.`);
	else if (removed.size + underWay.size + unread.length === 0) say('  there were none');
	if (isClean) runs.forget(name);
	return isClean;
}

main().then(
	(code) => process.exit(code),
	(error: unknown) => {
		const text = isStopped && error instanceof Stopped ? error.message : explain(error);
		console.error(`\n${safeText(text, account.key)}`);
		process.exit(isStopped ? 130 : 1);
	},
);
