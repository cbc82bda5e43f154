import { qrCodePath } from '../../api/lists';
import { qrCodeId } from '../../fields/records';
import { deletes } from '../../operations/behaviors/deletes';
import type { Operation } from '../../operations/operation';
import { deleted } from '../../operations/output/reply';

export const deleteQrCode: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete QR code',
		description:
			'Delete a QR code and its statistics permanently, so that printed codes stop working. Needs the name or ID of the QR code.',
		routing: { request: { method: 'DELETE', url: '/api/qr/:qrCodeId/delete' } },
	},
	endpoint: 'delete QR codes',
	fields: [qrCodeId('to delete')],
	behavior: deletes({ recordPath: qrCodePath, idParameter: 'qrCodeId' }),
	reply: deleted,
};
