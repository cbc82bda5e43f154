/**
 * `node scripts/examples.mjs` writes examples/README.md from the workflows: what each does, its steps, and what to change.
 * With `--check` it only says whether the file is current. The order is that of the README's table.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { offerHelp } from './lib/help.mjs';
import { root } from './lib/workspace.mjs';

offerHelp(`
Usage: node scripts/examples.mjs [--check]

Writes examples/README.md from the workflows. With --check, it only says whether the file is current.
`);

const file = 'examples/README.md';
/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');
/** The version of n8n that the tests run. */
const pinned = JSON.parse(read('sandbox/package.json')).dependencies.n8n;

/**
 * @typedef {{ name: string, type: string, parameters: { content?: string } }} Step
 * @typedef {Record<string, Array<Array<{ node: string }> | null>>} Outputs the connections of a step, by their kind
 */

/** The steps as a diagram, with those of this package in bold. @param {Step[]} steps @param {Record<string, Outputs>} connections */
function diagram(steps, connections) {
	const ids = new Map(steps.map(({ name }, index) => [name, `s${index}`]));
	const isOurs = (/** @type {Step} */ { type }) => type.startsWith('n8n-nodes-link-management.');
	const label = (/** @type {Step} */ step) => (isOurs(step) ? `<b>${step.name}</b>` : step.name);
	const arrows = Object.entries(connections).flatMap(([from, outputs]) =>
		Object.entries(outputs).flatMap(([kind, targets]) =>
			targets.flatMap((nodes) =>
				(nodes ?? []).map(
					({ node }) => `  ${ids.get(from)} ${kind === 'main' ? '-->' : '-.-'} ${ids.get(node)}`,
				),
			),
		),
	);
	const boxes = steps.map((step) => `  ${ids.get(step.name)}["${label(step)}"]`);
	return ['```mermaid', 'flowchart LR', ...boxes, ...arrows, '```'].join('\n');
}

const isNote = (/** @type {Step} */ { type }) => type === 'n8n-nodes-base.stickyNote';

/** A workflow without its notes. @param {string} name of the file, without ".json" @returns {Step[]} */
const stepsOf = (name) =>
	JSON.parse(read(`examples/${name}.json`)).nodes.filter(
		(/** @type {Step} */ step) => !isNote(step),
	);

/**
 * What people build around links and codes: public templates by their number on n8n.io, with the count of their nodes in January
 * 2026 (notes left out), and the example here that does it.
 *
 * @type {Array<[what: string, example: string, template: number, nodes: number]>}
 */
const built = [
	['Registration, personal QR code, email, check-in', 'qr-tickets-by-email', 9280, 27],
	['Registration, badge with QR code as PDF, email', 'qr-tickets-by-email', 11016, 10],
	['Form that answers with a QR code', 'form-short-link-with-qr', 5124, 3],
	['Webhook that answers with a QR code', 'webhook-shortening-api', 4596, 3],
	['Webhook that answers with a short link', 'webhook-shortening-api', 4595, 3],
	['Shortener with redirects, clicks and a dashboard', 'weekly-report', 1093, 27],
	['Sheet, short links and QR codes', 'bulk-create-from-google-sheets', 6407, 4],
	['Feed, post', 'feed-to-chat', 378, 6],
	['UTM link, QR code, weekly report', 'campaign-launch', 2921, 11],
	['Slack mention, agent, short link', 'agent-shortens-links', 6130, 12],
];

const comparison = [
	'| What people build | Here | Nodes | Template | Nodes |',
	'| --- | --- | --- | --- | --- |',
	...built.map(
		([what, example, template, nodes]) =>
			`| ${what} | [\`${example}\`](${example}.json) | ${stepsOf(example).length} | [${template}](https://n8n.io/workflows/${template}) | ${nodes} |`,
	),
].join('\n');

/** The examples that read or write files. */
const onDisk = () =>
	names.filter((name) => stepsOf(name).some(({ type }) => type === 'n8n-nodes-base.readWriteFile'));

/** @param {string} name of the file, without ".json" */
function section(name) {
	const workflow = JSON.parse(read(`examples/${name}.json`));
	/** @type {Step[]} */
	const nodes = workflow.nodes;
	const note = nodes.find(isNote)?.parameters.content ?? '';
	const [, what, how = ''] = /^## .*\n([^]*?)\n\n(\*\*(?:To use it|1\. )[^]*)$/.exec(note) ?? [];
	if (what === undefined) throw new Error(`The note of ${name} does not say how to use it.`);
	const steps = nodes.filter((node) => !isNote(node));
	return [
		`## ${workflow.name}`,
		`[\`${name}.json\`](${name}.json)`,
		what,
		diagram(steps, workflow.connections),
		how,
	].join('\n\n');
}

const listed = [...read('README.md').matchAll(/\]\(examples\/([\w-]+)\.json\)/g)].map(
	([, name = '']) => name,
);
const names = [...new Set(listed)];
const missing = readdirSync(join(root, 'examples'))
	.filter((name) => name.endsWith('.json'))
	.filter((name) => !names.includes(name.slice(0, -'.json'.length)));
if (missing.length > 0) throw new Error(`The README does not list ${missing.join(', ')}.`);

const text = `${[
	'<!-- Written by `node scripts/examples.mjs` from the notes of the workflows -->',
	'# Examples',
	`To import a workflow, open its file, copy all of it, and paste it onto the canvas of a new workflow in n8n. Each is tested in n8n ${pinned}, and a
second run creates nothing twice; a much older n8n may not have each step. The tables that they read are in [\`data\`](data); \`npm start\`
imports all of them. Steps of this package are bold.`,
	`**A disk is needed by** ${onDisk()
		.map((name) => `\`${name}\``)
		.join(', ')}: they read or write files. n8n Cloud does not keep files.
The others work there, too.`,
	'## What people build',
	`The node lists of 7,841 public workflow templates were read. Around links and codes, the largest family (15 templates of 9 to 27 nodes) makes
a personal QR code at a registration and mails it; the most viewed answer a webhook or form with a QR code, or turn a sheet or feed into
short links. One template of each kind, with the number of its nodes without notes:`,
	comparison,
	`In these templates, other services make the codes, and sheets or code keep and count the links; here the link service does that. For a badge
or a PDF, put the node that makes it between *Create or Get QR Code* and *Send Ticket*.`,
	...names.map(section),
].join('\n\n')}\n`;

if (!process.argv.includes('--check')) writeFileSync(join(root, file), text);
else if (read(file) !== text) {
	console.error(`${file} is not current. Run: node scripts/examples.mjs`);
	process.exitCode = 1;
}
