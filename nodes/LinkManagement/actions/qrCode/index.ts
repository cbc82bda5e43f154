import type { IDataObject } from 'n8n-workflow';

import { LISTS, qrCodePath } from '../../client/endpoints';
import { isTool } from '../../errors';
import { isEmpty, quoted } from '../../fields/convert';
import { additionalFields, outputFields, updateFields } from '../../fields/kinds';
import { qrCodeId } from '../../fields/locators';
import type { Output } from '../../lists/records';
import { createOnce } from '../../lookup/createMissing';
import { namesOfRun } from '../../lookup/nameList';
import { shownIds } from '../../lookup/names';
import { createRecord } from '../../recovery/createRecord';
import type { RecordTarget } from '../../recovery/findRecord';
import type { Item, Resource } from '../../run/item';
import type { Contradiction } from '../../run/rows';
import { comparableName } from '../../text/comparable';
import { textOf } from '../../text/json';
import { addWarning } from '../../text/sentences';
import {
	deleteOperation,
	itemOptions,
	listOperation,
	operation,
	readItem,
	recoveryByName,
	updateItem,
} from '../common';
import { createdOrFound, message, record, statistics } from '../reply';
import { content } from './content';
import { additionalBody, codeName, creationOptions, imageFields, qrCodeFields } from './fields';
import { addImage } from './image';

const QR_CODE: Output = {
	id: 'integer',
	link: 'string',
	scans: 'integer',
	name: 'string',
	date: 'string',
};

const recovery = recoveryByName({ what: 'QR code', list: LISTS.qrCodes });

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

const LABEL = 'Code Name';
const SAME_NAME: Contradiction = {
	label: LABEL,
	describe: () => 'have the same name, and different contents',
	advice: 'Give each row a name of its own.',
};

const keyOfCode = ({ name }: IDataObject): string => `name ${comparableName(name)}`;

/** The code that had the name when the run read the list. */
async function findCode(item: Item, name: string): Promise<IDataObject | undefined> {
	const names = await namesOfRun(item, 'qrCodes');
	const [found, ...others] = names.findByName(name);
	if (found && others.length > 0)
		throw item.invalid(
			LABEL,
			`${others.length + 1} QR codes are called ${quoted(name)}: ${shownIds([found, ...others])}`,
			'Rename or delete all but one of them, or use another name.',
		);
	if (!found && (names.refusal !== undefined || names.isCut))
		throw item.invalid(
			LABEL,
			names.refusal === undefined
				? `no QR code is called ${quoted(name)} among the first ones that were read, and the list is longer`
				: `it is not known whether a QR code has this name, because the service does not show its QR codes: ${names.refusal}`,
			'Use QR Code → Create.',
		);
	return found?.record;
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
	// Rows with one name get one code. A row without a name is refused anyway
	note({ body, name, run }) {
		const { name: codeName, ...content } = body;
		if (!isEmpty(codeName)) run.rows.add({ name }, keyOfCode(body), content);
	},
	async check(item) {
		const { name, ...content } = item.body;
		await item.run.rows.refuseContradiction(item, keyOfCode(item.body), content, SAME_NAME);
		// A name that two codes have is found before the first code is made
		if (!isEmpty(name)) await findCode(item, textOf(name));
	},
	async execute(item) {
		const name = textOf(item.body.name);
		const found = await findCode(item, name);
		if (found) {
			const sentence = item.run.summary.addExisting('code', textOf(found.id));
			return [addWarning({ ...found, created: false }, isTool(item.node) ? sentence : undefined)];
		}
		let created = false;
		const code = await createOnce(item, `qrCodes ${comparableName(name)}`, async () => {
			created = true;
			return await createRecord(item.call(), recovery);
		});
		return [{ ...code, created }];
	},
	complete: addImage,
	includesInput: true,
	reply: createdOrFound({ id: 'integer', link: 'string', created: 'boolean' }),
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
		itemOptions([additionalBody]),
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
		create: createQrCode,
		createOrGet: createOrGetQrCode,
		delete: remove,
		get,
		getAll,
		update,
	},
};
