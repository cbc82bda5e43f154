/** The examples that start from a form, a chat or a button; notes and names in all of them; and how npm start brings them into n8n. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { exampleNames, storedExample } from '../../../sandbox/demo/example.ts';
import { importExamples } from '../../../sandbox/demo/imports.ts';
import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { publishForm, submitForm } from '../../support/n8n/form';
import { root } from '../../support/n8n/installation';
import { chat } from '../../support/n8n/model';
import { exampleOf, installation, removeFaults, reset, run, state, tell } from './installation';

test('campaign-launch makes the links of a campaign, and in a second run nothing', async () => {
	await reset();
	const launch = async () => {
		const execution = await run(exampleOf('campaign-launch'));
		return execution.items('Launch Sheet').map(({ json }) => json);
	};
	const launched = await launch();
	const {
		links,
		campaigns: [campaign],
		channels: [channel],
		channel_items: assigned,
	} = await state();
	expect([campaign?.name, channel?.name]).toEqual(['Summer Launch', 'Summer Launch']);
	const places = ['newsletter', 'instagram', 'linkedin', 'poster'];
	expect(links.map(({ alias }) => alias)).toEqual(places.map((place) => `summer-launch-${place}`));
	for (const link of links) expect(link.campaign).toBe(campaign?.id);
	expect(assigned).toMatchObject(links.map(({ id }) => ({ channel: channel?.id, item: id })));
	const sheet = places.map((place) => ({
		Place: place,
		'Short URL': `${installation.service.url}/summer-launch-${place}`,
	}));
	expect(launched).toEqual(sheet);

	const visit = await fetch(sheet[0]!['Short URL'], { redirect: 'manual' });
	const { searchParams } = new URL(visit.headers.get('location')!);
	expect(Object.fromEntries(searchParams)).toEqual({
		utm_source: 'newsletter',
		utm_campaign: 'summer-launch',
	});

	expect(await launch()).toEqual(sheet);
	const after = await state();
	expect([after.links, after.campaigns, after.channels].map(({ length }) => length)).toEqual([
		4, 1, 1,
	]);
});

test('form-short-link-with-qr shows one link and its code for an address, or the reason why not, and nothing of markup', async () => {
	await reset();
	const workflow = exampleOf('form-short-link-with-qr');
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
	const hostile = { error: 0, id: 9, shorturl: `${installation.service.url}/${markup}` };
	for (const [body, text] of [
		[hostile, /Alias not as requested/],
		[{ error: 1, message: `Refused ${markup}` }, /Refused/],
	] as const) {
		const fault = { kind: 'wrongShape', body };
		await tell('/faults', { match: { path: '^/api/url/add' }, fault });
		const address = `https://www.example.com/hostile/${text.source}`;
		const page = await submitForm(form, workflow, { 'Long URL': address, Alias: '' });
		expect(page).toMatch(text);
		expect(page).not.toMatch(/<a[ /]href="https:\/\/evil/);
		await removeFaults();
	}
});

test('the model of agent-shortens-links has the tools of mcp-server, and reads what they did and refused', async () => {
	await reset();
	const toolsOf = ({ nodes }: Workflow) =>
		nodes
			.filter(({ type }) => type.endsWith('.linkManagementTool'))
			.map(({ name, parameters }) => ({ name, parameters }));
	const example = exampleOf('agent-shortens-links');
	expect(toolsOf(example)).toEqual(toolsOf(storedExample('mcp-server')));

	const shortUrl = `${installation.service.url}/spring`;
	const shorten = (page: string) => ({
		tool: 'Shorten_Link',
		args: { Long_URL: `https://www.example.com/${page}`, Alias: 'spring' },
	});
	const answer = `It is ${shortUrl}.`;
	const turns = [shorten('spring'), shorten('other'), shorten('spring'), answer];
	const { execution, told } = await chat(installation.server, example, 'As spring', turns);
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	expect(execution.items('Link Agent')[0]?.json).toMatchObject({ output: answer });
	const [made, taken, again] = told;
	expect(JSON.parse(made!)).toEqual([{ id: 1, shorturl: shortUrl, created: true }]);
	expect(taken).toMatch(/alias/i);
	expect(JSON.parse(again!)).toEqual([{ id: 1, shorturl: shortUrl, created: false }]);
});

/** The color of a note that is hardly darker than n8n's canvas. */
const GRAY = 7;

test.each(exampleNames())(
	'%s has a note that explains it, and no step that creates without looking first',
	(name) => {
		const { nodes } = storedExample(name);
		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes[0]?.parameters.content).toMatch(/^## .+\n.+/);
		expect(notes.map(({ parameters }) => parameters.color)).not.toContain(GRAY);
		const ofNode = nodes.filter(({ type }) => /\.linkManagement(Tool)?$/.test(type));
		for (const { parameters } of ofNode)
			expect(parameters.operation ?? 'create').not.toBe('create');
	},
);

test('npm start replaces the examples that nobody edited, and keeps the others', async () => {
	const { client } = installation.server;
	const [imported, edited] = [storedExample('weekly-report'), storedExample('campaign-launch')];
	/** Saves the example with another text in its first note. */
	const saveWith = async (workflow: Workflow, content: string) => {
		const [note, ...nodes] = workflow.nodes;
		const changed = { ...note!, parameters: { ...note!.parameters, content } };
		await client.saveWorkflow({ ...workflow, nodes: [changed, ...nodes] });
	};
	const noteOf = async ({ id }: Workflow) =>
		(await client.request<Workflow>('GET', `/workflows/${id}`)).nodes[0]!.parameters.content;
	for (const workflow of [imported, edited]) await saveWith(workflow, 'As an earlier version');
	const versions = join(installation.folder, 'examples.json');
	const entries = await Promise.all(
		[imported, edited].map(async ({ id }) => [id, await client.versionOf(id)]),
	);
	writeFileSync(versions, JSON.stringify(Object.fromEntries(entries)));
	await saveWith(edited, 'Edited by the user');

	const data = join(root, 'examples', 'data');
	const input = join(data, 'links.csv');
	const folders = { data, input, files: installation.folder, versions };
	await importExamples(client, installation.credential, folders);
	expect(await noteOf(imported)).toBe(imported.nodes[0]!.parameters.content);
	expect(await noteOf(edited)).toBe('Edited by the user');
	// What was replaced can be edited, too
	await saveWith(imported, 'Edited later');
	await importExamples(client, installation.credential, folders);
	expect(await noteOf(imported)).toBe('Edited later');
	expect(await noteOf(edited)).toBe('Edited by the user');
});
