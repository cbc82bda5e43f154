import { asBoolean } from '../../fields/convert';
import type { ValueField } from '../../fields/field';

export const allowEmptying: ValueField = {
	displayName: 'Allow Emptying Other Fields',
	name: 'allowEmptying',
	type: 'boolean',
	default: false,
	description:
		'Whether to update a link although the service then empties fields that the update leaves out and that cannot be read: password, pixels and others. Needed only if the credential says that updates replace the whole link.',
	into: 'given',
	convert: asBoolean,
};
