/** Hostile replies of a service or a proxy: they cannot harm n8n. */
import { describe, expect, test } from '@jest/globals';

import type { Json } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { BASE, setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import type { RawReply } from '../../support/engine/scriptedService';
import { DECLARED } from '../../support/security/fieldTargets';
import { LISTS } from '../../support/security/requestChecks';

/** Its expressions are evaluated in the process of the node, so that they see its prototypes. */
const scripted = setUpScriptedEngine();

const POLLUTION =
	'"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"prototype":{"polluted":"yes"},"toString":1,"hasOwnProperty":1';

/** A reply with every shape that an operation reads, each with such keys. */
const polluted = (): RawReply => {
	const record = `{${POLLUTION},"id":7,"shorturl":"${BASE}/s7","longurl":"https://example.com/landing"}`;
	const counts = ['topCountries', 'topReferrers', 'topBrowsers', 'topOs']
		.map((name) => `"${name}":{${POLLUTION},"X":"1"}`)
		.join(',');
	const lists = LISTS.map((key) => `"${key}":[${record}]`).join(',');
	return {
		content: `{"error":0,"message":"Done.",${POLLUTION},"id":7,"details":${record},"data":{${POLLUTION},${counts},${lists},"maxpage":1}}`,
	};
};

/** Expects runs whose result would show a polluted prototype in the engine's process. */
async function isSound(): Promise<void> {
	const parameters = { resource: 'account', operation: 'get' };
	scripted.service.answer(() => ({ content: '{"error":0,"data":{"id":1}}' }));
	const { outputs, error } = await scripted.engine.run({ parameters, items: [{}] });
	expect(error).toBeUndefined();
	expect(outputs[0]?.[0]?.json).toEqual({ id: 1 });
	const shortUrl = `=${BASE}/{{ [].polluted || "clean" }}`;
	const search = { resource: 'link', operation: 'getByShortUrl', shortUrl };
	await scripted.engine.run({ parameters: search, items: [{}] });
	expect(scripted.service.requests.at(-1)?.query.short).toBe(`${BASE}/clean`);
}

describe.each(ENTRY_POINTS)(
	'Keys such as __proto__ in a reply, through the entry point %s',
	(entryPoint) => {
		test.each(DECLARED)('$name', async ({ parameters, fields }) => {
			const outputs = fields.some(({ name }) => name === 'output') ? ['simple', 'raw'] : [''];
			for (const output of outputs) {
				scripted.service.answer(polluted);
				const run = await scripted.engine.run({
					parameters: { ...parameters, output },
					items: [{ shortUrl: `${BASE}/s7` }],
					entryPoint,
				});
				expect(run.leaks).toEqual([]);
				expect(run.error).toBeUndefined();
			}
		});

		test('change no prototype in n8n', isSound);
	},
);

test.each(['__proto__', 'toString'])(
	'%s is not accepted as a resource or an operation',
	async (name) => {
		for (const entryPoint of ENTRY_POINTS) {
			for (const parameters of [
				{ resource: name, operation: 'get' },
				{ resource: 'link', operation: name },
			]) {
				scripted.service.answer(polluted);
				const { leaks } = await scripted.engine.run({ parameters, entryPoint });
				expect(leaks).toEqual([]);
				// What n8n's routing engine sends without an operation: no path, and no other host
				const lines = scripted.service.requests.map(({ method, url }) => `${method} ${url}`);
				expect(lines.filter((line) => line !== `GET ${BASE}/`)).toEqual([]);
			}
		}
		await isSound();
	},
);

// The client reads a reply, whichever entry point asks
describe('A reply', () => {
	const ACCOUNT = { resource: 'account', operation: 'get' };
	const LINKS = { resource: 'link', operation: 'getAll', returnAll: true };
	const TOO_DEEP = 'The reply is nested too deeply to be read';
	const MB = 1024 * 1024;
	const deep = `${'{"a":['.repeat(100_000)}1${']}'.repeat(100_000)}`;

	test.each<[string, string, Json, string]>([
		['a record', `{"error":0,"data":${deep}}`, ACCOUNT, TOO_DEEP],
		['a list', `{"data":{"urls":[{"id":1,"x":${deep}}],"maxpage":1}}`, LINKS, TOO_DEEP],
		['a refusal', `{"error":1,"message":${deep}}`, ACCOUNT, 'The service refused this request'],
	])('that is nested very deep is an error that says so: %s', async (...given) => {
		const [, content, parameters, message] = given;
		scripted.service.answer(() => ({ content }));
		const { error } = await scripted.engine.run({ parameters, items: [{}] });
		expect(error?.message).toBe(`${message} [item 0]`);
		await isSound();
	});

	test('of 50 MB comes out, and its refusal becomes a short error', async () => {
		const text = 'x'.repeat(50 * MB);
		const run = async (content: string) => {
			scripted.service.answer(() => ({ content }));
			return await scripted.engine.run({ parameters: ACCOUNT, keep: 0 });
		};
		const good = await run(`{"error":0,"data":{"text":"${text}"}}`);
		expect(good.error).toBeUndefined();
		expect(good.counts).toEqual([1]);
		const { error, recordLength } = await run(`{"error":1,"message":"${text}"}`);
		expect(error?.message.length).toBeLessThan(1000);
		expect(recordLength).toBeLessThan(20_000);
	});
});
