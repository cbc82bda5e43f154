import { asOneOf, isEmpty } from '../../fields/convert';
import { MATCH_ON, type Notice } from '../../fields/field';
import { refuseEmptyExpression } from '../../fields/itemRequest';
import { optionsCollection, switchField, unsentField } from '../../fields/kinds';
import type { Item } from '../../run/item';
import { textOf } from '../../text/json';
import { operation } from '../common';
import { record } from '../reply';
import { columns, headingsNotice } from './columns';
import { creatable } from './create';
import { creationOptions, updateOptions } from './fields';
import { SHORT_LINK, withShortUrl } from './record';
import { adviceForUrl, COLUMNS_LABEL, refuseOwnAddress, type Row, rowOf, sameLink } from './row';
import { once, SAME_LINK, upsertRow } from './upsertRow';

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

const SAME_NEW_LINK = sameLink(
	COLUMNS_LABEL,
	'Remove one of them, give both the same values, or give each an alias of its own.',
);

/** What the hint says of the headings. With Map Automatically, a table without the column to match on has only new links. */
function noteHeadings({ run, service, given }: Item, { isNew }: Row): void {
	const { columns: cells, matchOn: column } = given;
	run.summary.addHeadings(cells?.taken ?? [], cells?.ignored ?? [], service.plainText);
	if (isNew && column && cells?.values.has(column) === false)
		run.summary.matchColumnMissing = column === 'id' ? 'ID' : 'Short URL';
}

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
	kind: 'upsert',
	note(item) {
		const { id, shortUrl, body, values, key, isDryRun } = rowOf(item);
		const { rows, summary } = item.run;
		if (isDryRun) summary.plan ??= new Map();
		// A row that names no link is refused anyway
		if (id !== undefined || shortUrl !== undefined || !isEmpty(body.custom))
			rows.add(item, key, values);
	},
	async check(item) {
		const { isNew, isDerived, body, key, values } = rowOf(item);
		refuseOwnAddress(item);
		if (isNew && isEmpty(body.url))
			throw item.invalid(
				'Long URL',
				'a value is required for a new link',
				adviceForUrl(item, 'the column to match on if the link exists'),
			);
		const contradiction = isDerived ? SAME_NEW_LINK : SAME_LINK;
		await item.run.rows.refuseContradiction(item, key, values, contradiction);
	},
	// It is safe to repeat, to stop in the middle, and to run twice at the same time
	async execute(item) {
		const row = rowOf(item);
		const { summary } = item.run;
		noteHeadings(item, row);
		summary.sendsAll = row.sendsAll;
		const result = await once(row, row.key, async () => await upsertRow(row));
		summary.addRow(item.index, textOf(result.action));
		return [result];
	},
	creatable,
	includesInput: true,
	reply: record({ ...SHORT_LINK, action: 'string' }, withShortUrl),
});
