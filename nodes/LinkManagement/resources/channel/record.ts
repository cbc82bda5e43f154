import type { Output } from '../../operations/operation';

/** A channel as it comes out. */
export const CHANNEL: Output = {
	id: 'integer',
	name: 'string',
	description: 'string',
	color: 'string',
	starred: 'boolean',
};
