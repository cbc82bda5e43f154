import type { IHttpRequestOptions, INode } from 'n8n-workflow';

import type { FileCaller } from '../transport/images/downloadImage';
import type { RequestOptions, Service } from '../transport/service';
import type { Operation } from './operation';

/** One item's call, whichever door it came through. */
export interface ItemCall {
	operation: Operation;
	/** Complete: path filled in, query and body converted. */
	request: IHttpRequestOptions;
	service: Service;
	caller: FileCaller;
	node: INode;
	item: number;
	/** Most records that the door can hand over. */
	maxRecords: number;
	/** Whether the run has ended with the refusal of another item. */
	abandoned: () => boolean;
	/** A parameter of this item, or the fallback when the operation does not have it. */
	parameter<T>(name: string, fallback: T): T;
}

export const requestOptionsOf = ({ item, abandoned, operation }: ItemCall): RequestOptions => ({
	item,
	abandoned,
	mayBeEmpty: operation.reply.mayBeEmpty,
});
