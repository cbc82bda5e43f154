import type { INodeProperties } from 'n8n-workflow';

import { optionsCollection } from '../../fields/collection';
import { dateFormat } from '../../fields/dateTime';
import { SHORT_LINK, withShortUrl } from '../../operations/links/record';
import { recovery } from '../../operations/links/recovery';
import { notAsRequested } from '../../operations/links/requested';
import { hasSameTarget } from '../../operations/links/target';
import { MATCH_ON } from '../../operations/links/upsertRow';
import { upserts } from '../../operations/links/upserts';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/output/reply';
import { columns } from './columns';
import { creatable, createMissing } from './createMissing';
import { additionalBody } from './fields';
import { keywords } from './keywords';
import { allowEmptying, emptyingNotice, keepOtherFields } from './updateOptions';

const matchOn: INodeProperties = {
	displayName: 'Match On',
	name: 'matchOn',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Alias',
			value: MATCH_ON.custom,
			description: 'Each row needs an alias. A link that does not exist is created.',
		},
		{
			name: 'ID',
			value: MATCH_ON.id,
			description: 'A row without an ID is a new link. An ID that does not exist is an error.',
		},
		{
			name: 'Short URL',
			value: MATCH_ON.shortUrl,
			description:
				'A row without a short URL is a new link. A short URL that does not exist is an error.',
		},
	],
	default: 'custom',
	description: 'The column that says which link a row is for',
};

const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to change nothing and to return what would be done with each row: the action (create, update or none) and the changes',
};

const emptyCells: INodeProperties = {
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
};

const unreadableFields: INodeProperties = {
	displayName: 'Unreadable Fields',
	name: 'unreadableFields',
	type: 'options',
	options: [
		{
			name: 'Send Always',
			value: 'always',
			description: 'Each link whose row gives such a field is updated in each run',
		},
		{
			name: 'Send When Changed in the Table',
			value: 'whenChanged',
			description:
				'Sent when the row differs from what this workflow sent last for the link. A manual run does not know that and sends them.',
		},
		{
			name: 'Send With Other Changes',
			value: 'withOtherChanges',
			description: 'Sent only if the link is new or differs in a field that can be read',
		},
	],
	default: 'whenChanged',
	description:
		'When to send fields that no service shows: password, pixels, URL parameters and UTM fields, language targeting, deep links, campaign, channel, status, redirect type, meta description and meta image. What others changed at the service meanwhile is not seen in these fields.',
};

export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update short links from table',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
		routing: { request: { method: 'POST', url: '/api/url/add' } },
	},
	endpoint: 'create short links',
	fields: [
		matchOn,
		columns,
		emptyingNotice,
		additionalBody,
		optionsCollection([
			allowEmptying,
			createMissing,
			dateFormat,
			dryRun,
			emptyCells,
			keepOtherFields,
			unreadableFields,
		]),
	],
	behavior: upserts(recovery, {
		complete: (body) => body,
		keywords,
		hasSameTarget,
		notAsRequested,
	}),
	creatable,
	includesInput: true,
	reply: record({ ...SHORT_LINK, action: 'string' }, withShortUrl),
};
