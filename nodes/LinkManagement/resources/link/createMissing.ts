import type { INodeProperties } from 'n8n-workflow';

import { optionsCollection } from '../../fields/collection';
import { dateFormat } from '../../fields/dateTime';
import type { Operation } from '../../operations/operation';
import { creatable as campaigns } from '../campaign/create';
import { creatable as channels } from '../channel/create';

/** What the operations that create links can create for them. */
export const creatable: Operation['creatable'] = { campaigns, channels };

export const createMissing: INodeProperties = {
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
};

/** The options of the operations that create a link from fields. */
export const creationOptions = optionsCollection([createMissing, dateFormat]);
