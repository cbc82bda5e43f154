import type { Service } from '../client/service';

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
