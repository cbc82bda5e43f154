import type { Resource } from '../../operations/operation';
import { getAll } from './getAll';

export const overlay: Resource = {
	option: {
		name: 'CTA Overlay',
		value: 'overlay',
		description: 'A message or form shown on top of the page that a short link leads to',
	},
	operations: { getAll },
};
