/**
 * Creations whose answer is lost, at services that behave differently: the right item gets the record, or its error
 * says that nobody knows; no record is created twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import type { Json, RunRequest } from '../../support/engine';
import { setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import type { Script, ScriptedReply } from '../../support/engine/scriptedService';
import { runSideBySide } from '../../support/sideBySide';

const BUSY: ScriptedReply = { status: 503, content: '{"error":1,"message":"Busy."}' };

/** A service that stores links. Tests change how it behaves. */
class Links {
	held: Json[] = [];
	nextId = 1;
	/** How far its clock is ahead, in ms, and whether the `Date` header of its replies shows it. */
	clockAhead = 0;
	tellsDate = true;
	oldestFirst = false;
	pageSize = 100;
	/** Its reply to a creation. Default: the record */
	creation = (made: Json): ScriptedReply | Promise<ScriptedReply> => ({
		error: 0,
		id: made.id as number,
		shorturl: made.shorturl as string,
	});
	/** A reply that replaces the list; undefined: the list. */
	list: () => ScriptedReply | undefined = () => undefined;

	private get now(): number {
		return Date.now() + this.clockAhead;
	}

	make({ url, custom }: Json, age = 0): Json {
		const id = this.nextId++;
		const alias = custom ?? `random${id}`;
		const date = new Date(this.now - age).toISOString().slice(0, 19).replace('T', ' ');
		const made = { id, alias, shorturl: `https://sho.rt/${String(alias)}`, longurl: url, date };
		this.held.push(made);
		return made;
	}

	isTaken(alias: unknown): boolean {
		return alias !== undefined && this.held.some((link) => link.alias === alias);
	}

	page(number: number): ScriptedReply {
		const instead = this.list();
		if (instead) return instead;
		const all = this.oldestFirst ? this.held : [...this.held].reverse();
		const urls = all.slice((number - 1) * this.pageSize, number * this.pageSize);
		const maxpage = Math.max(1, Math.ceil(all.length / this.pageSize));
		const content = JSON.stringify({ error: '0', data: { currentpage: number, maxpage, urls } });
		return { headers: this.tellsDate ? { date: new Date(this.now).toUTCString() } : {}, content };
	}
}

interface Case {
	name: string;
	/** Input items; default: one link without and one with an alias */
	items?: Json[];
	prepare?: (links: Links) => void;
	/** Replies to the creation with this number, from 1; undefined: the link is created and the reply says so */
	creation: (
		links: Links,
		body: Json,
		count: number,
	) => ScriptedReply | Promise<ScriptedReply> | undefined;
	/** Links that the run creates. Default: one for each item */
	made?: number;
	/** Errors by item. Default: none */
	refused?: Array<[item: number, message: RegExp]>;
	requests?: number;
	/** Of these, creations */
	creations?: number;
	/** The node's Timeout, in ms. */
	timeout?: number;
}

const X = 'https://example.com/x';
const TWO = [{ url: X }, { url: 'https://example.com/y', alias: 'y' }];

const losesReply =
	(number: number): Case['creation'] =>
	(links, body, count) => {
		if (count !== number) return undefined;
		links.make(body);
		return BUSY;
	};
/** The first creation that matches fails without a record. The others are created at once, but their reply is late. */
const lostBeside = (is: (body: Json) => boolean): Case['creation'] => {
	let lost = false;
	return (links, body, count) => {
		if (count === 1) return undefined;
		if (is(body) && !lost) {
			lost = true;
			return BUSY;
		}
		const made = links.make(body);
		return sleep(1500).then(() => links.creation(made));
	};
};

const CASES: Case[] = [
	{
		name: 'an item with the same long URL and an alias is in flight',
		items: [{ url: 'https://example.com/first' }, { url: X }, { url: X, alias: 'other' }],
		creation: lostBeside(({ custom }) => custom === undefined),
	},
	{
		name: 'two equal items, one of which was not created',
		items: [{ url: 'https://example.com/first' }, { url: X }, { url: X }],
		creation: (() => {
			let lost = false;
			return lostBeside(() => (lost = !lost));
		})(),
	},
	{
		name: 'a list with the oldest first, in small pages',
		prepare: (links) => fill(Object.assign(links, { oldestFirst: true, pageSize: 4 }), 23),
		creation: losesReply(1),
	},
	{
		name: 'a service in another time zone',
		prepare: (links) => void (links.clockAhead = 5.75 * 3_600_000),
		creation: losesReply(1),
	},
	{
		name: 'a wrong clock in another time zone without a Date header: the previous record shows it',
		prepare: (links) =>
			Object.assign(links, { clockAhead: -8 * 3_600_000 - 7 * 60_000, tellsDate: false }),
		creation: losesReply(2),
	},
	{
		name: 'a link of two hours ago leads to the same place',
		items: [TWO[1] as Json, { url: X }],
		prepare: (links) => void links.make({ url: X }, 2 * 3_600_000 + 60_000),
		creation: (_, __, count) => (count === 2 ? BUSY : undefined),
	},
	{
		name: 'the service acts after the timeout',
		items: [{ url: X }],
		timeout: 1_000,
		// the record appears with the second look-up
		prepare: (links) => {
			let looks = 0;
			links.list = () => void (++looks === 2 && links.make({ url: X }));
		},
		creation: () => new Promise(() => undefined),
		creations: 1,
	},
	{
		name: 'the list has an unknown shape: the error says that nobody knows, and nothing is sent again',
		items: [{ url: X }],
		prepare: (links) => void (links.list = () => ({ error: 0 })),
		creation: losesReply(1),
		refused: [[0, /^Busy\. Whether the short link was created is not known\. /]],
	},
	{
		name: 'the list can never be read: the error soon says that nobody knows',
		items: [{ url: X }],
		prepare: (links) => void (links.list = () => BUSY),
		creation: losesReply(1),
		refused: [[0, /^Busy\. Whether the short link was created is not known\. /]],
		requests: 1 + 4,
	},
	{
		name: 'the reply to a creation is under "data"',
		items: [{ url: X }, { url: X }],
		prepare: (links) => void (links.creation = (made) => ({ error: 0, data: made })),
		creation: (_, __, count) => (count === 2 ? BUSY : undefined),
	},
];

/** Adds older links. */
function fill(links: Links, count: number): void {
	for (let index = 0; index < count; index++)
		links.make({ url: `https://example.com/old/${index}` }, 86_400_000);
}

const CREATE = {
	resource: 'link',
	operation: 'create',
	url: '={{ $json.url }}',
	additionalFields: { custom: '={{ $json.alias }}' },
};

/** The replies of the service. */
function script(links: Links, creation: Case['creation']): Script {
	let creations = 0;
	return ({ method, query, body }) => {
		if (method === 'GET') return links.page(Number(query.page ?? 1));
		const special = creation(links, body as Json, ++creations);
		if (special) return special;
		if (links.isTaken((body as Json).custom)) return { error: 1, message: 'That alias is taken.' };
		return links.creation(links.make(body as Json));
	};
}

/** Creates the links of the items. */
const requestFor = ({ items = TWO, timeout }: Pick<Case, 'items' | 'timeout'>): RunRequest => ({
	parameters: { ...CREATE, requestOptions: { timeout } },
	items,
	settings: { onError: 'continueRegularOutput' },
});

describe('A creation whose answer is lost creates one record, and its item gets it', () => {
	const scripted = setUpScriptedEngine();
	const resultOf = runSideBySide(CASES, async (testCase) => {
		const links = new Links();
		testCase.prepare?.(links);
		const before = links.held.length;
		const run = await scripted.runApart(requestFor(testCase), script(links, testCase.creation));
		return { ...run, created: links.held.slice(before) };
	});

	test.each(CASES)('$name', (testCase) => {
		const { items = TWO, made = items.length, refused = [], requests, creations } = testCase;
		const { reply, requests: sent, created } = resultOf(testCase);
		const results = reply.outputs[0] ?? [];
		expect(results.flatMap(({ json }, item) => (json.error ? [[item, json.error]] : []))).toEqual(
			refused.map(([item, message]) => [item, expect.stringMatching(message)]),
		);
		expect(created).toHaveLength(made);
		const given = results
			.filter(({ json }) => !json.error)
			.map(({ json }) => Number(json.id ?? (json.data as Json).id));
		const isNew = created.map(({ id }) => Number(id));
		expect(given.sort()).toEqual(refused.length > 0 ? [] : isNew.sort());
		if (requests !== undefined) expect(sent).toHaveLength(requests);
		if (creations !== undefined)
			expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(creations);
	});

	test('records are found at a service that was reset and uses IDs and aliases again', async () => {
		const credentials = scripted.newCredentials();
		const create = async (items: Json[], links: Links, creation: Case['creation']) =>
			await scripted.run({ ...requestFor({ items }), credentials }, script(links, creation));
		await create([...TWO, { url: X }], new Links(), () => undefined);
		const links = new Links();
		const { outputs } = await create(TWO, links, losesReply(1));
		expect(outputs[0]?.map(({ json }) => [json.id, json.error])).toEqual([
			[1, undefined],
			[2, undefined],
		]);
		expect(links.held).toHaveLength(2);
	});
});
