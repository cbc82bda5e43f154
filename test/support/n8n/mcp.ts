/** A client of an MCP server: the library that n8n itself brings, as AI applications use it. */
import { createRequire } from 'node:module';

export interface McpTool {
	name: string;
	description: string;
	inputSchema: { properties?: Record<string, { description?: string; type?: string }> };
}

interface ToolResult {
	content: Array<{ type: string; text: string }>;
}

interface Client {
	connect(transport: object): Promise<void>;
	close(): Promise<void>;
	listTools(): Promise<{ tools: McpTool[] }>;
	callTool(call: { name: string; arguments: object }): Promise<ToolResult>;
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

/** Connects to an MCP server, works with it, and closes the connection. */
export async function withMcpServer<T>(
	url: string,
	token: string,
	work: (client: Client) => Promise<T>,
): Promise<T> {
	const client = new McpClient({ name: 'test', version: '1.0.0' });
	const headers = { Authorization: `Bearer ${token}` };
	await client.connect(
		new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
	);
	try {
		return await work(client);
	} finally {
		await client.close();
	}
}

/** What a tool returned to the model. */
export const textOf = ({ content }: ToolResult): string =>
	content.map(({ text }) => text).join('\n');
