/**
 * Services that fail on every creation while reading works, and services that act late: how many requests and how much
 * time an item may cost, in virtual time.
 */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { type IDataObject, sleep } from 'n8n-workflow';

import { advanceUntil, useVirtualClock } from '../support/virtual/clock';
import {
	runInVirtualTime,
	type VirtualOutcome,
	type VirtualReply,
	type VirtualRun,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

useVirtualClock();

const PAGE: VirtualReply = { status: 500, body: '<html>Whoops, something went wrong.</html>' };
const GATEWAY_TIMEOUT: VirtualReply = { status: 504, body: '<html>Gateway Timeout</html>' };

/** A service that holds links. */
class Links {
	held: IDataObject[] = [];

	make({ url, custom }: IDataObject): IDataObject {
		const id = this.held.length + 1;
		const date = new Date().toISOString().slice(0, 19).replace('T', ' ');
		const alias = custom ?? `random${id}`;
		const made = { id, alias, shorturl: `https://sho.rt/${String(alias)}`, longurl: url, date };
		this.held.push(made);
		return made;
	}

	list(): VirtualReply {
		return { body: { error: '0', data: { maxpage: 1, urls: [...this.held].reverse() } } };
	}

	/** Makes the link and says so. */
	create(body: IDataObject): VirtualReply {
		const { id, shorturl } = this.make(body);
		return { body: { error: 0, id, shorturl } };
	}
}

let links: Links;
beforeEach(() => void (links = new Links()));

/** Replies to creations by the row, reads work. */
const creating =
	(reply: (row: number, body: IDataObject, tries: number) => ReturnType<VirtualScript>) =>
	(): VirtualScript => {
		const tries = new Map<string, number>();
		return ({ method, body }) => {
			if (method === 'GET') return links.list();
			const url = String(body.url);
			tries.set(url, (tries.get(url) ?? 0) + 1);
			return reply(Number(url.split('/').pop()), body, tries.get(url)!);
		};
	};
const failing = creating(() => PAGE);

const urlOf = (row: number) => `https://example.com/${row}`;
const rows = (count: number): VirtualRun => ({
	resource: 'link',
	operation: 'create',
	items: Array.from({ length: count }, (_, row) => ({ url: urlOf(row) })),
});

const failedRows = ({ items }: VirtualOutcome) =>
	items.flatMap(({ error }, row) => (error ? [row] : []));

describe('A service that fails on every creation while reading works', () => {
	test('costs twelve rows at most 48 requests and 30 seconds', async () => {
		const outcome = await runInVirtualTime({ ...rows(12), continues: true }, failing());
		expect(failedRows(outcome)).toHaveLength(12);
		expect(outcome.requests.length).toBeLessThanOrEqual(48);
		expect(outcome.took).toBeLessThanOrEqual(30_000);
		for (const { error } of outcome.items)
			expect(error).toMatch(/used-up plan or a value of this item/);
	});

	test('is distinguished from an outage, in which reading fails, too', async () => {
		const outcome = await runInVirtualTime({ ...rows(3), continues: true }, () => PAGE);
		for (const { error } of outcome.items) {
			expect(error).toMatch(/is not known/);
			expect(error).not.toMatch(/used-up plan/);
		}
	});
});

describe('A service that acts late', () => {
	test('makes one link when it acts half a minute after a gateway gave up', async () => {
		const script = creating((_, body) => {
			void sleep(29_000).then(() => links.make(body));
			return GATEWAY_TIMEOUT;
		});
		const outcome = await runInVirtualTime(rows(1), script());
		await advanceUntil(sleep(60_000));
		expect(outcome.items[0]?.json).toMatchObject({ id: 1 });
		expect(links.held).toHaveLength(1);
	});
});
