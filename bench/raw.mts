/** The lower limit: the same requests over kept-alive connections, without n8n. Its own process, so that its cost can be measured. */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

import { measured } from '../test/support/engine/measure.mts';
import type { Json, Measures } from '../test/support/engine/protocol.ts';

export interface RawWork {
	url: string;
	key: string;
	bodies: Json[];
	/** Requests in flight. */
	width: number;
}

export type RawReply = Measures & { items: number };

const agent = new Agent({ keepAlive: true });

async function post({ url, key }: RawWork, body: Json): Promise<unknown> {
	const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
	return await new Promise((resolve, reject) => {
		const sent = request(`${url}/api/url/add`, { method: 'POST', agent, headers }, (reply) => {
			text(reply).then((json) => resolve(JSON.parse(json)), reject);
		});
		sent.on('error', reject);
		sent.end(JSON.stringify(body));
	});
}

async function perform(work: RawWork): Promise<number> {
	let next = 0;
	const lane = async () => {
		for (let index = next++; index < work.bodies.length; index = next++)
			await post(work, work.bodies[index]!);
	};
	await Promise.all(Array.from({ length: work.width }, lane));
	return work.bodies.length;
}

process.on('message', (work: RawWork) => {
	void measured(async () => await perform(work)).then(([items, measures]) =>
		process.send?.({ ...measures, items }),
	);
});
process.once('disconnect', () => process.exit());
