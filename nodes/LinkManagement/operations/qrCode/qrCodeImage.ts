import type { IDataObject } from 'n8n-workflow';

import { qrCodePath } from '../../api/lists';
import { requestOptionsOf } from '../../client/http';
import { throwIfCanceled } from '../../client/wait';
import { ImageUnavailable, messageOf } from '../../errors';
import { downloadImage } from '../../images/downloadImage';
import { validRecordId } from '../../references/call';
import { unescaped } from '../../values/comparable';
import { isObject, textOf } from '../../values/json';
import { countedThat } from '../../values/numbers';
import type { ItemCall } from '../operation';
import { runNotesOf } from '../output/notes';
import type { Result } from '../output/results';

/** If the reply to a creation does not contain the address, the code is read. */
async function qrCodeImageAddress(
	call: ItemCall,
	{ link, shorturl, image, id }: IDataObject,
): Promise<string> {
	const said = textOf(link ?? image ?? shorturl);
	if (said !== '' || id === undefined) return said;
	const path = qrCodePath(validRecordId(id));
	const { details } = await call.service.get(path, requestOptionsOf(call));
	return isObject(details) ? textOf(details.link) : '';
}

const codeName = ({ request: { body } }: ItemCall, { name }: IDataObject): string =>
	textOf(name) || (isObject(body) ? textOf(body.name) : '');

const imagesMissing = ({ length }: unknown[]): string =>
	`${countedThat(length, 'QR code', 'has', 'have')} no image: see "imageMissing".`;

/** A code that was created, now or by an earlier run, comes out also without its image: then `imageMissing` says why. */
export async function withImage(call: ItemCall, json: IDataObject): Promise<Result> {
	const { binaryPropertyName = 'data', fileName } = call.given;
	try {
		const details = [json.details, json.data].find(isObject) ?? json;
		const address = await qrCodeImageAddress(call, details);
		return {
			json,
			binary: {
				[binaryPropertyName]: await downloadImage(
					call.caller,
					address,
					call.service.connection,
					call.service.signal,
					fileName ?? unescaped(codeName(call, details)),
				),
			},
		};
	} catch (error) {
		const reason = messageOf(error);
		if (['creates', 'createsOrGets'].includes(call.operation.behavior.kind)) {
			runNotesOf(call.run).add(imagesMissing, '', 'needsEye');
			return { json: { ...json, imageMissing: call.service.plainText(reason) } };
		}
		throwIfCanceled(call.service.signal);
		throw error instanceof ImageUnavailable ? imageError(call, reason) : error;
	}
}

const imageError = ({ service, item }: ItemCall, message: string) =>
	service.errorFor(item, {
		kind: 'imageUnavailable',
		message,
		advice: 'Turn off "Download Image" to get the QR code without its image.',
	});
