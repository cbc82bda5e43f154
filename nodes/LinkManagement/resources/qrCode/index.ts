import type { Resource } from '../../execution/operation';
import { create } from './create';
import { get } from './get';
import { getAll } from './getAll';

export const qrCode: Resource = {
	option: {
		name: 'QR Code',
		value: 'qrCode',
		description: 'A code that phones scan, with its scans counted',
	},
	operations: { create, get, getAll },
};
