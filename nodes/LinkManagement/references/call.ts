import type { Service } from '../client/service';
import { UnexpectedReply } from '../errors';
import { textOf } from '../values/json';

/** The item that a record is looked up for. */
export interface ReferenceCall {
	service: Service;
	item: number;
	/** What is looked up once is known to all items of a run. */
	run: { readonly items?: number };
	/** What a look-up does, if it is the operation's own request: see `ServiceRequest.endpoint`. */
	endpoint?: string;
	/** Whether the run has ended with the failure of another item. */
	abandoned: () => boolean;
}

/** @throws {UnexpectedReply} for an ID of the service that is not a number, because it could change the path */
export function validRecordId(id: unknown): string {
	const digits = textOf(id);
	if (!/^[1-9]\d*$/.test(digits)) throw new UnexpectedReply('a record with a number as its ID');
	return digits;
}
