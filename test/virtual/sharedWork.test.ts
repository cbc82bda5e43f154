/** Work that runs of one process share: where the run that does it is stopped, one item of the others does it, and not each. */
import { type IDataObject, sleep } from 'n8n-workflow';

import { useVirtualClock } from '../support/virtual/clock';
import { newHost, runInVirtualTime, type VirtualScript } from '../support/virtual/scriptedRun';

useVirtualClock();

const link = (n: number, campaign?: string): IDataObject => ({
	url: `https://example.com/${n}`,
	additionalFields: campaign ? { campaign: { mode: 'name', value: campaign } } : {},
	options: { createMissing: ['campaigns'] },
});
const code = (n: number, name = `Code ${n}`): IDataObject => ({
	name,
	type: 'text',
	data: 'Hello',
});

/** A service whose first request to a path takes three seconds, in which the run that sent it is stopped. */
function stopping(slowPath: string) {
	const stop = new AbortController();
	const sent: string[] = [];
	const made: unknown[] = [];
	const script: VirtualScript = async ({ method, path, body }) => {
		sent.push(`${method} ${path}`);
		if (path === slowPath && sent.filter((one) => one === `${method} ${path}`).length === 1) {
			await sleep(1_000);
			stop.abort();
			await sleep(2_000);
		}
		if (method === 'GET') {
			const records = made.map((name, n) => ({ id: n + 1, name }));
			return { body: { error: 0, data: { maxpage: 1, campaigns: records, qrs: records } } };
		}
		if (path !== '/api/url/add') made.push(body.name);
		return { body: { error: 0, id: made.length || 1, shorturl: 'https://sho.rt/x' } };
	};
	return { stop, sent, made, script };
}

test.each<[string, string, string, (n: number, name?: string) => IDataObject]>([
	['a missing campaign', '/api/campaign/add', 'link create', link],
	['a QR code', '/api/qr/add', 'qrCode createOrGet', code],
	['the list of campaigns', '/api/campaigns', 'link create', link],
])('%s', async (_, path, operation, item) => {
	const { stop, sent, made, script } = stopping(path);
	const [resource, name] = operation.split(' ') as [string, string];
	const given = { resource, operation: name, host: newHost(), continues: true };
	const rows = [
		...Array.from({ length: 8 }, (_, n) => item(n)),
		...Array.from({ length: 8 }, (_, n) => item(n + 8, 'Neu')),
	];
	await Promise.all([
		runInVirtualTime({ ...given, items: [item(99, 'Neu')], signal: stop.signal }, script),
		runInVirtualTime({ ...given, items: rows }, script),
	]);
	expect(made.filter((one) => one === 'Neu').length).toBeLessThanOrEqual(2);
	expect(sent.filter((one) => one === `GET ${path}`).length).toBeLessThanOrEqual(3);
});
