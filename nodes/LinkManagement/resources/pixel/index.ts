import type { Resource } from '../../operations/operation';
import { create } from './create';
import { deletePixel } from './delete';
import { getAll } from './getAll';
import { update } from './update';

export const pixel: Resource = {
	option: {
		name: 'Pixel',
		value: 'pixel',
		description: 'A tracking pixel of an ad or analytics network that short links load on a click',
	},
	operations: { create, delete: deletePixel, getAll, update },
};
