import type { Output } from '../../execution/operation';

/** The details of a link as they come out beside its statistics. */
export const LINK: Output = {
	id: 'integer',
	shorturl: 'string',
	longurl: 'string',
	title: 'string',
	description: 'string',
	location: 'object',
	device: 'object',
	expiry: 'string',
	date: 'string',
};
