/**
 * A random walk over the rules by which a row finds its link: an account of some kind of domains, at a service with its own idea of
 * aliases, in which the node and colleagues work by turns. The model knows where each link is, and what was sent to it.
 */
import { expect } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { advanceUntil } from '../virtual/clock';
import { BRAND, OTHER_BRAND, UNLISTED, upsertItems, WITHOUT_CASE } from '../virtual/linkRows';
import {
	DEFAULT_DOMAIN,
	type Link,
	LinkService,
	type LinkServiceOptions,
} from '../virtual/linkService';
import type { VirtualOutcome } from '../virtual/scriptedRun';
import { type Choices, choicesOf, inOrder, PLANNED, type WalkProcess } from './seeds';

type Outcome = VirtualOutcome['items'][number];
interface Row extends IDataObject {
	custom: string;
	url: string;
	metatitle?: string;
	password?: string;
	domain?: string;
}

/** Where links without a domain are made, and what shows it. */
interface Account {
	/** '' for the host of the base URL. */
	home: string;
	/** Domains of links that are there at the beginning. '' is the default one. */
	others: string[];
	options?: LinkServiceOptions;
	credentials?: IDataObject;
}
const OWN: LinkServiceOptions = { domains: [BRAND, OTHER_BRAND] };
const REMOVED = 'https://removed.example';

/** The cases of the default domain. */
const ACCOUNTS: Account[] = [
	{ home: '', others: ['', ''], options: OWN },
	{ home: '', others: [''], options: { domains: [BRAND] } },
	{ home: '', others: ['', BRAND], options: { domains: [BRAND] } },
	{ home: '', others: [], options: OWN },
	{ home: '', others: [BRAND], options: { domains: [BRAND] } },
	{ home: '', others: [BRAND, OTHER_BRAND], options: OWN },
	{ home: '', others: ['', REMOVED], options: UNLISTED },
	{ home: DEFAULT_DOMAIN, others: [''], options: OWN },
	{ home: DEFAULT_DOMAIN, others: ['', BRAND], options: OWN },
	{ home: DEFAULT_DOMAIN, others: [BRAND], options: OWN },
	{ home: BRAND, others: ['', OTHER_BRAND], options: OWN },
	{ home: DEFAULT_DOMAIN, others: [BRAND], options: OWN, credentials: { defaultDomain: 'sho.rt' } },
	{ home: BRAND, others: [''], options: OWN, credentials: { defaultDomain: BRAND } },
];

const lower = (alias: string) => alias.toLowerCase();
const slug = (alias: string) => lower(alias).replace(/_/g, '-');

/** What a service takes for one alias. */
const ALIASES: Array<{ options: LinkServiceOptions; same: (alias: string) => string }> = [
	{ options: {}, same: (alias) => alias },
	{ options: { oldestFirst: true, maxPage: 4 }, same: (alias) => alias },
	{ options: WITHOUT_CASE, same: lower },
	{ options: { aliasFor: lower }, same: lower },
	{ options: { aliasFor: slug }, same: slug },
];

const NAMES = ['spring', 'Spring', 'row-1', 'row_1', 'Row-1', 'autumn'];
const STEPS = 16;
const URLS = ['https://example.com/a', 'https://example.com/b'];

/** Whether the default domain was known before a run, and whether a creation of the run shows it: rows are looked for before or after that. */
interface KnownDomain {
	wasKnown: boolean;
	learns: boolean;
}

/** What was last sent to a link, and what the link showed before. */
interface Sent {
	values: string;
	shownBefore: string;
	/** So often in a row, without a run that saw the link as the row has it. */
	times: number;
}

const shownBy = ({ longurl, title }: Link) => JSON.stringify([longurl, title]);
const isAsRow = ({ longurl, title }: Link, { url, metatitle }: Row) =>
	longurl === url && (metatitle === undefined || title === metatitle);
const isMade = ({ action, created }: IDataObject) => action === 'created' || created === true;
const rowName = ({ domain, custom }: Row) => `${domain ?? ''} ${custom}`;

export class LinkWalk {
	private readonly host: string;
	private readonly draw: Choices['draw'];
	private readonly pick: Choices['pick'];
	private service!: LinkService;
	private account!: Account;
	private aliases!: (typeof ALIASES)[number];
	private home = '';
	private at = 0;
	private staticData: IDataObject = {};
	/** What a creation of the process showed. */
	private isShown = false;
	/** What the model knows, by ID of the link or name of the row. It holds no more than the node may know. */
	private sent = new Map<number, Sent>();
	private made = new Map<string, number>();
	/** The long URLs that the execution sent, by ID. */
	private executed = new Map<number, string>();
	private execution = 0;

	constructor(
		seed: number,
		private readonly lines: string[],
		/** Each is used once, so that it knows nothing of the service at first. */
		private readonly processes: readonly WalkProcess[],
	) {
		this.host = `links-${seed}`;
		({ draw: this.draw, pick: this.pick } = choicesOf(seed * 104_729));
	}

	async walk(): Promise<void> {
		const account = this.pick(ACCOUNTS);
		this.account = account;
		this.aliases = this.pick(ALIASES);
		this.home = account.home || `https://${this.host}.example.com`;
		const options = { ...account.options, ...this.aliases.options };
		this.service = new LinkService({ ...options, home: this.home });
		for (const [n, domain] of account.others.entries())
			for (const custom of [`other-${n}`, this.pick(NAMES)])
				this.service.add({ custom, url: this.pick(URLS), ...(domain && { domain }) });
		this.lines.push(JSON.stringify({ account, aliases: ALIASES.indexOf(this.aliases) }));
		for (let step = 0; step < STEPS; step++) {
			await advanceUntil(new Promise((resolve) => setTimeout(resolve, 5_000)));
			await this.pick([
				this.table,
				this.table,
				this.table,
				this.loop,
				this.colleague,
				this.restart,
			])();
		}
	}

	/** Rows whose aliases the service does not take for one. Some domains are given. */
	private rows(): Row[] {
		const rows = Array.from({ length: 1 + this.draw(4) }, (): Row => {
			const domain = this.draw(4) === 0 ? (this.account.options?.domains?.[0] ?? '') : '';
			return {
				custom: this.pick(NAMES),
				url: this.pick(URLS),
				...(this.draw(2) === 0 && { metatitle: this.pick(['One', 'Two']) }),
				...(this.draw(4) === 0 && { password: this.pick(['x', 'y']) }),
				...(domain && { domain }),
			};
		});
		// The default domain may be given, too
		return [...new Map(rows.map((row) => [this.aliases.same(row.custom), row])).values()];
	}

	/** The same table up to three times, with a plan before each run. */
	private readonly table = async (): Promise<void> => {
		const rows = this.rows();
		const operation = this.draw(4) === 0 ? 'createOrGet' : 'upsert';
		for (let times = 1 + this.draw(4); times > 0; times--) {
			this.startExecution();
			await this.run(operation, rows);
			if (this.draw(2) === 0) this.rival(rows[0]!);
		}
	};

	/** A colleague who wants the same again and again of a link that a row changes back. */
	private rival({ custom, domain = this.home }: Row): void {
		const isOfRow = ({ shorturl }: Link) => shorturl === `${domain}/${encodeURIComponent(custom)}`;
		const link = this.service.links.find(isOfRow);
		if (!link) return;
		link.title = 'Rival';
		this.lines.push(`rival: ${link.shorturl}`);
	}

	/** Slices of one execution, which may meet one link several times. */
	private readonly loop = async (): Promise<void> => {
		this.startExecution();
		for (let slices = 2; slices > 0; slices--) await this.run('upsert', this.rows());
	};

	private startExecution(): void {
		this.execution++;
		this.executed = new Map();
	}

	/** Somebody else changes, changes back, deletes or makes links. */
	private readonly colleague = async (): Promise<void> => {
		const { links } = this.service;
		const link = links[this.draw(links.length)];
		const kind = this.draw(5);
		this.lines.push(`colleague ${kind}: ${String(link?.shorturl)}`);
		if (kind === 0 || !link) {
			const domain = this.draw(2) === 0 ? this.account.options?.domains?.[0] : undefined;
			this.service.add({ custom: this.pick(NAMES), url: this.pick(URLS), domain }, 0);
		} else if (kind === 1) this.service.remove(link);
		else if (kind === 2) link.title = this.pick(['One', 'Two', 'Three']);
		else link.longurl = this.pick([...URLS, 'https://example.com/c']);
	};

	/** Process memory gone; static data kept, or gone, too. */
	private readonly restart = async (): Promise<void> => {
		if (this.at + 1 >= this.processes.length) return;
		this.at++;
		this.isShown = false;
		const isKept = this.draw(2) === 0;
		this.lines.push(`restart ${isKept ? 'with' : 'without'} static data`);
		if (isKept) return;
		this.staticData = {};
		this.sent = new Map();
		this.made = new Map();
	};

	private async run(operation: 'upsert' | 'createOrGet', rows: Row[]): Promise<void> {
		const isPlanned = operation === 'upsert' && this.draw(2) === 0;
		const plan = isPlanned ? await this.start(operation, rows, true) : undefined;
		const before = structuredClone(this.service.links);
		const wasKnown = this.isKnown;
		const outcomes = await this.start(operation, rows, false);
		const changed = new Set<number>();
		const learns = outcomes.some(({ json, item }) => isMade(json) && !rows[item]!.domain);
		const domain = { wasKnown, learns };
		for (const outcome of outcomes) {
			const row = rows[outcome.item]!;
			if (plan) this.expectPlanned(plan[outcome.item]!, outcome, domain);
			if (outcome.error !== undefined) this.expectReason(row, outcome.error, before, wasKnown);
			else changed.add(this.expectRow(row, outcome, before, operation, domain));
		}
		const now = new Map(this.service.links.map((link) => [link.id, link]));
		for (const link of before) if (!changed.has(link.id)) expect(now.get(link.id)).toEqual(link);
		const made = this.service.links.filter(({ id }) => before.every((link) => link.id !== id));
		expect(made.every(({ id }) => changed.has(id))).toBe(true);
	}

	private async start(operation: string, rows: Row[], dryRun: boolean): Promise<Outcome[]> {
		const before = [structuredClone(this.service.links), JSON.stringify(this.staticData)];
		const items =
			operation === 'upsert'
				? upsertItems(rows, { dryRun })
				: rows.map(({ url, custom, domain }) => ({ url, additionalFields: { custom, domain } }));
		const outcome = await this.processes[this.at]!.runs.runInVirtualTime(
			{
				...{ resource: 'link', operation, items, continues: true, host: this.host },
				...{ credentials: this.account.credentials, staticData: this.staticData },
				execution: `execution-${this.execution}`,
			},
			this.service.script,
		);
		this.lines.push(JSON.stringify({ operation, dryRun, rows, out: outcome.items }));
		expect(outcome.error).toBeUndefined();
		if (dryRun) expect([this.service.links, JSON.stringify(this.staticData)]).toEqual(before);
		return inOrder(outcome);
	}

	/** A plan that does not warn says what the run does. What the service refuses, no plan knows. */
	private expectPlanned(
		planned: Outcome,
		{ json, error }: Outcome,
		{ wasKnown, learns }: KnownDomain,
	): void {
		if (planned.json.warning !== undefined || error !== undefined) return;
		// The run may learn the default domain by a creation. Where the service ignores case, and shows no alias, it creates what the
		// plan refuses
		if (!wasKnown && (learns || planned.error?.includes('Default Domain'))) return;
		expect(planned.json.action ?? planned.error).toBe(PLANNED[String(json.action)]);
	}

	private sameAddress({ shorturl, alias }: Link, domain: string, row: Row): boolean {
		const { same } = this.aliases;
		return shorturl.startsWith(`${domain}/`) && same(alias) === same(row.custom);
	}

	/** Whether a creation, the credential or the host of the base URL shows the default domain. */
	private get isKnown(): boolean {
		return this.isShown || this.account.credentials !== undefined;
	}

	/** An error is right only where the domain is not known, the alias is taken, or Create or Get finds another long URL. */
	private expectReason(
		{ custom, domain, url }: Row,
		error: string,
		before: Link[],
		wasKnown: boolean,
	): void {
		const similar = before.filter(({ alias }) => slug(alias) === slug(custom));
		expect(similar).not.toEqual([]);
		const api = `https://${this.host}.example.com/`;
		const isDoubtful =
			!wasKnown && !domain && before.some(({ shorturl }) => !shorturl.startsWith(api));
		const others = similar.filter(({ alias, longurl }) => alias !== custom || longurl !== url);
		if (!isDoubtful) expect([error, others]).not.toEqual([error, []]);
	}

	/** @returns the ID of the link that was made or changed; NaN for none */
	private expectRow(
		row: Row,
		{ json }: Outcome,
		before: Link[],
		operation: string,
		{ wasKnown, learns }: KnownDomain,
	): number {
		const id = Number(json.id);
		const old = before.find((link) => link.id === id);
		const link = this.service.links.find((one) => one.id === id)!;
		const isNew = isMade(json);
		expect(isNew).toBe(old === undefined);
		const isOwn = this.made.get(rowName(row)) === id && slug(link.alias) === slug(row.custom);
		const isAtRow = this.sameAddress(link, row.domain ?? this.home, row);
		if (!isOwn && (isNew || row.domain || wasKnown))
			expect([link.shorturl, isAtRow]).toEqual([link.shorturl, true]);
		if (json.action === 'updated' && !isOwn && !wasKnown && !row.domain && !(learns && isAtRow))
			this.expectOnAssumed(old!, row, before);
		// So is a link on an assumed domain that is as the row says
		const isSeen = json.action === 'unchanged' && !wasKnown && link.longurl === row.url;
		// And one that was changed while a creation had shown the default domain
		const isChanged = json.action === 'updated' && (this.isShown || learns);
		if ((isSeen || isChanged) && !row.domain) this.made.set(rowName(row), id);
		if (isNew) {
			this.made.set(rowName(row), id);
			if (!row.domain && link.alias === row.custom) this.isShown = true;
		}
		if (operation === 'createOrGet') {
			if (isNew) this.sent.set(id, { values: '', shownBefore: '', times: 0 });
			return isNew ? id : NaN;
		}
		this.expectSent(row, json, link, old);
		return json.action === 'unchanged' ? NaN : id;
	}

	/**
	 * By the links alone, no link of an own domain is changed, unless it is the only one with its alias and leads to the row's URL,
	 * and none while another host has the alias.
	 */
	private expectOnAssumed(link: Link, row: Row, before: Link[]): void {
		const { domains = [] } = this.account.options ?? {};
		if (link.longurl === row.url) return;
		expect(domains.some((own) => link.shorturl.startsWith(`${own}/`))).toBe(false);
		// A list that is not read to its end does not show all of them
		if (this.aliases.options.maxPage !== undefined) return;
		const namesakes = before.filter(({ alias }) => alias === row.custom);
		expect(namesakes.filter(({ id }) => id !== link.id)).toEqual([]);
	}

	/** What is sent, and how often. */
	private expectSent(row: Row, json: IDataObject, link: Link, old: Link | undefined): void {
		const { url, metatitle, password } = row;
		const values = JSON.stringify([url, metatitle, password]);
		const last = this.sent.get(link.id);
		const isRepeated = last?.values === values;
		if (json.action === 'unchanged') {
			// Only what was sent twice is left as a colleague has it, with a warning
			const isLeft = isRepeated && last.times >= 2 && last.shownBefore === shownBy(link);
			if (!isAsRow(link, row)) expect([isLeft, json.warning]).toEqual([true, expect.any(String)]);
			else if (isRepeated) this.sent.set(link.id, { ...last, times: 1 });
			// What no reading shows is sent where it is not remembered
			if (password !== undefined) expect(isRepeated).toBe(true);
			return;
		}
		expect(isAsRow(link, row)).toBe(true);
		if (old) {
			const isNeeded = !isAsRow(old, row) || (password !== undefined && !isRepeated);
			expect([json.shorturl, isNeeded]).toEqual([json.shorturl, true]);
			const earlier = this.executed.get(link.id);
			if (earlier !== undefined && earlier !== url)
				expect(json.warning).toMatch(/Another row of this execution/);
		}
		this.executed.set(link.id, url);
		const times = isRepeated ? last.times + 1 : 1;
		this.sent.set(link.id, { values, shownBefore: old ? shownBy(old) : '', times });
	}
}
