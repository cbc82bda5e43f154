import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeProperties,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { type FieldContext, invalidInput, isTool } from '../../errors';
import { cellValue, isNotGiven, mappedCells } from '../../fields/cells';
import { asPositiveInteger, isEmpty } from '../../fields/convert';
import { HEADING_GROUPS, HEADING_WORDS } from '../../fields/data/headings';
import {
	type Complete,
	type Convert,
	isCollection,
	isValueField,
	type ItemRequest,
	MATCH_ON,
	type MatchOn,
	type Notice,
	type ValueContext,
	type ValueField,
} from '../../fields/field';
import {
	convertFields,
	missingValue,
	placeOfField,
	type VisitedField,
} from '../../fields/itemRequest';
import { unsentField } from '../../fields/kinds';
import { campaignOfLink, channelOfLink } from '../../fields/locators';
import { asShortUrl } from '../../fields/reference';
import { type Cells, KnownHeadings, missingHeading } from '../../fields/table';
import { standsForNothing } from '../../text/comparable';
import { isObject } from '../../text/json';
import { create } from './create';
import { CLEARABLE_FIELDS } from './record';
import { COLUMNS_LABEL } from './row';

function inContext(field: ValueField, more: Partial<ValueContext>): ValueField {
	const convert = field.convert as Convert;
	return { ...field, convert: (value, context) => convert(value, { ...context, ...more }) };
}

/** The fields of *Create*, so that the value of a cell goes where their `routing.send` says. */
const FIELDS = create.fields
	.filter(({ name }) => name === 'url' || name === 'additionalFields')
	.flatMap((field) => (isCollection(field) ? field.options : [field]))
	.filter(isValueField)
	.map((field): ValueField => {
		// Their cells hold a name or an ID, and do not say which
		const isNamed = field === campaignOfLink || field === channelOfLink;
		return { ...(isNamed ? inContext(field, { mode: 'name' }) : field), required: false };
	});

/** Columns whose names other tables have for something else, such as the status of a text. */
const MAY_MEAN_ELSE = [
	...['campaign', 'channel', 'devicetarget', 'domain', 'geotarget', 'pixels', 'status', 'type'],
];

const ALIAS_LABEL = 'Alias';
const NAMES = { id: 'ID', shorturl: 'Short URL' };

type EditorColumn = Pick<INodeProperties, 'name' | 'displayName' | 'options'>;
const ALL_COLUMNS: EditorColumn[] = [
	...FIELDS,
	...Object.entries(NAMES).map(([name, displayName]) => ({ name, displayName })),
];

/** The columns by what is matched on. ID and Short URL count only then, because tables often have an ID of their own. */
const COLUMNS = Object.fromEntries(
	MATCH_ON.map((matchOn) => {
		const columns = ALL_COLUMNS.filter(({ name }) => name === matchOn || !(name in NAMES));
		const labeled = columns.map(({ name, displayName: label }) => ({ name, label }));
		return [matchOn, new KnownHeadings(labeled, HEADING_WORDS, HEADING_GROUPS)];
	}),
) as Record<MatchOn, KnownHeadings>;

const SHOWN = ['custom', 'url', 'campaign', 'expiry'];
/** Those that can name the link come first among the columns to add, because Match On may need them. */
const FIRST = [...SHOWN, 'shorturl', 'id'];

/** All but the status are text: n8n converts other types in its own way, and saves a boolean as false when the node is opened. */
function editorColumn({ name, displayName, options }: EditorColumn): ResourceMapperField {
	const isStatus = name === 'status';
	return {
		id: name,
		displayName,
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		removed: !SHOWN.includes(name),
		type: isStatus ? 'options' : 'string',
		...(isStatus && { options: options as ResourceMapperField['options'] }),
	};
}

const rank = ({ name }: EditorColumn): number =>
	FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length;

/**
 * The columns of Create or Update. They are the same for each Match On: where they depend on it, the editor throws away what was
 * mapped when it changes. None is required, because n8n would say so with the name of the column in the API.
 */
export async function getLinkColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const inOrder = [...ALL_COLUMNS].sort((a, b) => rank(a) - rank(b));
	return await Promise.resolve({ fields: inOrder.map(editorColumn) });
}

/** Sets the fields of cells without a value to their empty values, also where targeting has no row with a URL. */
function clearEmpty({ body, warnings }: ItemRequest, columns: VisitedField[]): void {
	for (const { path, field } of columns) {
		const name = path.startsWith('utm_') ? 'parameters' : path;
		const canBeEmpty = Object.hasOwn(CLEARABLE_FIELDS, name);
		if (!canBeEmpty || name in body || isNotGiven({ warnings }, field.displayName)) continue;
		body[name] = CLEARABLE_FIELDS[name];
	}
}

/** @throws {NodeOperationError} for a row without an alias */
function requireAlias(cells: Cells, field: ValueContext): void {
	const value = cellValue(cells.values.get('custom'));
	if (!isEmpty(value) && !(isTool(field.node) && standsForNothing(value))) return;
	const isColumn = cells.values.has('custom');
	throw missingValue(
		isColumn && cells.headings.size === 0 && savedCells(field).custom,
		{ ...field, label: ALIAS_LABEL },
		'a value is required, because links are matched on it',
		isColumn ? 'Fill in the cell.' : missingHeading(ALIAS_LABEL, cells),
	);
}

/** Puts the ID or the short URL that names the link; none for an empty cell, which stands for a new link. */
function putMatch(matchOn: keyof typeof NAMES, cells: Cells, field: ValueContext): void {
	const { unsent = {} } = field;
	const value = cellValue(cells.values.get(matchOn));
	if (isEmpty(value)) return;
	// Also an invalid one, because otherwise the row would count as a new link, which needs a long URL
	unsent[matchOn] = value;
	const convert =
		matchOn === 'id' ? asPositiveInteger : asShortUrl('To match on aliases, change Match On.');
	unsent[matchOn] = convert(value, { ...field, label: NAMES[matchOn] });
}

function savedCells({ node }: FieldContext): IDataObject {
	const saved: unknown = node.parameters.columns;
	return isObject(saved) && isObject(saved.value) ? saved.value : {};
}

/** A mapper without the columns that the saved workflow itself leaves at null, as models write them: these clear no field. */
function withoutUnset(mapper: unknown, field: ValueContext): unknown {
	const values = savedCells(field);
	if (!isObject(mapper) || !isObject(mapper.value)) return mapper;
	const isSet = ([name]: [string, unknown]) => values[name] !== null;
	return { ...mapper, value: Object.fromEntries(Object.entries(mapper.value).filter(isSet)) };
}

const asCells: Convert<Cells> = (mapper, field) => {
	const matchOn = field.unsent?.matchOn ?? 'custom';
	const cells = mappedCells(withoutUnset(mapper, field), COLUMNS[matchOn], field);
	const isMapped = isObject(mapper) && mapper.mappingMode !== 'autoMapInputData';
	// Without it, each row would count as a new link
	if (isMapped && matchOn !== 'custom' && !cells.values.has(matchOn))
		throw invalidInput(
			{ ...field, label: NAMES[matchOn] },
			'links are matched on this column, and it is not mapped',
			'Choose it under Add column to send, or choose another column under Match On.',
		);
	// A mapper keeps what was matched on before
	const ignored = isMapped ? cells.ignored.filter((name) => !(name in NAMES)) : cells.ignored;
	// The heading of a column that is mapped is the column
	return { ...cells, ignored, ...(isMapped && { headings: new Map() }) };
};

const putCells: Complete = (request, field) => {
	const { unsent, problems } = request;
	const { columns: row, matchOn = 'custom', emptyCells } = unsent;
	if (!row) return;
	problems.check(() => {
		if (matchOn === 'custom') requireAlias(row, field);
		else putMatch(matchOn, row, field);
	});
	const visited = FIELDS.filter(({ name }) => row.values.has(name)).map((column): VisitedField => ({
		field: MAY_MEAN_ELSE.includes(column.name)
			? inContext(column, { heading: row.headings.get(column.name) })
			: column,
		path: column.name,
		saved: undefined,
		...placeOfField(column, request.url),
	}));
	convertFields(visited, ({ path }) => row.values.get(path), field, request);
	if (emptyCells === 'clear') clearEmpty(request, visited);
};

/** The resource mapper, in mode `add` so that the column to match on keeps its label. */
export const columns = unsentField({
	displayName: COLUMNS_LABEL,
	name: 'columns',
	type: 'resourceMapper',
	noDataExpression: true,
	required: true,
	default: { mappingMode: 'defineBelow', value: null },
	description:
		'The columns of the table. Dates, countries, names and other values may be written as is usual in tables.',
	typeOptions: {
		resourceMapper: {
			resourceMapperMethod: 'getLinkColumns',
			mode: 'add',
			valuesLabel: 'Values of the Link',
			fieldWords: { singular: 'column', plural: 'columns' },
			addAllFields: true,
			multiKeyMatch: false,
			supportAutoMap: true,
			refreshStaleSchemaOnOpen: true,
		},
	},
	convert: asCells,
	complete: putCells,
});

export const headingsNotice: Notice = {
	displayName:
		'Usual headings of such tables are understood. The hint after the run names those that were ignored. <a href="https://github.com/placeholder-organisation/n8n-nodes-link-management/blob/main/docs/reference.md#headings" target="_blank">All headings</a>',
	name: 'headingsNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '/columns.mappingMode': ['autoMapInputData'] } },
};
