/** Measures a row: every subject in turn, in several rounds. The service is reset for each run. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { Measures } from '../test/support/engine/protocol.ts';
import { type ScriptedService, startScripted } from '../test/support/engine/scriptedService.ts';
import { type RunningService, startService } from '../test/support/service.ts';
import { Hosts } from './hosts.mts';
import { median } from './report.mts';
import { itemsFor, requestFor } from './subjects.mts';
import type { Outcome, Result, Round, Row, Subject } from './types.mts';

/** Up to this number, output items are checked one by one. */
const FEW = 500;
const RAW_WIDTH = 16;
/** The time until a run must react to Stop, in ms. */
const GRACE = 1_000;

interface Traffic {
	maxOpenSockets: number;
}

interface Received {
	at: number;
	status: number;
}

/** What the run itself reports. The service reports the rest of an outcome. */
type Report = Pick<
	Outcome,
	'status' | 'items' | 'badItems' | 'named' | 'wallMs' | 'cpuMs' | 'peakMb' | 'freezeMs' | 'message'
>;

export class Runner {
	readonly hosts = new Hosts();
	private readonly service: RunningService;
	private readonly elsewhere: ScriptedService;
	/** Each run uses a new key, because a node that already knows its budget would not be measured correctly. */
	private readonly keys: string[];

	private constructor(service: RunningService, elsewhere: ScriptedService, keys: string[]) {
		this.service = service;
		this.elsewhere = elsewhere;
		this.keys = keys;
	}

	static async start(): Promise<Runner> {
		const keys = Array.from({ length: 500 }, (_, index) => `key-${index}-of-the-bench`);
		const args = ['--no-response-validation', '--quiet', ...keys.flatMap((key) => ['--key', key])];
		return new Runner(await startService(args), await startScripted(), keys);
	}

	async stop(): Promise<void> {
		await Promise.all([this.hosts.stop(), this.service.stop(), this.elsewhere.stop()]);
	}

	/** @param rounds how often each subject does the work */
	async measure(row: Row, rounds: number): Promise<Result> {
		const measured: Round[] = [];
		if (row.warmUp) for (const subject of row.subjects) await this.once(row, subject);
		const count = row.once ? 1 : rounds * (row.repeats ?? 1);
		for (let round = 0; round < count; round++) {
			if (row.fresh) await this.hosts.stop();
			const outcomes: Round = {};
			// In turn the other way round, so that a load that rises or falls counts for all
			const subjects = round % 2 === 0 ? row.subjects : [...row.subjects].reverse();
			for (const subject of subjects) outcomes[subject] = await this.once(row, subject);
			measured.push(outcomes);
		}
		return resultOf(row, measured);
	}

	private async once(row: Row, subject: Subject): Promise<Outcome> {
		const { service, elsewhere } = this;
		const seed = row.work.kind === 'list' ? { links: row.work.links } : {};
		await service.control('/reset', {
			method: 'POST',
			body: { settings: { limit: 0, ...row.scene?.settings }, seed },
		});
		elsewhere.answer(() => ({ error: 0 }));
		await service.control('/faults', {
			method: 'POST',
			body: row.scene?.faults?.(`${elsewhere.url}/api/url/add`) ?? [],
		});
		const key = this.keys.pop();
		if (!key) throw new Error('The bench has no key left');

		const startedAt = Date.now();
		const report =
			subject === 'raw' ? await this.raw(row, key) : await this.engine(row, subject, key);
		await sleep(row.watch ?? 0);
		const stats = await service.control<Traffic>('/stats');
		const received = await service.control<Received[]>('/requests');
		const stoppedAt = startedAt + (row.run?.cancelAfter ?? Infinity) + GRACE;
		return {
			...report,
			...(await this.made(row)),
			requests: received.length,
			overLimit: received.filter(({ status }) => status === 429).length,
			sockets: stats.maxOpenSockets,
			later: received.filter(({ at }) => at > stoppedAt).length,
			strayKeys: elsewhere.requests.filter(({ headers }) => headers.authorization).length,
		};
	}

	private async made({ work }: Row): Promise<Pick<Outcome, 'created' | 'duplicates'>> {
		if (work.kind === 'list') return { created: 0, duplicates: 0 };
		if (work.items > FEW) {
			const { links = 0 } = await this.service.control<Record<string, number>>('/state?counts=1');
			return { created: links, duplicates: 0 };
		}
		const { links } = await this.service.control<{ links: Array<{ longurl: string }> }>('/state');
		return {
			created: links.length,
			duplicates: links.length - new Set(links.map(({ longurl }) => longurl)).size,
		};
	}

	private async raw({ work }: Row, key: string): Promise<Report> {
		const raw = await this.hosts.get('raw');
		const reply = await raw.send({
			url: this.service.url,
			key,
			bodies: itemsFor(work),
			width: RAW_WIDTH,
		});
		return {
			status: 'success',
			items: reply.items,
			badItems: 0,
			named: 0,
			message: '',
			...costs(reply),
		};
	}

	private async engine(
		row: Row,
		subject: Exclude<Subject, 'raw'>,
		apiKey: string,
	): Promise<Report> {
		const engine = await this.hosts.get(subject);
		const { url: baseUrl } = this.service;
		const request = requestFor(subject, row, baseUrl);
		const few = (request.items?.length ?? 0) <= FEW && row.work.kind === 'create';
		const reply = await engine.run({
			...request,
			...row.run,
			isMeasured: true,
			credentials: { baseUrl, apiKey },
			keep: few ? FEW : 0,
		});
		const { created } = reply.error?.context ?? {};
		return {
			status: reply.status,
			items: reply.counts[0] ?? 0,
			badItems: (reply.outputs[0] ?? []).filter(({ json }) => !json.error && !json.shorturl).length,
			named: Array.isArray(created) ? created.length : 0,
			message: reply.error?.message ?? '',
			...costs(reply.measures!),
		};
	}
}

const costs = ({ durationMs, cpuMs, peakRssMb, longestBlockMs }: Measures) => ({
	wallMs: durationMs,
	cpuMs,
	peakMb: peakRssMb,
	freezeMs: longestBlockMs,
});

/** Medians of the numbers, and the texts of the last round. */
function typical(outcomes: Outcome[]): Outcome {
	const last = outcomes.at(-1)!;
	const entries = Object.entries(last).map(([name, value]) => [
		name,
		typeof value === 'number'
			? median(outcomes.map((outcome) => Number(outcome[name as keyof Outcome])))
			: value,
	]);
	return Object.fromEntries(entries) as Outcome;
}

function resultOf({ id, title, subjects, cell, targets }: Row, rounds: Round[]): Result {
	const cells = subjects.map((subject) => [
		subject,
		cell(typical(rounds.map((round) => round[subject]!))),
	]);
	const verdicts = targets.map(({ says, figure, atMost = Infinity, atLeast = -Infinity }) => {
		const value = median(rounds.map(figure));
		return { says, figure: value, reached: value <= atMost && value >= atLeast };
	});
	return { id, title, cells: Object.fromEntries(cells) as Result['cells'], verdicts, rounds };
}
