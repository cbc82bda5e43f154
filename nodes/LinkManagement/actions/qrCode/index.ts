import type { IDataObject } from 'n8n-workflow';

import { LISTS, qrCodePath } from '../../client/endpoints';
import {
	additionalFields,
	optionsCollection,
	outputFields,
	updateFields,
} from '../../fields/kinds';
import { qrCodeId } from '../../fields/locators';
import type { Output } from '../../lists/records';
import { createRecord } from '../../recovery/createRecord';
import type { RecordTarget } from '../../recovery/findRecord';
import type { Resource } from '../../run/item';
import { deleteOperation, listOperation, operation, readItem, updateItem } from '../common';
import { message, record, statistics } from '../reply';
import { content } from './content';
import { checkCode, createOrGetCode, noteCode, recovery } from './createOrGet';
import { additionalBody, codeName, creationOptions, imageFields, qrCodeFields } from './fields';
import { addImage } from './image';

const QR_CODE: Output = {
	id: 'integer',
	link: 'string',
	scans: 'integer',
	name: 'string',
	date: 'string',
};

const target: RecordTarget = { recordPath: qrCodePath, idParameter: 'qrCodeId' };

export const createQrCode = operation('POST', '/api/qr/add', {
	name: 'Create',
	action: 'Create QR code',
	description:
		'Create a QR code for a link, text, contact, email, phone number, SMS or Wi-Fi network. Needs the type and its content.',
	endpoint: 'create QR codes',
	fields: [...content, codeName, ...imageFields, additionalFields(qrCodeFields), creationOptions],
	kind: 'create',
	execute: async (item) => [await createRecord(item.call(), recovery)],
	complete: addImage,
	includesInput: true,
	reply: record({ id: 'integer', link: 'string' }),
});

/** With the fields that a new one has: others, such as the date, would replace those of the input item. */
function qrCodeOutput(code: IDataObject): IDataObject {
	const { id, link, created } = code;
	return created === false ? { id, link, created } : code;
}

export const createOrGetQrCode = operation('POST', '/api/qr/add', {
	name: 'Create or Get',
	action: 'Create QR code or get existing one by name',
	description:
		'Create a QR code, or get the one that has this name already, without changing it. Running it again gives the same codes. Needs the name, the type and its content.',
	endpoint: 'create QR codes',
	fields: [
		{
			...codeName,
			required: true,
			description: 'The name by which the code is found again. Only the name is compared.',
		},
		...content,
		...imageFields,
		additionalFields(qrCodeFields),
		creationOptions,
	],
	kind: 'createOrGet',
	note: noteCode,
	check: checkCode,
	execute: async (item) => [await createOrGetCode(item)],
	complete: addImage,
	includesInput: true,
	reply: record({ id: 'integer', link: 'string', created: 'boolean' }, qrCodeOutput),
});

const remove = deleteOperation('/api/qr/:qrCodeId/delete', qrCodeId, target, {
	action: 'Delete QR code',
	description:
		'Delete a QR code and its statistics permanently, so that printed codes stop working. Needs the name or ID of the QR code.',
	endpoint: 'delete QR codes',
});

const statisticsReply = statistics(QR_CODE);

const get = operation('GET', '/api/qr/:qrCodeId', {
	name: 'Get',
	action: 'Get QR code and its scans',
	description:
		'Get one QR code with its scans by country, browser and operating system. Needs the name or ID of the QR code.',
	endpoint: 'read QR codes',
	fields: [
		qrCodeId('to get'),
		...outputFields(Object.keys(statisticsReply.output)),
		...imageFields,
	],
	kind: 'get',
	execute: async (item) => [await readItem(item)],
	complete: addImage,
	reply: statisticsReply,
});

const getAll = listOperation(LISTS.qrCodes, {
	action: 'Get many QR codes',
	description: 'List QR codes with their IDs, names, addresses and scans',
	reply: record(QR_CODE),
});

const update = operation('PUT', '/api/qr/:qrCodeId/update', {
	name: 'Update',
	action: 'Update QR code',
	description:
		'Change the content of an existing QR code, so that printed codes lead elsewhere, or its look. Needs the name or ID of the QR code, the type and its complete content.',
	endpoint: 'change QR codes',
	fields: [
		qrCodeId('to update'),
		...content,
		updateFields([...qrCodeFields, codeName], {
			background: '',
			foreground: '',
			logo: '',
			name: '',
		}),
		optionsCollection([additionalBody]),
	],
	kind: 'update',
	target,
	execute: async (item) => [await updateItem(item, target)],
	reply: message,
});

export const qrCode: Resource = {
	name: 'QR Code',
	description: 'A code that phones scan, with its scans counted',
	operations: {
		...{ create: createQrCode, createOrGet: createOrGetQrCode, delete: remove },
		...{ get, getAll, update },
	},
};
