import type { IHttpRequestOptions, INode } from 'n8n-workflow';

import type { FileCaller } from '../transport/image';
import type { Service, Treatment } from '../transport/service';
import type { Operation } from './operation';

/** One item's call, whichever door it came through. */
export interface Call {
	operation: Operation;
	/** Complete: path filled in, query and body converted. */
	request: IHttpRequestOptions;
	service: Service;
	caller: FileCaller;
	node: INode;
	item: number;
	/** Most records that the door can hand over. */
	most: number;
	/** Whether the run has ended with the refusal of another item. */
	abandoned: () => boolean;
	/** A parameter of this item, or the fallback when the operation does not have it. */
	parameter<T>(name: string, fallback: T): T;
}

export const treatmentOf = ({ item, abandoned, operation }: Call): Treatment => ({
	item,
	abandoned,
	mayBeEmpty: operation.reply.mayBeEmpty,
});
