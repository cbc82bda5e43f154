import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';

import type { FieldContext, InputWarning, Problems } from '../errors';
import type { DateFormat } from './dateForms';
import type { Table } from './table';

/** The columns that can name the link of a row of a table. */
export const MATCH_ON = ['custom', 'id', 'shorturl'] as const;
export type MatchOn = (typeof MATCH_ON)[number];

export interface Cells {
	/** By the name of the column. A column that is mapped and has an empty cell is in here, too. */
	values: Map<string, unknown>;
	headings: Map<string, string>;
	/** Headings of the table that are no column, and those that were taken by a further word. */
	ignored: string[];
	taken: string[];
	/** Says where the headings stand, if a title is above them. */
	belowTitle?: string;
}

/** What the node uses itself and does not send, converted, by the names of the fields. */
export interface Given {
	addQrCode?: boolean;
	additionalBodyFields?: IDataObject;
	allowEmptying?: boolean;
	/** The colors and the logo of a QR code that is added to a link. */
	background?: string;
	foreground?: string;
	logo?: string;
	binaryPropertyName?: string;
	columns?: Cells;
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
}

/** What a conversion knows beside the value. */
export interface ValueContext extends FieldContext {
	/** IANA name of the service's time zone, e.g. Europe/Berlin. */
	timeZone?: string;
	mode?: string;
	/** The values of the fields that come before this one. Options come before all others. */
	given?: Given;
	path?: Record<string, unknown>;
	input?: IDataObject;
	table?: Table;
}

/** The value in the form that the API, or this node, needs; undefined for an empty one. @throws {NodeOperationError} for an invalid one */
export type Convert<Value = unknown> = (value: unknown, field: ValueContext) => Value | undefined;

export interface ItemContext {
	node: INode;
	item: number;
	timeZone: string;
	input: IDataObject;
	table: Table;
	/** A parameter, with its expressions evaluated. */
	parameter: (name: string, fallback: unknown) => unknown;
}

/** The request of an item: each converted value where its field says. */
export interface ItemRequest {
	/** By the name of the placeholder. A record that is given by a name is a reference until it is looked up. */
	path: Record<string, unknown>;
	query: IDataObject;
	body: IDataObject;
	given: Given;
	warnings: InputWarning[];
	problems: Problems;
}

/** Completes the request when all fields of the item are converted. @throws {NodeOperationError} for values that contradict each other */
export type Complete = (request: ItemRequest, field: ValueContext, item: ItemContext) => void;

interface Declared extends INodeProperties {
	type: Exclude<INodeProperties['type'], 'collection' | 'notice'>;
	sentAs?: string;
	complete?: Complete;
	notice?: INodeProperties;
}

/** A field whose value is sent. A field of the path fills the placeholder of its name. */
interface SentField extends Declared {
	into: 'body' | 'path' | 'query';
	convert?: Convert;
}

type GivenField = {
	[Name in keyof Given]-?: Declared & {
		into: 'given';
		name: Name;
		convert: Convert<Given[Name]>;
	};
}[keyof Given];

export type ValueField = GivenField | SentField;

export interface Collection extends INodeProperties {
	type: 'collection';
	options: ValueField[];
	complete?: Complete;
}

export type Field = Collection | ValueField;

export const isCollection = (field: Field): field is Collection => field.type === 'collection';
