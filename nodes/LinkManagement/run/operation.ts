import type { IDataObject, IHttpRequestMethods, INode } from 'n8n-workflow';
import type { ServiceRequest } from '../client/http';
import type { Service } from '../client/service';
import type { InputWarning } from '../errors';
import type { Field, Given } from '../fields/field';
import type { Named } from '../fields/reference';
import type { FileCaller } from '../actions/qrCode/image';
import type { CreationRecovery } from '../recovery/lookUp';
import type { ItemName } from './itemName';

export interface Operation {
	/** Texts for the editor and for AI agents, and the request. Placeholders of the path are `:name` of a field of the path. */
	option: {
		name: string;
		action: string;
		description: string;
		routing: { request: { method: IHttpRequestMethods; url: `/api/${string}` } };
	};
	/** See {@link ServiceRequest.endpoint}. */
	endpoint: string;
	/** In the order of the editor: required fields first, from broad to narrow. */
	fields: Field[];
	behavior: Behavior;
	reply: Reply;
	/** Its record has an image that can be put into a binary field. */
	image?: true;
	/** Makes a QR code for the short URL of its link, with Add QR Code: creates it, or also finds it again by its name. */
	qrCode?: Operation;
	/** Whether the fields of the input item are included unless the option Include Input Fields is off. */
	includesInput?: true;
	/** What the option Create Missing can create when a field names a record that does not exist. */
	creatable?: Partial<Record<Named, Creatable>>;
}

export type { CreationRecovery };

/** How to create a record of which only the name is known. */
export interface Creatable {
	url: `/api/${string}`;
	recovery: CreationRecovery;
}

/** How an operation is carried out, and what happens when a reply is lost. */
export interface Behavior {
	readonly kind:
		| 'assigns'
		| 'creates'
		| 'createsOrGets'
		| 'deletes'
		| 'finds'
		| 'reads'
		| 'readsList'
		| 'reports'
		| 'updates'
		| 'upserts';
	/** @returns the bodies of the records, in order: one of a single reply, one for each record of a list or row of a report */
	perform(call: ItemCall): Promise<IDataObject[]>;
	/** Whether this item needs only what the list of links shows of a link. */
	isListEnough?(given: Given): boolean;
	/** Notes what the item says. It is called for all items before the first one is checked, so that they can be compared. */
	collect?(call: Collected): unknown;
	/** Before anything is sent. @throws {NodeOperationError} for a value that can't be right */
	check?(call: ItemCall): void | Promise<void>;
}

export interface Run {
	/** How many input items are known so far. */
	readonly items: number;
	/** The tries of Retry On Fail, each with its state, up to this one. It is the same list in all of them. Default: only one. */
	readonly tries?: readonly object[];
}

export interface ItemCall {
	operation: Operation;
	/** Query and body are complete. The placeholders of the path are filled in when it is sent. */
	request: ServiceRequest;
	/** What fills them, by name. */
	path: Record<string, unknown>;
	/** The names that stood in the body before they were replaced, by field. */
	names?: IDataObject;
	given: Given;
	warnings: InputWarning[];
	service: Service;
	caller: FileCaller;
	node: INode;
	item: number;
	name: ItemName;
	/** Most records that the entry point can return. */
	maxRecords: number;
	run: Run;
	/** Whether the run has ended with the failure of another item. */
	abandoned: () => boolean;
	/** The link that was given by its short URL, with its statistics, if the search returned it. */
	linkReply?: IDataObject;
	/** The link was last sent these very values. */
	isAsSent?: boolean;
}

/** What is known of an item without the service. */
export type Collected = Pick<ItemCall, 'given' | 'item' | 'name' | 'path' | 'request' | 'run'>;

/** Whether each input item is about one record, so that its fields can come out with those of the record or its rows. */
export const canIncludeInput = ({ behavior: { kind } }: Operation): boolean => kind !== 'readsList';

/** The output fields, with their types in JSON. The editor offers them before the first run. */
export type Output = Record<string, 'boolean' | 'integer' | 'number' | 'object' | 'string'>;

/** How an operation turns a good reply into a record. */
export interface Reply {
	/** The fields that api.md or this node promises; the service may send more. */
	output: Output;
	/** Of a list, one record after the other is passed as `body`. @throws {UnexpectedReply} */
	record(body: IDataObject, form?: 'raw' | 'simple'): IDataObject;
}

export interface Resource {
	name: string;
	description: string;
	operations: Record<string, Operation>;
}
