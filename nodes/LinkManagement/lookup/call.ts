import type { Service } from '../client/service';
import { UnexpectedReply } from '../errors';
import { textOf } from '../text/json';

/** The item that a record is looked up for. */
export interface ReferenceCall {
	service: Service;
	item: number;
	/** What is looked up once is known to all items of a run. */
	run: { readonly items?: number };
	/** What a look-up does, if it is the operation's own request: see `ServiceRequest.endpoint`. */
	endpoint?: string;
	/** Of the operation's own request. */
	url?: string;
	/** Whether the run has ended with the failure of another item. */
	abandoned: () => boolean;
}

/** @throws {UnexpectedReply} for an ID of the service that is not a number, or not an exact one: the path would be another's */
export function validRecordId(id: unknown): string {
	const digits = textOf(id);
	const isExact = typeof id !== 'number' || Number.isSafeInteger(id);
	if (!isExact || !/^[1-9]\d*$/.test(digits))
		throw new UnexpectedReply('a record with an exact number as its ID');
	return digits;
}
