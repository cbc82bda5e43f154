import { qrCodePath } from '../../api/lists';
import { deletes } from '../../execution/behaviors/deletes';
import type { Operation } from '../../execution/operation';
import { deleted } from '../../execution/reply';
import { qrCodeId } from '../../fields/records';

export const deleteQrCode: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete QR code',
		description:
			'Delete a QR code and its statistics permanently, so that printed codes stop working. Needs the ID of the QR code.',
		routing: { request: { method: 'DELETE', url: '/api/qr/:qrCodeId/delete' } },
	},
	endpoint: 'delete QR codes',
	fields: [qrCodeId('to delete')],
	behavior: deletes({ recordPath: qrCodePath, idParameter: 'qrCodeId' }),
	reply: deleted,
};
