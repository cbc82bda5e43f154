import { LISTS } from '../../api/lists';
import { listFields } from '../../fields/list';
import { readsList } from '../../operations/behaviors/readsList';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/output/reply';
import { QR_CODE } from './record';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many QR codes',
		description: 'List QR codes with their IDs, names, addresses and scans',
		routing: { request: { method: 'GET', url: LISTS.qrCodes.path } },
	},
	endpoint: 'list QR codes',
	fields: listFields(),
	behavior: readsList(LISTS.qrCodes.arrayName),
	reply: record(QR_CODE),
};
