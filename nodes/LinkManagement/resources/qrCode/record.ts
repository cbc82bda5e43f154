import type { Output } from '../../operations/operation';

/** A QR code in lists, and beside its statistics. */
export const QR_CODE: Output = {
	id: 'integer',
	link: 'string',
	scans: 'integer',
	name: 'string',
	date: 'string',
};
