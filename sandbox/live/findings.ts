/** What a run has found out about a service, in the terms of the sandbox's settings. */
import { checkSettings, defaultSettings, type Settings } from '../service/settings.ts';
import { type Exchange, overLimitForm } from './client.ts';
import { ENDPOINTS, type OperationId } from './endpoints.ts';

type EndpointState = 'works' | 'notOffered' | 'forbidden' | 'fails' | 'refuses';

interface EndpointFinding {
	state: EndpointState;
	status: number;
	/** The service's own words. */
	message: string;
}

/** Settings that say nothing about a service, or that nobody can see from outside. */
const NOT_MEASURABLE: Partial<Record<keyof Settings, string>> = {
	stolenPerWindow: 'what other clients send is no habit of the service',
	resetOverride: 'only for tests of odd headers',
	fractionalSeconds: 'only for windows under a second',
	blockedAliasWords: 'the list would have to be guessed',
	creationFailure: 'it would take a used-up quota',
	creationQuota: 'it would take a used-up quota',
	creationFailureText: 'it would take a value that breaks the service',
	furtherPixelTypes: 'the types would have to be guessed',
	validateResponses: 'a setting of the sandbox itself',
	seed: 'a setting of the sandbox itself',
	journalSize: 'a setting of the sandbox itself',
};

/** Words about the endpoint, not about a record. */
const NO_ENDPOINT =
	/\b(endpoint|route|method)\b.{0,60}\b(not (found|exist|supported|available)|\w+n't exist|unknown|invalid)\b|\b(unknown|invalid|no such) (endpoint|route|method)\b/i;
const NOT_IN_PLAN = /\b(permission|plan|subscription|upgrade|package)\b/i;

export class Findings {
	readonly settings: Partial<Settings> = {};
	/** Whether updates of links empty what they do not send; undefined when that is not known. */
	updatesReplace: boolean | undefined;
	/** What the short URL of a link begins with that was made without a domain. */
	defaultDomain: string | undefined;
	readonly endpoints = new Map<OperationId, EndpointFinding>();
	/** Replies to creations that name another record, or none that can be read back. */
	readonly differences: string[] = [];
	private readonly reasons = new Map<keyof Settings, string>();

	/** Keeps what was measured; a value that the setting cannot have counts as not measured. */
	set<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
		try {
			checkSettings({ [name]: value });
			this.settings[name] = value;
		} catch (error) {
			this.unknown(name, `${(error as Error).message}, not ${JSON.stringify(value)}`);
		}
	}

	private readonly otherwise: string;

	/** @param otherwise why a setting was not measured for which there is no other reason */
	constructor(otherwise = 'nothing in this run showed it') {
		this.otherwise = otherwise;
	}

	/** Says why a setting could not be measured. The first reason stays. */
	unknown(name: keyof Settings, reason: string): void {
		if (!this.reasons.has(name)) this.reasons.set(name, reason);
	}

	/** The settings that were not measured, and why. */
	get notMeasured(): Array<[name: keyof Settings, reason: string]> {
		return (Object.keys(defaultSettings) as Array<keyof Settings>)
			.filter((name) => !(name in this.settings))
			.map((name) => [name, NOT_MEASURABLE[name] ?? this.reasons.get(name) ?? this.otherwise]);
	}

	/**
	 * Notes whether an endpoint works, from the reply to a request that any service with this endpoint and plan carries out.
	 * An endpoint that has worked once works.
	 */
	note(exchange: Exchange): boolean {
		const { operationId, ok, status, message } = exchange;
		if (this.endpoints.get(operationId)?.state !== 'works')
			this.endpoints.set(operationId, { state: stateOf(exchange), status, message });
		return ok;
	}

	/** Whether an endpoint is known not to be there for this account. */
	isUnavailable(operationId: OperationId): boolean {
		const state = this.endpoints.get(operationId)?.state;
		return state === 'notOffered' || state === 'forbidden';
	}

	/** Adds the settings that the states of the endpoints show. Called once, when all endpoints are noted. */
	concludeEndpoints(): void {
		const all = Object.keys(ENDPOINTS) as OperationId[];
		const inState = (state: EndpointState) =>
			all.filter((id) => this.endpoints.get(id)?.state === state);
		const forbidden = inState('forbidden');
		this.set('forbiddenEndpoints', forbidden);
		const { status } = this.endpoints.get(forbidden[0]!) ?? {};
		if (status === 401 || status === 403 || status === 200)
			this.set('forbiddenStatus', String(status) as Settings['forbiddenStatus']);
		else this.unknown('forbiddenStatus', 'the plan allows all endpoints that were used');
		const missing = inState('notOffered');
		this.set('missingEndpoints', missing);
		const reply = this.endpoints.get(missing[0]!);
		if (!reply) this.unknown('missingEndpointReply', 'no endpoint is missing');
		else if (reply.status !== 404) this.set('missingEndpointReply', 'refusal');
		else this.set('missingEndpointReply', reply.message === '' ? 'page' : '404');
	}
}

/** What a reply to a request says of its endpoint, if every service that has the endpoint carries the request out. */
export function stateOf(exchange: Exchange): EndpointState {
	const { ok, status, message } = exchange;
	if (ok) return 'works';
	// Its words can name the plan, whose limit it is
	if (overLimitForm(exchange) !== undefined) return 'refuses';
	if ([404, 405, 501].includes(status) || NO_ENDPOINT.test(message)) return 'notOffered';
	const isForbidden = [401, 403].includes(status) && isRefusal(exchange);
	if (isForbidden || NOT_IN_PLAN.test(message)) return 'forbidden';
	return status >= 500 ? 'fails' : 'refuses';
}

/** Whether the service itself refused (api.md section 7). What stands before it, such as a firewall, answers in other forms. */
const isRefusal = ({ body, message }: Exchange): boolean =>
	Number(body.error) === 1 && message !== '';

/**
 * Whether the service says in its own words that it, or the plan, does not have an endpoint. The page of a firewall says nothing
 * of that, and neither does the refusal of a key.
 */
export function saysUnavailable(exchange: Exchange): boolean {
	const state = stateOf(exchange);
	const isOfPlan = state === 'forbidden' && NOT_IN_PLAN.test(exchange.message);
	return isRefusal(exchange) && (state === 'notOffered' || isOfPlan);
}
