import type { Settings } from '../settings.ts';

/** Which requests a rule is about; what is left out matches everything. */
interface FaultMatch {
	method?: string;
	/** Regular expression on path and query. */
	path?: string;
	/** Regular expression on the raw body. */
	body?: string;
	/** Only the n-th request that matches the above, counted from 1. */
	nth?: number;
	/** Only every n-th of them. */
	every?: number;
}

/** What goes wrong. With `after: true`, the service carries out the request and only the reply is wrong. */
export type Fault =
	| { kind: 'latency'; ms: number }
	| {
			kind: 'status';
			status: number;
			body?: unknown;
			headers?: Record<string, string>;
			contentType?: string;
	  }
	| {
			kind: 'statusAfter';
			status: number;
			body?: unknown;
			headers?: Record<string, string>;
			contentType?: string;
	  }
	| { kind: 'resetBefore' }
	| { kind: 'resetAfter' }
	| { kind: 'hang'; after?: boolean }
	| { kind: 'truncated' }
	| { kind: 'html'; status?: number; after?: boolean }
	| { kind: 'redirect'; location: string; status?: number; after?: boolean }
	| { kind: 'wrongShape'; body: unknown; status?: number; after?: boolean }
	| { kind: 'echoKey'; status?: number; after?: boolean }
	| { kind: 'tooMany' }
	| { kind: 'insertLink'; count?: number }
	| { kind: 'deleteLink'; count?: number }
	| { kind: 'repeatPage' }
	| { kind: 'endless' };

type FaultKind = Fault['kind'];

/** The type of each field of a fault. A question mark marks optional fields. Other fields are refused. */
const shapes: Record<FaultKind, Record<string, string>> = {
	latency: { ms: 'number' },
	status: { status: 'number', body: 'any?', headers: 'object?', contentType: 'string?' },
	statusAfter: { status: 'number', body: 'any?', headers: 'object?', contentType: 'string?' },
	resetBefore: {},
	resetAfter: {},
	hang: { after: 'boolean?' },
	truncated: {},
	html: { status: 'number?', after: 'boolean?' },
	redirect: { location: 'string', status: 'number?', after: 'boolean?' },
	wrongShape: { body: 'any', status: 'number?', after: 'boolean?' },
	echoKey: { status: 'number?', after: 'boolean?' },
	tooMany: {},
	insertLink: { count: 'number?' },
	deleteLink: { count: 'number?' },
	repeatPage: {},
	endless: {},
};
const matchShape = {
	method: 'string?',
	path: 'string?',
	body: 'string?',
	nth: 'number?',
	every: 'number?',
};
const ruleShape = {
	id: 'string?',
	match: 'object?',
	times: 'number?',
	probability: 'number?',
	fault: 'object',
};

/** Faults after which the request is still carried out, so that further rules may fire. */
const passing: ReadonlySet<FaultKind> = new Set([
	'latency',
	'insertLink',
	'deleteLink',
	'repeatPage',
	'endless',
]);

interface FaultRule {
	id?: string;
	match?: FaultMatch;
	/** How often the rule fires: once by default, always with 0. */
	times?: number;
	/** The chance that the rule fires. Random draws depend on the setting `seed`. */
	probability?: number;
	fault: Fault;
}

interface ActiveRule {
	id: string;
	rule: FaultRule;
	path?: RegExp;
	body?: RegExp;
	/** Requests that matched, whether the rule fired or not. */
	seen: number;
	fired: number;
}

interface FiredFault {
	id: string;
	fault: Fault;
}

/** The ordered list of fault rules. */
export class FaultRules {
	private readonly settings: Settings;
	private rules: ActiveRule[] = [];
	private added = 0;
	private random: () => number;

	constructor(settings: Settings) {
		this.settings = settings;
		this.random = randomFrom(settings.seed);
	}

	/** Appends rules; throws when one is not well formed. */
	add(rules: FaultRule[]): void {
		this.rules.push(...rules.map((rule) => this.activate(rule)));
	}

	/** The rules that fire for a request, up to the first one that ends it. */
	firing(method: string, path: string, body: string): FiredFault[] {
		const fired: FiredFault[] = [];
		for (const active of this.rules) {
			if (!this.fires(active, method, path, body)) continue;
			fired.push({ id: active.id, fault: active.rule.fault });
			if (!passing.has(active.rule.fault.kind)) break;
		}
		return fired;
	}

	/** The rules, each with how often it matched and fired. */
	get list() {
		return this.rules.map(({ id, rule, seen, fired }) => ({ ...rule, id, seen, fired }));
	}

	clear(): void {
		this.rules = [];
		this.added = 0;
		this.random = randomFrom(this.settings.seed);
	}

	private activate(rule: FaultRule): ActiveRule {
		checkShape('Rule', rule, ruleShape);
		checkShape('Match', rule.match ?? {}, matchShape);
		const { kind, ...fields } = rule.fault;
		if (!Object.hasOwn(shapes, kind)) throw new Error(`Unknown fault kind "${kind}"`);
		checkShape(`Fault "${kind}"`, fields, shapes[kind]);
		const expression = (source?: string) => (source === undefined ? undefined : new RegExp(source));
		const id = rule.id ?? `rule-${++this.added}`;
		return {
			id,
			rule,
			path: expression(rule.match?.path),
			body: expression(rule.match?.body),
			seen: 0,
			fired: 0,
		};
	}

	private fires(active: ActiveRule, method: string, path: string, body: string): boolean {
		const { match = {}, times = 1, probability = 1 } = active.rule;
		if (times > 0 && active.fired >= times) return false;
		if (match.method && match.method.toUpperCase() !== method) return false;
		if (active.path && !active.path.test(path)) return false;
		if (active.body && !active.body.test(body)) return false;
		active.seen++;
		if (match.nth && active.seen !== match.nth) return false;
		if (match.every && active.seen % match.every !== 0) return false;
		if (probability < 1 && this.random() >= probability) return false;
		active.fired++;
		return true;
	}
}

/** Throws for a misspelled field, because such a rule would fire never or always. */
function checkShape(name: string, value: object, shape: Record<string, string>): void {
	for (const field of Object.keys(value)) {
		if (!Object.hasOwn(shape, field)) throw new Error(`${name} has no field "${field}"`);
	}
	for (const [field, type] of Object.entries(shape)) {
		const given = (value as Record<string, unknown>)[field];
		if (given === undefined && type.endsWith('?')) continue;
		const expected = type.replace('?', '');
		if (given === undefined || (expected !== 'any' && typeof given !== expected)) {
			throw new Error(`${name} needs "${field}" (${expected})`);
		}
	}
}

/** Mulberry32: the same draws for the same seed. */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
