/** What the probes of all areas share. */
import type { Call, Client, Exchange, Json } from '../client.ts';
import type { OperationId } from '../endpoints.ts';
import type { Findings } from '../findings.ts';
import { findRecord, type Kind, UnreadList } from '../records.ts';
import { safeLine } from '../terminal.ts';

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

/**
 * The record that a creation made, found in its list under the name or the long URL that only it has. The ID in the reply alone
 * could be that of another record, which nothing must change.
 *
 * @returns undefined when nothing was created, or when it could not be read back
 */
export async function readBack(
	{ client, findings }: Probe,
	exchange: Exchange,
	kind: Kind,
	name: string,
): Promise<Json | undefined> {
	if (!exchange.ok) return undefined;
	try {
		const record = await findRecord(client, kind, name);
		const id = idIn(exchange);
		if (id !== undefined && id !== String(record?.id)) {
			const found = record
				? `its list shows it with the ID ${String(record.id)}`
				: 'its list has none';
			findings.differences.push(
				safeLine(`${exchange.operationId} answered the ID ${id} for ${name}; ${found}`),
			);
		}
		return record;
	} catch (error) {
		if (!(error instanceof UnreadList)) throw error;
		findings.differences.push(`${name} could not be read back: ${error.message}`);
		return undefined;
	}
}

/** An address under example.com, which is nobody's, that belongs to this run. */
export const longUrl = ({ name }: Probe, page: string): string =>
	`https://example.com/${name}${page}`;
