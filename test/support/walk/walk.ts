/** A random walk: runs of both nodes, in two processes, beside a service with faults and habits of its own. */
import { expect } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { Settings } from '../../../sandbox/service/settings.ts';
import { slugOf } from '../../../sandbox/service/store/aliases.ts';
import type { Json } from '../engine';
import { advanceUntil } from '../virtual/clock';
import type { VirtualPoll } from '../virtual/polls';
import type { VirtualOutcome, VirtualScript } from '../virtual/scriptedRun';
import { type Account, accountOf, changedBy, type Report } from './account';
import { type Choice, idsIn, MAKERS, type WalkItem, type WalkRun } from './operations';
import { startSandbox, type WalkSandbox } from './sandbox';
import { type Choices, choicesOf, type WalkProcess } from './seeds';

const STEPS = 20;
/**
 * Between steps, in ms. Services show to the second when a record was made: a link of another process that is younger than
 * that would count as created by a run whose reply was lost.
 */
const PAUSE = 5_000;
const SEED = { links: 4, qrs: 2, campaigns: 1, channels: 2, pixels: 1, domains: 1 };

/** Where services differ (services.md). */
const HABITS: Array<Partial<Settings>> = [
	{ maxPageSize: 15 },
	{ maxPageSize: 15, largePage: 'refusal' },
	{ createdIds: 'string', recordNumbers: 'text' },
	{ createdRecordUnder: 'data' },
	{ shortUrlKey: 'short', campaignReplyNameKey: 'campaign', campaignNameKey: 'name' },
	{ changeReply: 'empty' },
	{ unknownRecord: 'empty' },
	{ unknownRecord: '500' },
	{ refusalStatus: 400, duplicateStatus: '409' },
	{ duplicateNames: 'refused' },
	{ listOrder: 'oldest' },
	{ listOrder: 'name' },
	{ linkSearch: 'urlAndTitle' },
	{ ownAlias: 'taken' },
	{ linkUpdateNeedsUrl: true },
	{ utcOffsetMinutes: 330 },
	{ overLimit: 'body429' },
	{ overLimit: 'message' },
	{ resetFormat: 'ms' },
	{ emptyMaxPage: '0', lastNextPage: 'null', listError: 'number' },
	{ messageOnlyReplies: ['createLink', 'createChannel', 'createCampaign', 'createQrCode'] },
	{ longUrls: 'entities' },
	{ customAlias: 'slug' },
	{ customAlias: 'lowerCase' },
	{ shortLinkBase: 'https://sho.rt' },
	// A domain of the account, until it is deleted
	{ shortLinkBase: 'https://go.example.com' },
	{ sharedDomains: ['https://shared.example'] },
	{ stolenPerWindow: 10 },
];

/** What a service makes of an alias. */
const SPELLED: Record<string, (alias: string) => string> = {
	slug: slugOf,
	lowerCase: (alias) => alias.toLowerCase(),
};

/** What goes wrong with requests that are no list, and how often. */
const FAULTS: Json[] = [
	{ kind: 'resetBefore' },
	{ kind: 'resetAfter' },
	{ kind: 'status', status: 503 },
	{ kind: 'statusAfter', status: 502 },
	{ kind: 'truncated' },
	{ kind: 'html', after: true },
	{ kind: 'tooMany' },
	{ kind: 'status', status: 200, body: { error: 1, message: 'Refused at random.' } },
];
/** Lists have only faults that a look-up survives: a failed look-up leaves a record unknown. */
const LIST_FAULTS: Json[] = [{ kind: 'resetBefore' }, { kind: 'status', status: 503 }];
const LIST = '/api/(urls|channels|campaigns|qr|pixels|domains)(\\?|$)';
const NO_LIST = '/api/(?!(urls|channels|campaigns|qr|pixels|domains)(\\?|$))';

export class Walk implements Choice {
	readonly draw: Choices['draw'];
	readonly pick: Choices['pick'];
	account: Account = new Map();
	home: string;
	spelled = (alias: string) => alias;
	private readonly host: string;
	private readonly baseUrl: string;
	private readonly emitted: number[] = [];
	private names = 0;
	/** The links that each process reported as created. */
	private readonly made = new Map<WalkProcess, Set<unknown>>();
	private sandbox!: WalkSandbox;
	private poll!: () => Promise<VirtualPoll>;
	private isLossy = false;

	constructor(
		seed: number,
		private readonly lines: string[],
		private readonly processes: readonly WalkProcess[],
	) {
		({ draw: this.draw, pick: this.pick } = choicesOf(seed * 7_919));
		// What the node knows of a service belongs to its address
		this.host = `walk-${seed}`;
		this.home = this.baseUrl = `https://${this.host}.example.com`;
	}

	readonly fresh = () => `w-${++this.names}`;

	/** Runs the steps. Throws where the service holds something else than the outputs reported. */
	async walk(): Promise<void> {
		const habits = Object.assign({}, this.pick(HABITS), this.pick(HABITS)) as Partial<Settings>;
		const seed = 1 + this.draw(1_000_000);
		const settings = { limit: 60, seed, ...habits };
		this.home = habits.shortLinkBase || this.home;
		this.spelled = SPELLED[habits.customAlias ?? ''] ?? this.spelled;
		this.sandbox = await startSandbox(this.baseUrl, settings);
		try {
			await this.sandbox.control('POST', '/seed', SEED);
			this.account = await this.held();
			const event = this.pick(['newLink', 'newQrCode']);
			this.lines.push(JSON.stringify({ settings, event }));
			const { polls } = this.pick(this.processes);
			this.poll = polls.virtualTrigger({ event, filters: {} }, this.script, this.host);
			await this.notice();
			const before = new Set(this.account.keys());
			await this.injectFaults();
			for (let step = 0; step < STEPS; step++) await this.step();
			await this.expectEmitted(event === 'newLink' ? 'links' : 'qr_codes', before);
		} finally {
			await this.sandbox.close();
		}
	}

	/** The service, which now and then never answers, be it after it acted or before. */
	private readonly script: VirtualScript = async (request, count) => {
		const isSilent = this.isLossy && this.draw(200) === 0;
		if (isSilent && this.draw(2) === 0) return 'silent';
		const reply = await this.sandbox.script(request, count);
		return isSilent ? 'silent' : reply;
	};

	private async held(): Promise<Account> {
		return accountOf(await this.sandbox.control<Record<string, Json[]>>('GET', '/state'));
	}

	private async injectFaults(): Promise<void> {
		this.isLossy = this.draw(2) > 0;
		if (!this.isLossy) return;
		const rules = (path: string, faults: Json[]) =>
			faults.map((fault) => ({ match: { path }, times: 0, probability: 0.03, fault }));
		const body = [...rules(LIST, LIST_FAULTS), ...rules(NO_LIST, FAULTS)];
		await this.sandbox.control('POST', '/faults', body);
	}

	/** One run, or two at the same time in one process or in both, and perhaps a poll beside them. */
	private async step(): Promise<void> {
		await advanceUntil(new Promise((resolve) => setTimeout(resolve, PAUSE)));
		const isPair = this.draw(3) === 0;
		const one = this.pick(this.processes);
		const other = this.pick(this.processes);
		const runs = isPair ? this.pair(one !== other) : [this.run(OPERATIONS)];
		const poll = this.draw(4) === 0 ? this.notice() : undefined;
		const done = await Promise.all(
			runs.map(async (run, index) => ({
				run,
				outcome: await this.start(run, [one, other][index]!),
			})),
		);
		await poll;
		await this.expectReported(done);
	}

	/** A run of one of these operations, of which the account has what it needs. */
	private run(operations: string[]): WalkRun {
		for (;;) {
			const name = this.pick(operations);
			const items = MAKERS[name]!(this);
			const [resource, operation] = name.split(':') as [string, string];
			if (items) return { resource, operation, items };
		}
	}

	/** Two runs with names of their own, or with the same rows. */
	private pair(isInTwoProcesses: boolean): WalkRun[] {
		const run = this.run(PAIRS);
		if (run.operation === 'create') return [run, this.run([`${run.resource}:${run.operation}`])];
		// Services refuse a second link with an alias, but no second campaign or QR code with a name
		const mayBeDouble = run.resource === 'qrCode' || run.items.some(({ missing }) => missing);
		return isInTwoProcesses && mayBeDouble ? [run] : [run, run];
	}

	private async start(
		{ resource, operation, items }: WalkRun,
		process: WalkProcess,
	): Promise<VirtualOutcome> {
		const continues = this.draw(4) > 0;
		const given = items.map(({ parameters }) => parameters as IDataObject);
		const outcome = await process.runs.runInVirtualTime(
			{ resource, operation, items: given, continues, host: this.host },
			this.script,
		);
		if (resource === 'link') this.expectMadeOnce(outcome, process);
		const { error, logs } = outcome;
		const run = `${resource}:${operation} in process ${this.processes.indexOf(process)}`;
		const reason = error && `${error.message}: ${error.description}`;
		this.lines.push(JSON.stringify({ run, given, out: outcome.items, reason, logs }));
		return outcome;
	}

	/** A link that a process has made is older when a later run of it gets the link. */
	private expectMadeOnce({ items }: VirtualOutcome, process: WalkProcess): void {
		const made = this.made.get(process) ?? new Set();
		this.made.set(process, made);
		for (const { json } of items) {
			if (json.created !== true && json.action !== 'created') continue;
			expect(made).not.toContain(Number(json.id));
			made.add(Number(json.id));
		}
	}

	/** Compares what the service holds with what was reported. */
	private async expectReported(
		done: Array<{ run: WalkRun; outcome: VirtualOutcome }>,
	): Promise<void> {
		const held = await this.held();
		const reports = done.flatMap(({ run, outcome }) => this.reportsOf(run, outcome, held));
		const expected = changedBy(this.account, reports, held);
		for (const { run, outcome } of done) this.allowFailed(run, outcome, expected, held);
		expect(held).toEqual(expected);
		this.account = held;
	}

	private reportsOf({ items }: WalkRun, outcome: VirtualOutcome, held: Account): Report[] {
		if (outcome.error) return [];
		return items.flatMap(({ reports }, index) => {
			const own = outcome.items.filter(({ item }) => item === index);
			if (own.some(({ error }) => error !== undefined)) return [];
			return reports(
				own.map(({ json }) => json),
				held,
			);
		});
	}

	/**
	 * What failed items leave open. A change that failed may have been made, if every reply was lost. A record may not have
	 * been created, apart from those that the error which ended the run names.
	 */
	private allowFailed(
		run: WalkRun,
		outcome: VirtualOutcome,
		expected: Account,
		held: Account,
	): void {
		for (const item of run.items.filter((_, index) => isFailed(outcome, index)))
			allowChange(item, expected, held);
		for (const name of run.items.flatMap(({ missing = [] }) => missing))
			allowCampaign(name, expected, held);
		const errors = [outcome.error?.message, ...outcome.items.map(({ error }) => error)];
		const unknown = errors.filter((error) => error?.includes('is not known')).length;
		const named = outcome.error ? namedIn(outcome.error).length : 0;
		const created = [...held].filter(
			([key, record]) => !this.account.has(key) && isOfRun(run, key, record),
		);
		expect(created.length).toBeGreaterThanOrEqual(named);
		const unreported = created.filter(([key]) => !expected.has(key));
		for (const [key, fields] of unreported.slice(0, named + unknown)) expected.set(key, fields);
	}

	private async notice(): Promise<void> {
		const { ids, error } = await this.poll();
		this.emitted.push(...ids.map(Number));
		this.lines.push(JSON.stringify({ poll: ids, error: error?.message }));
	}

	/** Each record that was created since the activation came out once. */
	private async expectEmitted(table: string, before: Set<string>): Promise<void> {
		await this.sandbox.control('DELETE', '/faults');
		this.isLossy = false;
		for (let polls = 0; polls < 3; polls++) await this.notice();
		const { emitted } = this;
		expect(emitted).toEqual([...new Set(emitted)]);
		const created = idsIn(this.account, table).filter((id) => !before.has(`${table} ${id}`));
		expect(created.filter((id) => !emitted.includes(id))).toEqual([]);
		expect(emitted.filter((id) => before.has(`${table} ${id}`))).toEqual([]);
	}
}

/** All operations, those whose runs meet the same links again and again more often. */
const MEETING = ['create', 'createOrGet', 'update', 'upsert', 'delete'].map(
	(name) => `link:${name}`,
);
const OPERATIONS = [...Object.keys(MAKERS), ...MEETING, ...MEETING, ...MEETING];

/** Operations that may run twice at the same time. */
const PAIRS = [
	...['campaign', 'channel', 'pixel', 'qrCode', 'domain', 'link'].map((name) => `${name}:create`),
	...['link:createOrGet', 'link:upsert', 'qrCode:createOrGet'],
];

const isFailed = ({ items, error }: VirtualOutcome, index: number): boolean =>
	error !== undefined || items.some((item) => item.item === index && item.error !== undefined);

/** The records that the error which ended a run names as created. */
const namedIn = ({ context }: NonNullable<VirtualOutcome['error']>): string[] =>
	(context.created ?? []) as string[];

/** Whether an item of the run may have created a record. */
const isOfRun = ({ items }: WalkRun, key: string, record: Json): boolean =>
	items.some(
		({ creates }) =>
			creates &&
			key.startsWith(`${creates.table} `) &&
			Object.entries(creates.fields).every(([name, value]) => record[name] === value),
	);

/** Takes over a change of a failed item if it was made. */
function allowChange({ mayReport }: WalkItem, expected: Account, held: Account): void {
	for (const report of mayReport?.(held) ?? []) {
		const changed = changedBy(expected, [report], held);
		if (JSON.stringify(changed.get(report.record)) !== JSON.stringify(held.get(report.record)))
			continue;
		expected.clear();
		for (const [key, fields] of changed) expected.set(key, fields);
	}
}

/** A campaign that a row names is created before its link, whatever becomes of that, and only once. */
function allowCampaign(name: string, expected: Account, held: Account): void {
	const namesakes = (account: Account) =>
		[...account].filter(([key, row]) => key.startsWith('campaigns ') && row.name === name);
	const [made] = namesakes(held);
	if (made && namesakes(expected).length === 0) expected.set(...made);
}
