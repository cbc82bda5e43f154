/** The fields of a new link, for the nodes that the bench compares with. */
import type { INodeProperties } from 'n8n-workflow';

const field = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	// Only the declarative node uses this
	routing: { send: { type: 'body', property: name } },
});

export const longUrl: INodeProperties = { ...field('Long URL', 'url'), required: true };

export const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	default: {},
	options: [
		field('Alias', 'custom'),
		field('Description', 'description'),
		field('Expiry', 'expiry'),
		field('Meta Description', 'metadescription'),
		field('Meta Image', 'metaimage'),
		field('Meta Title', 'metatitle'),
		field('Password', 'password'),
		field('Status', 'status'),
	],
};
