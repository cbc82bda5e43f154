/** The node as tools of n8n's MCP Server Trigger, called by the MCP client that n8n itself brings, as AI applications use it. */
import { createRequire } from 'node:module';

import { publish, until } from '../../support/n8n/published';
import { exampleOf, installation, reset } from './installation';

interface Client {
	connect(transport: object): Promise<void>;
	close(): Promise<void>;
	listTools(): Promise<{
		tools: Array<{ name: string; description: string; inputSchema: { properties: object } }>;
	}>;
	callTool(call: {
		name: string;
		arguments: object;
	}): Promise<{ content: Array<{ text: string }> }>;
}

const requireOfN8n = createRequire(require.resolve('../../../sandbox/package.json'));
const { Client: McpClient } = requireOfN8n('@modelcontextprotocol/sdk/client/index.js') as {
	Client: new (about: { name: string; version: string }) => Client;
};
const { StreamableHTTPClientTransport } = requireOfN8n(
	'@modelcontextprotocol/sdk/client/streamableHttp.js',
) as {
	StreamableHTTPClientTransport: new (url: URL, options: { requestInit: RequestInit }) => object;
};

const TOKEN = 'a-token-of-the-tests';

describe('The example mcp-server', () => {
	const client = new McpClient({ name: 'test', version: '1.0.0' });
	beforeAll(async () => {
		await reset({ links: 20 });
		const { server } = installation;
		const workflow = exampleOf('mcp-server');
		const trigger = workflow.nodes.find(({ type }) => type.endsWith('.mcpTrigger'))!;
		const token = { name: 'Token', type: 'httpBearerAuth', data: { token: TOKEN } };
		trigger.credentials = { httpBearerAuth: await server.client.saveCredential(token) };
		await publish(server, workflow);
		const url = `${server.url}/mcp/${String(trigger.parameters.path)}`;
		await until(async () => (await fetch(url, { method: 'POST' })).status !== 404);
		const requestInit = { headers: { Authorization: `Bearer ${TOKEN}` } };
		await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
	});
	afterAll(async () => await client.close());

	test('lists its tools with names, descriptions and arguments that tell what they do', async () => {
		const { tools } = await client.listTools();
		const shown = tools.map(({ name, description, inputSchema: { properties } }) => ({
			...{ name, description, properties },
		}));
		expect(shown.sort((a, b) => a.name.localeCompare(b.name))).toMatchSnapshot();
	});

	test('a model creates each link once, reads its clicks, and what was refused or not found', async () => {
		const shortUrl = `${installation.service.url}/mcp`;
		const call = async (name: string, args: Record<string, string>) => {
			const { content } = await client.callTool({ name, arguments: args });
			const told = content.map(({ text }) => text).join('\n');
			expect(told.length).toBeLessThan(3_000);
			return told;
		};
		const shorten = async (page: string, alias: string) =>
			await call('Shorten_Link', { Long_URL: `https://www.example.com/${page}`, Alias: alias });
		const lookUp = async (url: string) => await call('Look_Up_Short_URL', { Short_URL: url });
		// The second call creates nothing, also for an address without an alias
		for (const [page, alias, shorturl] of [
			['mcp', 'mcp', shortUrl],
			['2', '', expect.any(String)],
		]) {
			const [link] = JSON.parse(await shorten(page, alias)) as object[];
			expect(link).toEqual({ id: expect.any(Number), shorturl, created: true });
			expect(JSON.parse(await shorten(page, alias))).toEqual([{ ...link, created: false }]);
		}
		for (let click = 0; click < 3; click++) await fetch(shortUrl, { redirect: 'manual' });
		const clicked = { shorturl: shortUrl, longurl: 'https://www.example.com/mcp', clicks: 3 };
		expect(JSON.parse(await lookUp(shortUrl))).toMatchObject([clicked]);
		const most = JSON.parse(await call('Most_Clicked_Links', { Keyword: '' })) as object[];
		expect(most).toMatchObject([clicked, ...Array<object>(9).fill({ clicks: 0 })]);

		expect(await shorten('other', 'mcp')).toMatch(/alias/i);
		expect(await lookUp(`${shortUrl}-2`)).toMatch(/No (link|record)/);
		const none = await call('Most_Clicked_Links', { Keyword: 'no such word' });
		expect(none).toContain('No record was found');
		expect(await installation.service.control('/state?counts=1')).toMatchObject({ links: 22 });
	});
});
