import { optionsCollection } from '../../fields/collection';
import { asSeveralOf } from '../../fields/convert';
import { dateFormat } from '../../fields/dateTime';
import type { ValueField } from '../../fields/field';
import { switchField } from '../../fields/simpleFields';
import { additionalBody } from './fields';

export const allowEmptying = switchField({
	displayName: 'Allow Emptying Other Fields',
	name: 'allowEmptying',
	description:
		'Whether to update a link although the service then empties fields that the update leaves out and that cannot be read: password, pixels and others. Needed only if the credential says that updates replace the whole link.',
});

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

export const creationOptions = optionsCollection([additionalBody, createMissing, dateFormat]);
