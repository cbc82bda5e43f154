import type { Operation } from '../../execution/operation';
import { list } from '../../execution/reply';
import { listFields } from '../../fields/list';
import { QR_CODE } from './record';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many QR codes',
		description: 'List the QR codes with their addresses and scans',
		routing: { request: { method: 'GET', url: '/api/qr' } },
	},
	fields: listFields(),
	reply: list('qrs', QR_CODE),
};
