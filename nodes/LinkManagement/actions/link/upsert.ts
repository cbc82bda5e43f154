import { optionsCollection, switchField, unsentField } from '../../fields/kinds';
import { asOneOf } from '../../fields/convert';
import { MATCH_ON, type Notice } from '../../fields/field';
import { refuseEmptyExpression } from '../../fields/itemRequest';
import { SHORT_LINK, withShortUrl } from './record';
import { upserts } from './upsertRow';
import { record } from '../reply';
import { operation } from '../common';
import { columns, headingsNotice } from './columns';
import { creatable } from './create';
import { creationOptions, updateOptions } from './fields';

const matchOn = unsentField({
	displayName: 'Match On',
	name: 'matchOn',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Alias',
			value: 'custom',
			description: 'Each row needs an alias. A link that does not exist is created.',
		},
		{
			name: 'ID',
			value: 'id',
			description: 'A row without an ID is a new link. An ID that does not exist is refused.',
		},
		{
			name: 'Short URL',
			value: 'shorturl',
			description:
				'A row without a short URL is a new link. A short URL that does not exist is refused.',
		},
	],
	default: 'custom',
	description: 'The column that says which link a row is for',
	convert: asOneOf(...MATCH_ON),
});

const matchOnNotice: Notice = {
	displayName: "Map this column, too: it stands first under 'Add column to send'",
	name: 'matchOnNotice',
	type: 'notice',
	default: '',
	displayOptions: {
		show: { matchOn: ['id', 'shorturl'], '/columns.mappingMode': ['defineBelow'] },
	},
};

const dryRun = switchField({
	displayName: 'Dry Run',
	name: 'dryRun',
	description:
		'Whether to change nothing and to return what would be done with each row: the action (create, update or none) and the changes',
	// Such a run must not change links
	complete: refuseEmptyExpression('dryRun'),
});

const emptyCells = unsentField({
	displayName: 'Empty Cells',
	name: 'emptyCells',
	type: 'options',
	options: [
		{ name: 'Clear the Field', value: 'clear' },
		{ name: 'Keep the Value', value: 'keep' },
	],
	default: 'keep',
	description:
		'What an empty cell means for a link that exists. Only columns that are mapped, or present as headings, can clear a field. The long URL, the alias, the domain and the status always keep their values.',
	convert: asOneOf('keep', 'clear'),
});

const sendAll = switchField({
	displayName: 'Send All Rows Again',
	name: 'sendAll',
	default: true,
	description:
		'Whether to update the link of every row, also where nothing differs. Otherwise, fields that no service shows, such as a password or a campaign, are sent again only when their row changes.',
});

export const upsert = operation('POST', '/api/url/add', {
	name: 'Create or Update',
	action: 'Create or update short links from table',
	description:
		"Create a new short link for each row of a table, or update the current one if it already exists (upsert). 'Dry Run' shows first what would change.",
	endpoint: 'create short links',
	fields: [
		matchOn,
		matchOnNotice,
		dryRun,
		columns,
		headingsNotice,
		optionsCollection([...new Set([...creationOptions, ...updateOptions]), emptyCells, sendAll]),
	],
	behavior: upserts,
	creatable,
	includesInput: true,
	reply: record({ ...SHORT_LINK, action: 'string' }, withShortUrl),
});
