import type {
	IDataObject,
	IHttpRequestMethods,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { DeletionRecovery } from '../transport/recovery/deletion';
import type { CreationRecovery } from '../transport/recovery/lookUp';

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
	creates?: CreationRecovery;
	/** Puts a record into another: refused as there already after a lost answer, it was done. */
	assigns?: true;
	/** Deletes a record, and which list tells whether it is gone when the answer is lost. */
	deletes?: DeletionRecovery;
}

/** A search for one record, which may find none. */
export interface Search {
	/** What matches may come as a list under this name; then the record is read by `path`, so that the output is the same. */
	list: string;
	matches: (record: IDataObject, query: IDataObject) => boolean;
	path: `/api/${string}`;
}

/** The fields that come out, by their type in JSON: the editor offers them before the first run. */
export type Output = Record<string, 'boolean' | 'integer' | 'object' | 'string'>;

/** What an operation expects back, and the records it becomes. */
export interface Reply {
	/** What api.md or this node says of the records; the service may send more. */
	output: Output;
	/** The reply may hold nothing at all. */
	mayBeEmpty?: true;
	/** Name of the array in a list reply: the operation reads page by page. */
	list?: string;
	/** One record is searched for, and there may be none. */
	search?: Search;
	/**
	 * The records of a good reply; of a list, one record after the other is passed as `body`.
	 *
	 * @throws {WrongShape} when the reply does not hold what the operation expects
	 */
	records(body: IDataObject, simplify: boolean): IDataObject[];
}

/** How a record that exists already is recognised. */
export interface OrGet {
	/** The body with what the record is known by, derived where it is not given. */
	complete: (body: IDataObject) => IDataObject;
	/** The short URL it must have, on its domain or on `home`. */
	address: (body: IDataObject, home: string) => string;
	/** Where it is looked for when that address is not the right one. */
	list: { path: `/api/${string}`; key: string; query: (body: IDataObject) => IDataObject };
	isIt: (record: IDataObject, body: IDataObject) => boolean;
	/** Whether the record leads where the new one was to lead. */
	same: (record: IDataObject, body: IDataObject) => boolean;
}

export interface Resource {
	option: INodePropertyOptions & { description: string };
	/** By the operation's value. */
	operations: Record<string, Operation>;
}
