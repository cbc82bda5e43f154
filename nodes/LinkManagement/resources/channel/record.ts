import type { Output } from '../../execution/operation';

/** A channel as it comes out. */
export const CHANNEL: Output = {
	id: 'integer',
	name: 'string',
	description: 'string',
	color: 'string',
	starred: 'boolean',
};
