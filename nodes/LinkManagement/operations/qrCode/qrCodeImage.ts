import type { IDataObject } from 'n8n-workflow';

import { qrCodePath } from '../../api/lists';
import { throwIfCanceled } from '../../client/wait';
import { ImageUnavailable, invalidInput, messageOf } from '../../errors';
import { asTrimmedText } from '../../fields/convert';
import { downloadImage } from '../../images/downloadImage';
import { validRecordId } from '../../references/recordId';
import { unescaped } from '../../values/comparable';
import { isObject, textOf } from '../../values/json';
import { countedThat } from '../../values/numbers';
import { type ItemCall, requestOptionsOf } from '../operation';
import type { Result } from '../output/results';
import { runNotesOf } from '../output/runNotes';
import { isOn } from '../parameters';

/** The address of a QR code's image. If the reply to a creation does not contain it, the code is read. */
async function qrCodeImageAddress(
	call: ItemCall,
	{ link, shorturl, image, id }: IDataObject,
): Promise<string> {
	const said = textOf(link ?? image ?? shorturl);
	if (said !== '' || id === undefined) return said;
	const path = qrCodePath(validRecordId(id));
	const { details } = await call.service.get(path, {}, requestOptionsOf(call));
	return isObject(details) ? textOf(details.link) : '';
}

/** Where the image of a QR code goes. */
interface ImageFile {
	/** The binary field. */
	field: string;
	/** The name that the user gave to the file; '' for that of the code. */
	name: string;
}

/**
 * The file for the image; undefined when Download Image is off.
 *
 * @throws {NodeOperationError} for an invalid switch, field name or file name
 */
export function imageFileOf(call: ItemCall): ImageFile | undefined {
	if (!call.operation.image) return undefined;
	const isWanted = isOn(call, 'Download Image', call.parameter<unknown>('downloadImage', false));
	if (!isWanted) return undefined;
	const label = 'Put Output File in Field';
	const field = asTrimmedText(call.parameter<unknown>('binaryPropertyName', 'data'), {
		...call,
		label,
	});
	if (typeof field !== 'string')
		throw invalidInput({ ...call, label }, 'a value is required', 'Enter the name of a field.');
	const given = call.parameter<unknown>('fileName', '');
	return { field, name: textOf(asTrimmedText(given, { ...call, label: 'File Name' })) };
}

/** The name of the code, which the reply to a creation may lack. */
const codeName = ({ request: { body } }: ItemCall, { name }: IDataObject): string =>
	textOf(name) || (isObject(body) ? textOf(body.name) : '');

/** For the hint after the run. */
const imagesMissing = ({ length }: unknown[]): string =>
	`${countedThat(length, 'QR code', 'has', 'have')} no image: see "imageMissing".`;

/**
 * A QR code with its image in a binary field. A code that was created, now or by an earlier run of the same rows, is
 * returned in any case: if its image is missing, the reason is in `imageMissing`.
 *
 * @throws {NodeApiError} when the image of a code that was asked for is not available
 */
export async function withImage(
	call: ItemCall,
	json: IDataObject,
	file: ImageFile,
): Promise<Result> {
	try {
		const details = [json.details, json.data].find(isObject) ?? json;
		const address = await qrCodeImageAddress(call, details);
		return {
			json,
			binary: {
				[file.field]: await downloadImage(
					call.caller,
					address,
					call.service.connection,
					call.service.signal,
					file.name || unescaped(codeName(call, details)),
				),
			},
		};
	} catch (error) {
		const reason = messageOf(error);
		if (['creates', 'createsOrGets'].includes(call.operation.behavior.kind)) {
			runNotesOf(call.run).add(imagesMissing, '');
			return { json: { ...json, imageMissing: call.service.plainText(reason) } };
		}
		throwIfCanceled(call.service.signal);
		throw error instanceof ImageUnavailable ? imageError(call, reason) : error;
	}
}

const imageError = ({ service, item }: ItemCall, message: string) =>
	service.errorFor(
		{
			kind: 'imageUnavailable',
			retry: 'never',
			message,
			advice: 'Turn off "Download Image" to get the QR code without its image.',
		},
		item,
	);
