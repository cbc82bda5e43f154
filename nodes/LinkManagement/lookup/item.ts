import type { INode } from 'n8n-workflow';

import type { RequestOptions, ServiceRequest } from '../client/http';
import type { Service } from '../client/service';
import type { FinalFailure } from '../errors';
import type { Given } from '../fields/field';
import type { Named } from '../fields/reference';
import type { CreationRecovery } from '../recovery/lookUp';
import type { LinkIndex } from './linkIndex';

/** How to create a record of which only the name is known, for the option Create Missing. */
export interface Creatable {
	url: `/api/${string}`;
	recovery: CreationRecovery;
}

/** What look-ups read and write of a run: what is found once is known to all its items. */
export interface LookupRun {
	/** How many input items are known so far. */
	readonly items: number;
	/** When this try began, by `performance.now()`. */
	readonly startedAt: number;
	readonly links: LinkIndex;
	/** What the hints after the run tell. */
	readonly summary: {
		/** The names of campaigns and channels that were created because they were missing. */
		readonly createdMissing: Partial<Record<Named, string[]>>;
		/** Records that are changed and were taken by their ID, because none has the name. */
		readonly takenById: string[];
	};
}

/** An item for which a record is looked up. */
export interface LookupItem {
	readonly service: Service;
	readonly run: LookupRun;
	readonly node: INode;
	readonly index: number;
	readonly operation: { readonly creatable?: Partial<Record<Named, Creatable>> };
	readonly request: ServiceRequest;
	readonly given: Given;
	/** For the requests of this item. */
	readonly requestOptions: RequestOptions;
	error(failure: FinalFailure): Error;
}
