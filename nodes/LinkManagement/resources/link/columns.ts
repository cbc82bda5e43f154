import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeProperties,
	PreSendAction,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { type FieldContext, invalidInput, Problems } from '../../errors';
import { asUrl } from '../../fields/addresses';
import { asOneOf, asPositiveInteger, type Convert, isEmpty } from '../../fields/convert';
import { columnsByHeading, mappedCells } from '../../fields/mappedColumns';
import { asRecord, type Named } from '../../fields/reference';
import { conversionsOf, convertAll, inBody, type ItemContext } from '../../fields/send';
import { CLEARABLE_FIELDS } from '../../operations/links/linkFields';
import { COLUMNS_LABEL, MATCH_ON, type MatchOn, matchOnOf } from '../../operations/links/upsertRow';
import { isObject, textOf } from '../../values/json';
import { alias, linkFields, longUrlField } from './fields';

/** A cell holds a name or an ID, and does not say which. */
const nameOrId =
	(named: Named): Convert =>
	(value, field) =>
		asRecord(named)(value, { ...field, mode: 'name' });

/** What the cells of a column become, where it is not what the field of the same name becomes in other operations. */
const CELLS: Record<string, Convert> = {
	campaign: nameOrId('campaigns'),
	channel: nameOrId('channels'),
};

const asColumn = (field: INodeProperties): INodeProperties => {
	const { name, displayName } = field;
	const convert = CELLS[name];
	return convert ? inBody({ name, displayName, type: 'string', default: '' }, convert) : field;
};

const ALIAS = alias('');
/** The fields of a link, in the order in which they are converted: UTM parameters come after the URL parameters. */
const FIELDS: INodeProperties[] = [longUrlField(false), ALIAS, ...linkFields.map(asColumn)];

/** The columns that name the link, and are no fields of it. */
const NAMES = { id: 'ID', shorturl: 'Short URL' };

/** The columns by what is matched on. ID and Short URL count only then, because tables often have an ID of their own. */
const COLUMNS = Object.fromEntries(
	Object.values(MATCH_ON).map((matchOn) => [
		matchOn,
		columnsByHeading([
			...FIELDS.map(({ name, displayName }) => ({ name, label: displayName })),
			...(matchOn in NAMES ? [{ name: matchOn, label: NAMES[matchOn as keyof typeof NAMES] }] : []),
		]),
	]),
) as Record<MatchOn, ReturnType<typeof columnsByHeading>>;

/** The columns that the editor shows at first. The others can be added. */
const SHOWN_FIRST = [
	...['url', 'custom', 'metatitle', 'description', 'expiry'],
	...['campaign', 'channel', 'utm_source', 'utm_medium', 'utm_campaign'],
];

/**
 * The columns that n8n's editor offers. All but the status are text, because n8n checks and converts the values of other
 * types in its own way. A column of the type boolean would be saved as false as soon as the node is opened.
 */
function editorColumn(
	{ name, displayName, options }: Pick<INodeProperties, 'name' | 'displayName' | 'options'>,
	isMatch: boolean,
): ResourceMapperField {
	const isStatus = name === 'status';
	return {
		id: name,
		displayName,
		required: isMatch,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		removed: !isMatch && !SHOWN_FIRST.includes(name),
		type: isStatus ? 'options' : 'string',
		...(isStatus && { options: options as ResourceMapperField['options'] }),
	};
}

/** The order of {@link SHOWN_FIRST}, then that of the fields. */
const rank = ({ name }: INodeProperties): number =>
	SHOWN_FIRST.includes(name) ? SHOWN_FIRST.indexOf(name) : SHOWN_FIRST.length;

/** The columns of Create or Update. They are fixed, because the editor asks for them each time it shows the node. */
export async function getLinkColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const matchOn = textOf(this.getCurrentNodeParameter('matchOn') ?? MATCH_ON.custom);
	const fields = [...FIELDS].sort((a, b) => rank(a) - rank(b));
	const name = matchOn === MATCH_ON.id || matchOn === MATCH_ON.shortUrl ? matchOn : ALIAS.name;
	const match = fields.find((field) => field.name === name) ?? {
		name,
		displayName: NAMES[name as keyof typeof NAMES],
	};
	return await Promise.resolve({
		fields: [
			editorColumn(match, true),
			...fields.filter((field) => field !== match).map((field) => editorColumn(field, false)),
		],
	});
}

/** The parts of the URL parameters that have a column of their own. */
const isParameter = (name: string): boolean => name === 'parameters' || name.startsWith('utm_');

/** The name in the body of what an empty cell empties, if it can be emptied. The domain is part of the link's name. */
function clearedBy(column: string): string | undefined {
	const name = isParameter(column) ? 'parameters' : column;
	return Object.hasOwn(CLEARABLE_FIELDS, name) && name !== 'domain' ? name : undefined;
}

/** Sets the fields of cells without a value to their empty values, also where targeting has no row with a URL. */
function clearEmpty(body: IDataObject, cells: Map<string, unknown>): void {
	for (const column of cells.keys()) {
		const name = clearedBy(column);
		if (name !== undefined && !(name in body)) body[name] = CLEARABLE_FIELDS[name];
	}
}

/** The ID or the short URL that names the link; undefined for an empty cell, which stands for a new link, and for an alias. */
function matchValue(
	matchOn: MatchOn,
	cells: Map<string, unknown>,
	field: FieldContext,
): IDataObject[string] {
	const value = cells.get(matchOn);
	if (matchOn === MATCH_ON.custom) {
		if (!isEmpty(value)) return undefined;
		throw invalidInput(
			{ ...field, label: ALIAS.displayName },
			'a value is required, because links are matched on it',
			'Fill in the cell, or map the column. Map Automatically needs the heading "Alias".',
		);
	}
	if (isEmpty(value)) return undefined;
	return matchOn === MATCH_ON.id
		? asPositiveInteger(value, { ...field, label: NAMES.id })
		: (asUrl(value, { ...field, label: NAMES.shorturl }) as string);
}

/** Puts the converted cells of a row into the body, and what names the link into the query, where it is never sent. */
const putCells: PreSendAction = async function (this: ItemContext, request) {
	const options = this.getNodeParameter('options', {});
	const { emptyCells } = isObject(options) ? options : {};
	const field: FieldContext = {
		label: COLUMNS_LABEL,
		node: this.getNode(),
		item: this.getItemIndex(),
	};
	const matchOn = matchOnOf(this.getNodeParameter('matchOn', MATCH_ON.custom), field);
	const mapper = this.getNodeParameter('columns', {});
	const row = () => this.getInputData().json;
	const { values: cells, ignored } = mappedCells(mapper, row, COLUMNS[matchOn], field);
	const given = cells.get(matchOn);
	const body = request.body as IDataObject;
	const query = request.qs as IDataObject;
	for (const { name } of FIELDS)
		if (cells.has(name)) body[name] = cells.get(name) as IDataObject[string];
	// Also an invalid one, because otherwise the row would count as a new link, which needs a long URL
	if (matchOn in NAMES && !isEmpty(given)) query[matchOn] = given as IDataObject[string];
	const problems = new Problems(field.node, this.getItemIndex());
	const match = await problems.try(() => matchValue(matchOn, cells, field));
	const converted = await convertAll(conversionsOf(FIELDS), this, request, problems);
	problems.throwIfAny();
	const label = 'Empty Cells';
	if (asOneOf('keep', 'clear')(emptyCells, { ...field, label }) === 'clear')
		clearEmpty(converted.body as IDataObject, cells);
	const isMapped = isObject(mapper) && mapper.mappingMode !== 'autoMapInputData';
	// A mapper keeps what was matched on before
	const names = isMapped ? ignored.filter((name) => !(name in NAMES)) : ignored;
	converted.qs = {
		...(converted.qs as IDataObject),
		...(match !== undefined && { [matchOn]: match }),
		...(names.length > 0 && { ignored: names }),
	};
	return converted;
};

/** The resource mapper, in mode `add` so that the column to match on keeps its label. */
export const columns: INodeProperties = {
	displayName: COLUMNS_LABEL,
	name: 'columns',
	type: 'resourceMapper',
	noDataExpression: true,
	required: true,
	default: { mappingMode: 'defineBelow', value: null },
	description:
		'The columns of the table. Map Automatically takes each heading that agrees with the name of a column without case, spaces, _ and -. All values may be as tables hold them.',
	typeOptions: {
		loadOptionsDependsOn: ['matchOn'],
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
	routing: { send: { preSend: [putCells] } },
};
