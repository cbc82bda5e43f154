import type { Resource } from '../../execution/operation';
import { getAll } from './getAll';

export const splash: Resource = {
	option: {
		name: 'Splash Page',
		value: 'splash',
		description: 'A page shown before the visitor reaches the target of a link',
	},
	operations: { getAll },
};
