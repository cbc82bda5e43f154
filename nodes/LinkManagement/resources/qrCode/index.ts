import type { Resource } from '../../operations/operation';
import { create } from './create';
import { createOrGet } from './createOrGet';
import { deleteQrCode } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const qrCode: Resource = {
	option: {
		name: 'QR Code',
		value: 'qrCode',
		description: 'A code that phones scan, with its scans counted',
	},
	operations: { create, createOrGet, delete: deleteQrCode, get, getAll, update },
};
