/** The node as tools of n8n's MCP Server Trigger, called by an MCP client as AI applications are. */
import { type McpTool, textOf, withMcpServer } from '../../support/n8n/mcp';
import { publish, until } from '../../support/n8n/published';
import { exampleOf, installation, reset } from './installation';

const TOKEN = 'a-token-of-the-tests';

/** The tools as a model sees them. */
const shown = (tools: McpTool[]) =>
	tools
		.map(({ name, description, inputSchema: { properties = {} } }) => ({
			name,
			description,
			arguments: Object.fromEntries(
				Object.entries(properties).map(([key, { description: text }]) => [key, text]),
			),
		}))
		.sort((a, b) => a.name.localeCompare(b.name));

describe('The example mcp-server', () => {
	let url: string;
	beforeAll(async () => {
		await reset();
		const { server } = installation;
		const workflow = exampleOf('mcp-server');
		const trigger = workflow.nodes.find(({ type }) => type.endsWith('.mcpTrigger'))!;
		const token = { name: 'Token', type: 'httpBearerAuth', data: { token: TOKEN } };
		trigger.credentials = { httpBearerAuth: await server.client.saveCredential(token) };
		await publish(server, workflow);
		url = `${server.url}/mcp/${String(trigger.parameters.path)}`;
		await until(async () => (await fetch(url, { method: 'POST' })).status !== 404);
	});

	test('lists its tools with names, descriptions and arguments that tell what they do', async () => {
		const { tools } = await withMcpServer(url, TOKEN, async (client) => await client.listTools());
		expect(shown(tools)).toMatchSnapshot();
	});

	test("a model creates each link once, reads its clicks, and the service's reason when one is refused", async () => {
		const shortUrl = `${installation.service.url}/mcp`;
		await withMcpServer(url, TOKEN, async (client) => {
			const call = async (name: string, args: Record<string, string>) =>
				textOf(await client.callTool({ name, arguments: args }));
			const shorten = async (page: string, alias: string) =>
				await call('Shorten_Link', { Long_URL: `https://www.example.com/${page}`, Alias: alias });
			// The second call creates nothing, also for an address without an alias
			for (const [page, alias, shorturl] of [
				['mcp', 'mcp', shortUrl],
				['2', '', expect.any(String)],
			])
				for (const created of [true, false])
					expect(JSON.parse(await shorten(page, alias))).toEqual([
						{ id: expect.any(Number), shorturl, created },
					]);
			for (let click = 0; click < 3; click++) await fetch(shortUrl, { redirect: 'manual' });
			expect(JSON.parse(await call('Look_Up_Short_URL', { Short_URL: shortUrl }))).toMatchObject([
				{ shorturl: shortUrl, longurl: 'https://www.example.com/mcp', clicks: 3 },
			]);
			expect(await shorten('other', 'mcp')).toMatch(/alias/i);
		});
		expect(await installation.service.control('/state?counts=1')).toMatchObject({ links: 2 });
	});
});
