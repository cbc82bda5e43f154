import type { Resource } from '../../operations/operation';
import { getAll } from './getAll';

export const splash: Resource = {
	option: {
		name: 'Splash Page',
		value: 'splash',
		description: 'A page shown before visitors are sent to the long URL of a short link',
	},
	operations: { getAll },
};
