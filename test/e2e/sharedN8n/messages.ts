/**
 * The examples that send something to people or programs: emails, posts in chats, answers of a webhook. The mail server, the
 * chats and the feed are stand-ins on this machine; all nodes are n8n's own.
 */
import { createServer } from 'node:http';

import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { bodyOf, listen } from '../../support/http';
import { publishForm } from '../../support/n8n/form';
import { type Email, MailServer } from '../../support/n8n/mailServer';
import { everySecond, publish, runsOf, unpublish, until } from '../../support/n8n/published';
import {
	assign,
	exampleOf,
	installation,
	nodesOf,
	refuse,
	remembered,
	removeFaults,
	reset,
	run,
	state,
	tell,
} from './installation';

const mail = new MailServer();
let smtp: { id: string; name: string };
beforeAll(async () => {
	smtp = await installation.server.client.saveCredential(await mail.start());
});
afterAll(async () => await mail.stop());

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const isPng = (content: Buffer) => content.subarray(0, 4).equals(PNG);

/** The example with both of its credentials. */
function withMail(name: string): Workflow {
	const workflow = exampleOf(name);
	for (const node of workflow.nodes) if (node.credentials?.smtp) node.credentials.smtp = smtp;
	return workflow;
}

/** The emails since the last call. */
const sent = (): Email[] => mail.emails.splice(0);

test('weekly-report mails the most clicked links, with bars, and without one that is deleted meanwhile', async () => {
	await reset({ links: 30 });
	const { links } = await state();
	for (const [index, count] of [12, 3].entries())
		await tell('/clicks', { id: links[7 + index]!.id, count });
	await refuse(
		{ method: 'GET', path: String.raw`^/api/url/\d+$`, nth: 20 },
		'Link does not exist.',
		1,
	);
	await run(withMail('weekly-report'), 'Every Monday');
	const [email, ...others] = sent();
	expect(others).toEqual([]);
	expect(email!.to.text).toBe('marketing@example.com');
	expect(email!.subject).toMatch(/^Most clicked links, \d{4}-\d\d-\d\d$/);
	const rows = email!.html.split('<tr  >').slice(1);
	// Three more for each link that was clicked: its top country, referrer and browser
	expect(rows).toHaveLength(19 + 2 * 3);
	const { alias } = links[7]!;
	expect(rows[0]).toContain(`${installation.service.url}/${alias}<`);
	expect(rows[0]).toContain('>Page 8<');
	/** What the clicks of a row are from, the figure, and the width and color of its bar. */
	const barOf = (row = '') =>
		/>([\w: ]+)<\/td><td [^>]+><table .*>(\d+)&nbsp;&nbsp;<\/td><td width="(\d+)" bgcolor="([^"]*)".*>(\d+) %</
			.exec(row)!
			.slice(1);
	const [all, part] = ['#3b82f6', '#14b8a6'];
	expect(rows.slice(0, 6).map(barOf)).toEqual([
		['Everywhere', '12', '120', all, '100'],
		['Country: Canada', '12', '120', part, '100'],
		['Referrer: Direct', '12', '120', part, '100'],
		['Browser: Chrome', '12', '120', part, '100'],
		['Everywhere', '3', '30', all, '100'],
		['Country: Canada', '3', '30', part, '100'],
	]);
	// Browsers show a cell of width 0 wider than that
	expect(barOf(rows[8])).toEqual(['Everywhere', '0', '0', '', '0']);
});

describe('qr-tickets-by-email', () => {
	const name = 'qr-tickets-by-email';

	/** The example, with a table in place of the form, as its note says. */
	function withTable(rows: object[]): Workflow {
		const workflow = withMail(name);
		const trigger = nodesOf(workflow).Registration!;
		const jsCode = `return ${JSON.stringify(rows)}.map((json) => ({ json }));`;
		workflow.nodes.push({
			...trigger,
			id: 'start',
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			parameters: {},
		});
		Object.assign(trigger, { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } });
		workflow.connections.Start = { main: [[{ node: 'Registration', type: 'main', index: 0 }]] };
		return { ...workflow, id: 'qrTicketsFromTable' };
	}

	const ticketOf = ({ html }: Email) => /Ticket ([0-9A-F]{12})</.exec(html)?.[1];

	test('everybody gets one email with a ticket of their name, once; whose email fails is named, and gets it the next time', async () => {
		await reset();
		const workflow = withMail(name);
		const form = await publishForm(installation.server, workflow);
		const registration = new FormData();
		for (const [index, value] of ['Ada <b>Lovelace</b>', ' Ada@example.com'].entries())
			registration.set(`field-${index}`, value);
		await fetch(form, { method: 'POST', body: registration });
		await until(async () => (await runsOf(installation.server, workflow)).length === 1);
		await unpublish(installation.server, workflow);
		const [email, ...others] = sent();
		expect(others).toEqual([]);
		expect(email).toMatchObject({
			to: { text: 'ada@example.com' },
			subject: 'Your ticket for Summer Party',
		});
		expect(email!.html).toContain('Dear Ada &#60;b&#62;Lovelace');
		expect(email!.html).toContain('src="cid:ticket"');
		const [{ filename, content, ...attachment }] = email!.attachments as [Email['attachments'][0]];
		expect(filename).toMatch(/^Summer Party.*Ada.*Lovelace.*\.png$/);
		expect(attachment).toMatchObject({ contentType: 'image/png', cid: 'ticket' });
		expect(isPng(content)).toBe(true);

		const rows = [
			{ Name: 'Ada', Email: 'ada@example.com' },
			{ Name: 'Bob', Email: 'bob@example.com' },
			{ Name: 'Bob again', Email: 'BOB@example.com ' },
		];
		mail.refused.add('bob@example.com');
		const failed = await installation.run(withTable(rows));
		expect(failed.error?.message).toMatch(
			/^No ticket was sent to bob@example\.com: .*no such mailbox/,
		);
		expect(sent()).toEqual([]);

		mail.refused.clear();
		await run(withTable(rows));
		const again = sent();
		expect(again.map(({ to }) => to.text)).toEqual(['bob@example.com']);
		const tickets = [email!, again[0]!].map(ticketOf);
		expect(tickets).toEqual([expect.any(String), expect.any(String)]);
		const { qr_codes: codes } = await state();
		expect(codes.map(({ data }) => data)).toEqual(tickets);
		expect((await remembered('Tickets')).map(({ ticket }) => ticket)).toEqual(tickets);

		await run(withTable(rows));
		expect(sent()).toEqual([]);
	});
});

test('feed-to-chat posts a new entry with a link for each place, and with the long address where there is none', async () => {
	await reset();
	/** The texts by the place where they were posted. */
	let posts: Record<string, string> = {};
	let reads = 0;
	const itemOf = (title: string, link: string, at: number) =>
		`<item><title><![CDATA[${title}]]></title><link>${link}</link><pubDate>${new Date(at).toUTCString()}</pubDate></item>`;
	let items = itemOf('Old', 'https://www.example.com/old', Date.now() - 60_000);
	const server = createServer((request, response) => {
		if (request.url === '/feed') {
			reads++;
			response.setHeader('Content-Type', 'application/rss+xml');
			response.end(`<rss version="2.0"><channel><title>Blog</title>${items}</channel></rss>`);
			return;
		}
		void bodyOf(request).then((body) => {
			posts[request.url!.slice(1)] = (JSON.parse(body) as { text: string }).text;
			response.statusCode = request.url === '/gone' ? 404 : 200;
			response.end('ok');
		});
	});
	const local = await listen(server);
	const workflow = withMail('feed-to-chat');
	const { 'New Entry': trigger, Places } = nodesOf(workflow);
	Object.assign(trigger!.parameters, { pollTimes: everySecond, feedUrl: `${local.url}/feed` });
	const names = ['team', 'gone', 'customers'];
	const places = names.map((name) => ({ name, webhook: `${local.url}/${name}` }));
	assign(Places, 'places', `={{ ${JSON.stringify(places)} }}`);
	await publish(installation.server, workflow);
	const runs = async () => await runsOf(installation.server, workflow);
	const publishEntry = async (title: string, link: string, run: number) => {
		items = itemOf(title, link, Date.now() + 60_000 * run) + items;
		await until(async () => (await runs()).length >= run);
	};
	// What is in the feed by then is old
	await until(async () => reads > 0);
	await publishEntry('New & <!channel>', 'https://www.example.com/new?a=1', 1);
	expect(Object.keys(posts).sort()).toEqual([...names].sort());
	for (const [place, text] of Object.entries(posts)) {
		const [, title, shortUrl] = /^(.*) (\S+)$/.exec(text)!;
		expect(title).toBe('New &amp; &lt;!channel&gt;');
		const visit = await fetch(shortUrl!, { redirect: 'manual' });
		const { pathname, searchParams } = new URL(visit.headers.get('location')!);
		expect([pathname, Object.fromEntries(searchParams)]).toEqual([
			'/new',
			{ a: '1', utm_campaign: 'feed', utm_medium: 'chat', utm_source: place },
		]);
	}

	posts = {};
	await refuse({ path: '^/api/url/add', body: 'customers' }, 'Your plan is used up.');
	await publishEntry('Newer', 'https://www.example.com/newer', 2);
	await unpublish(installation.server, workflow);
	await removeFaults();
	await local.stop();
	const { team, gone, customers } = posts;
	for (const text of [team, gone])
		expect(text!.startsWith(`Newer ${installation.service.url}/`)).toBe(true);
	expect(customers).toBe('Newer https://www.example.com/newer');
	for (const { status, error } of await runs()) {
		expect(status).toBe('error');
		expect(error?.message).toMatch(/^Not posted to gone: New/);
	}
});

test('webhook-shortening-api answers with the link, or with the picture, and with nothing of the request', async () => {
	await reset();
	const { client, url } = installation.server;
	const key = { name: 'X-API-Key', value: 'key-of-the-caller' };
	const header = await client.saveCredential({ name: 'Key', type: 'httpHeaderAuth', data: key });
	const workflow = withMail('webhook-shortening-api');
	nodesOf(workflow).Request!.credentials = { httpHeaderAuth: header };
	await publish(installation.server, workflow);
	const ask = async (body: object, path = '', value = key.value) =>
		await fetch(`${url}/webhook/shorten${path}`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', Cookie: 'session=1', [key.name]: value },
			body: JSON.stringify(body),
		});
	const page = { url: 'https://www.example.com/spring' };
	await until(async () => (await ask(page)).status !== 404);

	const answer = await ask(page);
	const { short_url: shortUrl, ...more } = (await answer.json()) as { short_url: string };
	expect(shortUrl.startsWith(`${installation.service.url}/`)).toBe(true);
	expect(more).toEqual({});
	expect(await (await ask({ ...page, alias: 'spring' })).json()).toEqual({
		short_url: `${installation.service.url}/spring`,
	});
	expect((await state()).qr_codes).toEqual([]);

	const picture = await ask(page, '?format=png');
	expect(picture.headers.get('content-type')).toBe('image/png');
	expect(picture.headers.get('short-url')).toBe(shortUrl);
	// A header can't have such letters
	const inGreek = await ask({ ...page, alias: 'άνοιξη' }, '?format=png');
	expect(decodeURI(inGreek.headers.get('short-url')!)).toBe(`${installation.service.url}/άνοιξη`);
	expect(isPng(Buffer.from(await picture.arrayBuffer()))).toBe(true);
	expect(await (await ask(page)).json()).toEqual({ short_url: shortUrl });
	const { links, qr_codes: codes } = await state();
	expect([links.length, codes.length]).toEqual([3, 2]);

	const taken = await ask({ url: 'https://www.example.com/other', alias: 'spring' });
	expect(taken.status).toBe(422);
	expect(await taken.json()).toEqual({ error: expect.stringMatching(/alias spring is taken/) });
	expect((await ask({})).status).toBe(422);
	expect((await ask(page, '', 'another key')).status).toBe(403);
	await unpublish(installation.server, workflow);
});
