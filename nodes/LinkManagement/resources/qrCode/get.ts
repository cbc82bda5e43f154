import { outputFields } from '../../fields/output';
import { qrCodeId } from '../../fields/records';
import { reads } from '../../operations/behaviors/reads';
import type { Operation } from '../../operations/operation';
import { statistics } from '../../operations/output/reply';
import { imageFields } from './image';
import { QR_CODE } from './record';

const reply = statistics(QR_CODE);

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get QR code and its scans',
		description:
			'Get one QR code with its scans by country, browser and operating system. Needs the name or ID of the QR code.',
		routing: { request: { method: 'GET', url: '/api/qr/:qrCodeId' } },
	},
	endpoint: 'read QR codes',
	fields: [qrCodeId('to get'), ...outputFields(Object.keys(reply.output)), ...imageFields],
	image: true,
	behavior: reads(),
	reply,
};
