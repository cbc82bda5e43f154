/** The node as tools of n8n's MCP Server Trigger, called by an MCP client as AI applications are. */
import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { type McpTool, textOf, withMcpServer } from '../../support/n8n/mcp';
import { publish, until } from '../../support/n8n/published';
import { exampleOf, installation, reset, state } from './installation';

const TOKEN = 'a-token-of-the-tests';

/** Publishes a workflow with an MCP server. @returns the address of the server */
async function publishServer(workflow: Workflow): Promise<string> {
	const { server } = installation;
	const credential = await server.client.saveCredential({
		name: 'Token',
		type: 'httpBearerAuth',
		data: { token: TOKEN },
	});
	const trigger = workflow.nodes.find(({ type }) => type.endsWith('.mcpTrigger'))!;
	trigger.credentials = { httpBearerAuth: credential };
	await publish(server, workflow);
	const url = `${server.url}/mcp/${String(trigger.parameters.path)}`;
	await until(async () => (await fetch(url, { method: 'POST' })).status !== 404);
	return url;
}

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
		url = await publishServer(exampleOf('mcp-server'));
	});

	test('lists its tools with names, descriptions and arguments that tell what they do', async () => {
		const { tools } = await withMcpServer(url, TOKEN, async (client) => await client.listTools());
		expect(shown(tools)).toMatchSnapshot();
	});

	test('a model creates a link, and reads its clicks', async () => {
		const shortUrl = `${installation.service.url}/mcp`;
		await withMcpServer(url, TOKEN, async (client) => {
			const shorten = async (args: object) =>
				JSON.parse(
					textOf(await client.callTool({ name: 'Shorten_Link', arguments: { ...args } })),
				) as object[];
			const asked = { Long_URL: 'https://www.example.com/mcp', Alias: 'mcp' };
			const made = { id: expect.any(Number) as number, shorturl: shortUrl };
			expect(await shorten(asked)).toEqual([{ ...made, created: true }]);
			// The second call creates nothing, also for an address without an alias
			expect(await shorten(asked)).toEqual([{ ...made, created: false }]);
			const chosen = { Long_URL: 'https://www.example.com/mcp/2', Alias: '' };
			const [link] = await shorten(chosen);
			expect(await shorten(chosen)).toEqual([{ ...link, created: false }]);
			expect(await installation.service.control('/state?counts=1')).toMatchObject({ links: 2 });
			for (let click = 0; click < 3; click++) await fetch(shortUrl, { redirect: 'manual' });
			const found = await client.callTool({
				name: 'Look_Up_Short_URL',
				arguments: { Short_URL: shortUrl },
			});
			expect(JSON.parse(textOf(found))).toMatchObject([
				{ shorturl: shortUrl, longurl: 'https://www.example.com/mcp', clicks: 3 },
			]);
		});
	});

	test("the model reads the service's reason when a link is refused, and nothing is made", async () => {
		const refused = await withMcpServer(
			url,
			TOKEN,
			async (client) =>
				await client.callTool({
					name: 'Shorten_Link',
					arguments: { Long_URL: 'https://www.example.com/other', Alias: 'mcp' },
				}),
		);
		expect(textOf(refused)).toMatch(/alias/i);
		const { links } = await state();
		expect(links.filter(({ alias }) => alias === 'mcp')).toHaveLength(1);
	});
});
