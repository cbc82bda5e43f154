import type { IHttpRequestMethods, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { OrGet } from './createOrGet';
import type { Reply } from './reply';
import type { Deletion } from '../transport/deletion';
import type { Creation } from '../transport/lookUp';

/** One operation of a resource, declared once for the editor, for n8n's routing engine and for the lean loop. */
export interface Operation {
	/** What the editor and an agent show, and the request. Placeholders of the path are `:name` of an `inPath` field. */
	option: INodePropertyOptions & {
		action: string;
		description: string;
		routing: { request: { method: IHttpRequestMethods; url: `/api/${string}` } };
	};
	/** In the order of the editor: what is required first, from broad to narrow. */
	fields: INodeProperties[];
	/** What the service answers, and the items this becomes. */
	reply: Reply;
	/** Its record has an image that can be put into a binary field. */
	image?: true;
	/** Where a record like it exists already, that one is the result. */
	orGet?: OrGet;
	/** Makes a record, and how it is found again when the answer is lost. */
	creates?: Creation;
	/** Deletes a record, and which list tells whether it is gone when the answer is lost. */
	deletes?: Deletion;
}

export interface Resource {
	option: INodePropertyOptions & { description: string };
	/** By the operation's value. */
	operations: Record<string, Operation>;
}
