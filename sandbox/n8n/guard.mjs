/**
 * Preloaded into n8n (node --import). It ends n8n when the process that started it ends, refuses requests from pages of
 * other sites, and tells in each reply which process answers.
 */
import { Server } from 'node:http';

import { foreign } from '../ownRequests.ts';

const graceMs = 15_000;

process.on('disconnect', () => {
	setTimeout(() => process.exit(1), graceMs).unref();
	process.kill(process.pid, 'SIGTERM');
});

/** Forms and webhooks are meant for other pages, and n8n serves its forms in a sandbox, whose origin is "null". */
const forOtherPages = /^\/(form|webhook)(-test|-waiting)?\//;

/** @param {import('node:http').IncomingMessage} request */
function refusalOf({ url = '', headers: { host, origin } }) {
	return foreign({ host, origin: forOtherPages.test(url) ? undefined : origin });
}

// n8n has no place for a check before all of its own routes, so the check precedes the server's listeners
const { emit } = Server.prototype;
Server.prototype.emit = function (event, ...args) {
	if (event !== 'request' && event !== 'upgrade') return emit.call(this, event, ...args);
	const [request, reply] = args;
	const refusal = refusalOf(request);
	if (event === 'request') reply.setHeader('X-Process', process.pid);
	if (refusal === undefined) return emit.call(this, event, ...args);
	if (event === 'upgrade') reply.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
	else reply.writeHead(403, { 'Content-Type': 'text/plain' }).end(`${refusal}\n`);
	return true;
};
