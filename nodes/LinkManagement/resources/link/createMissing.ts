import { optionsCollection } from '../../fields/collection';
import { asSeveralOf } from '../../fields/convert';
import { dateFormat } from '../../fields/dateTime';
import type { ValueField } from '../../fields/field';
import type { Operation } from '../../operations/operation';
import { creatableCampaign } from '../campaign';
import { creatableChannel } from '../channel';
import { additionalBody } from './fields';

/** What the operations that create links can create for them. */
export const creatable: Operation['creatable'] = {
	campaigns: creatableCampaign,
	channels: creatableChannel,
};

export const createMissing: ValueField = {
	displayName: 'Create Missing',
	name: 'createMissing',
	type: 'multiOptions',
	options: [
		{ name: 'Campaigns', value: 'campaigns' },
		{ name: 'Channels', value: 'channels' },
	],
	default: [],
	description:
		'What to create if no record has the name that a field gives. Each is created once. Otherwise such a name is an error.',
	into: 'given',
	convert: asSeveralOf(['campaigns', 'channels']),
};

/** The options of the operations that create a link from fields. */
export const creationOptions = optionsCollection([additionalBody, createMissing, dateFormat]);
