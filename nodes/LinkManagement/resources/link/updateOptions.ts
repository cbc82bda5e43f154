import type { INodeProperties } from 'n8n-workflow';

/** The options and the notice of the operations that update links. */

export const keepOtherFields: INodeProperties = {
	displayName: 'Keep Other Fields',
	name: 'keepOtherFields',
	type: 'boolean',
	default: true,
	description:
		'Whether to read the link first and to send its long URL, title, description, expiry, geo targeting and device targeting again, because some services empty every field that an update leaves out. Takes one more request.',
};

export const allowEmptying: INodeProperties = {
	displayName: 'Allow Emptying Other Fields',
	name: 'allowEmptying',
	type: 'boolean',
	default: false,
	description:
		'Whether to update a link although the service then empties fields that the update leaves out and that cannot be read: password, pixels and others. Needed only if the credential says that updates replace the whole link.',
};

export const emptyingNotice: INodeProperties = {
	displayName:
		'Some services empty every field that an update leaves out. This node sends again what it can read. No service shows the password, pixels, URL parameters, language targeting, deep links, campaign, channel, status, redirect type, meta description and meta image: add those that the link is to keep.',
	name: 'emptyingNotice',
	type: 'notice',
	default: '',
};
