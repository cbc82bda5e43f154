/** A mail server on this machine that keeps every email it takes, and the account with which n8n sends to it. */
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

import type { Credential } from '../../../sandbox/n8n/client.ts';

export interface Email {
	subject: string;
	to: { text: string };
	html: string;
	attachments: Array<{ filename: string; contentType: string; cid?: string; content: Buffer }>;
}

// The library with which n8n reads emails
const { simpleParser } = createRequire(require.resolve('../../../sandbox/package.json'))(
	'mailparser',
) as {
	simpleParser(text: string, options: { skipImageLinks: boolean }): Promise<Email>;
};

export class MailServer {
	/** In the order in which they came. */
	readonly emails: Email[] = [];

	/** Recipients that are refused. */
	refused = new Set<string>();

	private readonly server = createServer((socket) => void this.serve(socket));

	async start(): Promise<Credential> {
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
		const { port } = this.server.address() as AddressInfo;
		const address = { host: '127.0.0.1', port, secure: false, disableStartTls: true };
		return { name: 'SMTP account', type: 'smtp', data: { ...address, user: '', password: '' } };
	}

	async stop(): Promise<void> {
		await new Promise((resolve) => this.server.close(resolve));
	}

	/** The commands that n8n's mail library sends (RFC 5321). */
	private async serve(socket: Socket): Promise<void> {
		const reply = (line: string) => socket.write(`${line}\r\n`);
		let message: string[] | undefined;
		reply('220 ready');
		for await (const line of createInterface({ input: socket })) {
			if (message && line === '.') {
				// Otherwise an image with a content ID is put into the HTML
				const options = { skipImageLinks: true };
				this.emails.push(await simpleParser(message.join('\r\n'), options));
				message = undefined;
				reply('250 kept');
			} else if (message) {
				message.push(line.replace(/^\.\./, '.'));
			} else if (/^RCPT/i.test(line) && this.refused.has(/<(.*)>/.exec(line)?.[1] ?? '')) {
				reply('550 There is no such mailbox');
			} else if (/^DATA/i.test(line)) {
				message = [];
				reply('354 go on');
			} else if (/^QUIT/i.test(line)) {
				socket.end('221 bye\r\n');
			} else {
				reply('250 ok');
			}
		}
	}
}
