/** Every workflow of `examples/`, run in a real n8n. */
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { storedExample } from '../../../sandbox/demo/example.ts';
import { importExamples } from '../../../sandbox/demo/imports.ts';
import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { publishForm, submitForm } from '../../support/n8n/form';
import { root } from '../../support/n8n/installation';
import { chat } from '../../support/n8n/model';
import {
	exampleOf,
	installation,
	removeFaults,
	reset,
	state,
	succeeded,
	tell,
} from './installation';

const runExample = async (name: string, trigger: string) =>
	await installation.run(exampleOf(name), trigger);

/** What the tools returned to the model in one conversation, and how they were described to it. */
async function talk(workflow: Workflow) {
	await reset({ links: 40 });
	const [longUrl, shortUrl] = [
		'https://www.example.com/spring',
		`${installation.service.url}/spring`,
	];
	const said = `Shorten ${longUrl} as spring`;
	const { execution, question } = await chat(installation.server, workflow, said, [
		[{ tool: 'Shorten_Link', args: { Long_URL: longUrl, Alias: 'spring' } }],
		[{ tool: 'Look_Up_Short_URL', args: { Short_URL: shortUrl } }],
		[{ tool: 'Most_Clicked_Links', args: { Keyword: '' } }],
		[{ tool: 'Shorten_Link', args: { Long_URL: `${longUrl}/2`, Alias: 'spring' } }],
		[{ tool: 'Look_Up_Short_URL', args: { Short_URL: `${shortUrl}-2` } }],
		[{ tool: 'Most_Clicked_Links', args: { Keyword: 'no such word' } }],
		[{ tool: 'Shorten_Link', args: { Long_URL: longUrl, Alias: 'spring' } }],
		`It is ${shortUrl}.`,
	]);
	expect(execution).toMatchObject(succeeded);
	expect(execution.items('Link Agent')[0]?.json).toMatchObject({ output: `It is ${shortUrl}.` });
	const { messages, tools } = question;
	return {
		told: messages.filter(({ role }) => role === 'tool').map(({ content }) => content),
		tools,
		shortUrl,
	};
}

const checks: Record<string, (name: string) => Promise<void>> = {
	'campaign-launch': async (name) => {
		await reset();
		const execution = await runExample(name, 'Start');
		expect(execution).toMatchObject({ status: 'success' });
		const {
			links,
			campaigns: [campaign],
			channels: [channel],
			channel_items: assigned,
		} = await state();
		expect([campaign?.name, channel?.name]).toEqual(['Summer Launch', 'Summer Launch']);
		const places = ['newsletter', 'instagram', 'linkedin', 'poster'];
		expect(links.map(({ alias }) => alias)).toEqual(
			places.map((place) => `summer-launch-${place}`),
		);
		for (const link of links) expect(link.campaign).toBe(campaign?.id);
		expect(assigned).toMatchObject(links.map(({ id }) => ({ channel: channel?.id, item: id })));
		const sheet = places.map((place) => ({
			Place: place,
			'Short URL': `${installation.service.url}/summer-launch-${place}`,
		}));
		expect(execution.items('Launch Sheet').map(({ json }) => json)).toEqual(sheet);

		const visit = await fetch(sheet[0]!['Short URL'], { redirect: 'manual' });
		const { searchParams } = new URL(visit.headers.get('location')!);
		expect(Object.fromEntries(searchParams)).toEqual({
			utm_source: 'newsletter',
			utm_campaign: 'summer-launch',
		});

		const again = await runExample(name, 'Start');
		expect(again).toMatchObject({ status: 'success' });
		expect(again.items('Launch Sheet').map(({ json }) => json)).toEqual(sheet);
		const after = await state();
		expect([after.links, after.campaigns, after.channels].map(({ length }) => length)).toEqual([
			4, 1, 1,
		]);
	},

	'form-short-link-with-qr': async (name) => {
		await reset();
		const workflow = exampleOf(name);
		const fields = { 'Long URL': 'https://www.example.com/spring', Alias: 'spring' };
		const form = await publishForm(installation.server, workflow);
		const page = await submitForm(form, workflow, fields);
		expect(page).toContain(`${installation.service.url}/spring`);
		const [, image] = /data:image\/png;base64,([^"&]+)/.exec(page)!;
		expect(Buffer.from(image!, 'base64').subarray(1, 4).toString()).toBe('PNG');
		const counts = async () => {
			const { links, qr_codes } = await state();
			return [links.length, qr_codes.length];
		};
		expect(await counts()).toEqual([1, 1]);

		// The second run creates nothing, also for an address without an alias
		expect(await submitForm(form, workflow, fields)).toContain(image);
		expect(await counts()).toEqual([1, 1]);
		const chosen = { ...fields, Alias: '' };
		const shown = await submitForm(form, workflow, chosen);
		expect(await submitForm(form, workflow, chosen)).toBe(shown);
		expect(await counts()).toEqual([2, 2]);

		const other = { ...fields, 'Long URL': 'https://www.example.com/other' };
		expect(await submitForm(form, workflow, other)).toMatch(/lias spring is taken[^[]*</);
		expect(await counts()).toEqual([2, 2]);

		const markup = '"><a/href="https://evil.example">';
		const hostile = [
			{ error: 0, id: 9, shorturl: `${installation.service.url}/${markup}` },
			{ error: 1, message: `Refused ${markup}` },
		];
		for (const [index, body] of hostile.entries()) {
			const fault = { match: { path: '^/api/url/add' }, fault: { kind: 'wrongShape', body } };
			await tell('/faults', fault);
			const address = `https://www.example.com/hostile/${index}`;
			const shown = await submitForm(form, workflow, { 'Long URL': address, Alias: '' });
			expect(shown).toMatch(index === 0 ? /Alias not as requested/ : /Refused/);
			expect(shown).not.toMatch(/<a[ /]href="https:\/\/evil/);
			await removeFaults();
		}
	},

	'agent-shortens-links': async (name) => {
		const workflow = exampleOf(name);
		const { told, tools, shortUrl } = await talk(workflow);
		const [made, found, most, taken, missing, none, again] = told;
		expect(JSON.parse(made!)).toEqual([{ id: 41, shorturl: shortUrl, created: true }]);
		expect(JSON.parse(again!)).toEqual([{ id: 41, shorturl: shortUrl, created: false }]);
		expect(JSON.parse(found!)).toMatchObject([
			{ shorturl: shortUrl, longurl: 'https://www.example.com/spring', clicks: 0 },
		]);
		expect(JSON.parse(most!)).toHaveLength(10);
		expect(taken).toMatch(/alias/i);
		expect(missing).toMatch(/No (link|record)/);
		expect(none).toContain('No record was found');
		for (const content of told) expect(content.length).toBeLessThan(3000);
		for (const { function: shown } of tools) {
			expect(shown.description).toMatch(/short link/);
			for (const { description } of Object.values(shown.parameters.properties))
				expect(description).toMatch(/\w{3}/);
		}
		expect((await state()).links.filter(({ alias }) => alias === 'spring')).toHaveLength(1);

		// before version 3 an agent calls its tools itself, all in its own run
		workflow.nodes.find((node) => node.name === 'Link Agent')!.typeVersion = 2.2;
		const older = await talk(workflow);
		expect(
			older.told.slice(0, 3).map((content) => (JSON.parse(content) as unknown[]).length),
		).toEqual([1, 1, 10]);
	},
};

/** These have tests of their own: bulk, googleSheets, mcp, messages, repeatable and roundTrips in this folder. */
const checkedElsewhere = [
	'bulk-create-from-google-sheets',
	'bulk-create-from-spreadsheet',
	'change-where-links-lead',
	'clean-up-links',
	'feed-to-chat',
	'link-takes-off',
	'mcp-server',
	'nightly-clicks-to-spreadsheet',
	'nightly-sync-of-new-links',
	'qr-codes-for-a-list',
	'qr-tickets-by-email',
	'resumable-bulk',
	'table-as-the-truth',
	'table-as-the-truth-google-sheets',
	'walk-large-account',
	'webhook-shortening-api',
	'weekly-report',
];

test.each(Object.keys(checks))('the example %s', async (name) => await checks[name]!(name));

/** The color of a note that is hardly darker than n8n's canvas. */
const GRAY = 7;

test('every example is tested, has a note that explains it, and no step that creates without looking first', () => {
	const names = readdirSync(join(root, 'examples'))
		.filter((file) => file.endsWith('.json'))
		.map((file) => basename(file, '.json'));
	expect(names.sort()).toEqual([...Object.keys(checks), ...checkedElsewhere].sort());
	for (const name of names) {
		const { nodes } = exampleOf(name);
		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes[0]?.parameters.content).toMatch(/^## .+\n.+/);
		expect(notes.map(({ parameters }) => parameters.color)).not.toContain(GRAY);
		const ofNode = nodes.filter(({ type }) => /\.linkManagement(Tool)?$/.test(type));
		for (const { parameters } of ofNode)
			expect(parameters.operation ?? 'create').not.toBe('create');
	}
});

test('npm start replaces the examples that nobody edited, and keeps the others', async () => {
	const { client } = installation.server;
	const [imported, edited] = ['weekly-report', 'campaign-launch'].map((name) =>
		storedExample(name),
	);
	/** Saves the example with another text in its first note. */
	const saveWith = async (workflow: Workflow, content: string) => {
		const [note, ...nodes] = workflow.nodes;
		const changed = { ...note!, parameters: { ...note!.parameters, content } };
		await client.saveWorkflow({ ...workflow, nodes: [changed, ...nodes] });
	};
	const noteOf = async ({ id }: Workflow) =>
		(await client.request<Workflow>('GET', `/workflows/${id}`)).nodes[0]!.parameters.content;
	for (const workflow of [imported!, edited!]) await saveWith(workflow, 'As an earlier version');
	const versions = join(installation.folder, 'examples.json');
	const entries = await Promise.all(
		[imported!, edited!].map(async ({ id }) => [id, await client.versionOf(id)]),
	);
	writeFileSync(versions, JSON.stringify(Object.fromEntries(entries)));
	await saveWith(edited!, 'Edited by the user');

	const data = join(root, 'examples', 'data');
	const input = join(data, 'links.csv');
	const folders = { data, input, files: installation.folder, versions };
	await importExamples(client, installation.credential, folders);
	expect(await noteOf(imported!)).toBe(imported!.nodes[0]!.parameters.content);
	expect(await noteOf(edited!)).toBe('Edited by the user');
	// What was replaced can be edited, too
	await saveWith(imported!, 'Edited later');
	await importExamples(client, installation.credential, folders);
	expect(await noteOf(imported!)).toBe('Edited later');
	expect(await noteOf(edited!)).toBe('Edited by the user');
});
