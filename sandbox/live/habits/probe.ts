/** What the probes of all areas share. */
import type { Call, Client, Exchange, Json } from '../client.ts';
import type { OperationId } from '../endpoints.ts';
import type { Findings } from '../findings.ts';

export interface Probe {
	client: Client;
	findings: Findings;
	/** What the names of this run begin with. */
	name: string;
	/** The replies to `use`. */
	used: Exchange[];
	/** The first reply that refused a name or an alias that was taken. */
	duplicate?: Exchange;
	/** Whether an address belongs to the service's API. */
	isServiceOrigin(origin: string): boolean;
	/** Sends a request that any service with this endpoint and plan carries out, and notes whether it did. */
	use(operationId: OperationId, call?: Call): Promise<Exchange>;
	/** Sends a request that a service may also refuse. */
	try(operationId: OperationId, call?: Call): Promise<Exchange>;
}

export function probeOf(client: Client, findings: Findings, name: string): Probe {
	const used: Exchange[] = [];
	return {
		client,
		findings,
		name,
		used,
		isServiceOrigin: (origin) => origin === new URL(client.url).origin,
		use: async (operationId, call) => {
			const exchange = await client.send(operationId, call);
			findings.note(exchange);
			used.push(exchange);
			return exchange;
		},
		try: async (operationId, call) => await client.send(operationId, call),
	};
}

export const objectIn = (value: unknown): Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** Where the reply to a creation has the new record: at its top, or under `data`. */
export const isUnderData = ({ body }: Exchange): boolean => 'id' in objectIn(body.data);

/** The new record in the reply to a creation. */
export const createdIn = (exchange: Exchange): Json =>
	isUnderData(exchange) ? objectIn(exchange.body.data) : exchange.body;

/** The ID in the reply to a creation; undefined when it names none. */
export function idIn(exchange: Exchange): string | undefined {
	const { id } = createdIn(exchange);
	const isId = typeof id === 'number' || typeof id === 'string';
	return exchange.ok && isId ? String(id) : undefined;
}

/** An address under example.com, which is nobody's, that belongs to this run. */
export const longUrl = ({ name }: Probe, page: string): string =>
	`https://example.com/${name}${page}`;
