import type { INode } from 'n8n-workflow';

import type { ServiceRequest } from '../client/http';
import type { FinalFailure } from '../errors';
import type { Unsent } from '../fields/field';
import type { Named } from '../fields/reference';
import type { CreationRecovery } from '../recovery/lookUp';
import type { LinkIndex } from './linkIndex';
import type { ListReader } from './nameList';

/** How to create a record of which only the name is known, for the option Create Missing. */
export interface Creatable {
	url: `/api/${string}`;
	recovery: CreationRecovery;
}

export interface LookupItem extends ListReader {
	readonly run: ListReader['run'] & {
		readonly links: LinkIndex;
		readonly summary: {
			/** The names of campaigns and channels that were created because they were missing. */
			readonly createdMissing: Partial<Record<Named, string[]>>;
			/** Records that are changed and were taken by their ID, because none has the name. */
			readonly takenById: string[];
			/** Where links without a domain are made, if it contradicts the credential. */
			otherDefaultDomain?: string | undefined;
		};
	};
	readonly node: INode;
	readonly index: number;
	readonly operation: { readonly creatable?: Partial<Record<Named, Creatable>> };
	readonly request: ServiceRequest;
	readonly unsent: Unsent;
	error(failure: FinalFailure): Error;
}
