import type { IDataObject, IHttpRequestMethods, INodeProperties } from 'n8n-workflow';

import type { FieldContext, InputWarning, Problems } from '../errors';
import type { DateFormat } from './dateForms';
import type { Cells, Table } from './table';

/** The columns that can name the link of a row of a table. */
export const MATCH_ON = ['custom', 'id', 'shorturl'] as const;
export type MatchOn = (typeof MATCH_ON)[number];

/** What the node uses itself and does not send, converted, by the names of the fields. */
export interface Unsent {
	addQrCode?: boolean;
	additionalBodyFields?: IDataObject;
	allowEmptying?: boolean;
	/** The colors and the logo of a QR code that is added to a link. */
	background?: string;
	foreground?: string;
	logo?: string;
	binaryPropertyName?: string;
	columns?: Cells;
	/** The content of a QR code: as text, where Type is an expression, and as JSON. */
	data?: unknown;
	dataJson?: unknown;
	createMissing?: string[];
	createdAfter?: string;
	dateFormat?: DateFormat;
	downloadImage?: boolean;
	dryRun?: boolean;
	emptyCells?: 'clear' | 'keep';
	fieldsToClear?: string[];
	fileName?: string;
	groupBy?: string[];
	/** The ID or the short URL by which a row of a table names its link. */
	id?: unknown;
	shorturl?: unknown;
	includeInputFields?: boolean;
	limit?: number;
	longUrl?: string;
	matchOn?: MatchOn;
	maximumDeletions?: number;
	output?: 'fields' | 'raw' | 'simple';
	outputFields?: string[];
	pageSize?: number;
	returnAll?: boolean;
	sendAll?: boolean;
	startPage?: number;
	stopIfNotFound?: boolean;
	/** They become rows of the URL parameters. */
	utm_campaign?: string;
	utm_content?: string;
	utm_medium?: string;
	utm_source?: string;
	utm_term?: string;
}

/** What a conversion knows beside the value. */
export interface ValueContext extends FieldContext {
	/** IANA name of the service's time zone, e.g. Europe/Berlin. */
	timeZone?: string;
	input?: IDataObject;
	table?: Table;
	mode?: string;
	/** The values of the fields that come before this one. Options come before all others. */
	unsent?: Unsent;
	path?: Record<string, unknown>;
}

/** The item that a value belongs to. */
export type ItemContext = Pick<ValueContext, 'input' | 'item' | 'node' | 'table' | 'timeZone'>;

/** The value in the form that the API, or this node, needs; undefined for an empty one. @throws {NodeOperationError} for an invalid one */
export type Convert<Value = unknown> = (value: unknown, field: ValueContext) => Value | undefined;

/** The request of an item, with its values converted. */
export interface ItemRequest {
	method: IHttpRequestMethods;
	url: string;
	/** By the name of the placeholder. A record that is given by a name is a reference until it is looked up. */
	path: Record<string, unknown>;
	query: IDataObject;
	body: IDataObject;
	unsent: Unsent;
	warnings: InputWarning[];
	problems: Problems;
}

/** Completes the request when all fields of the item are converted. @throws {NodeOperationError} for values that contradict each other */
export type Complete = (request: ItemRequest, field: ValueContext) => void;

/**
 * A property of n8n that has a value. If the value is sent, `routing.send` says where to. Otherwise it fills the placeholder of its
 * name in the path, or the node uses it itself (`unsentField`).
 */
export interface ValueField extends INodeProperties {
	type: Exclude<INodeProperties['type'], 'collection' | 'notice'>;
	/** Default: as text. */
	convert?: Convert;
	/** For fields that belong together, after all values of the item are converted. */
	complete?: Complete;
}

export interface Collection extends INodeProperties {
	type: 'collection';
	options: ValueField[];
	complete?: Complete;
}

/** A text between the fields. */
export type Notice = INodeProperties & { type: 'notice' };

export type Field = Collection | Notice | ValueField;

export const isCollection = (field: INodeProperties): field is Collection =>
	field.type === 'collection';

export const isSent = ({ routing }: INodeProperties): boolean =>
	routing?.send?.property !== undefined;

/** Not a notice, and not a property that n8n adds, such as those of its Request Options. */
export const isValueField = (field: INodeProperties): field is ValueField =>
	isSent(field) || 'convert' in field;
