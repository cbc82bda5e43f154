import type { IDataObject } from 'n8n-workflow';

import { filledPath } from '../../api/paths';
import { isFailure } from '../../errors';
import { validRecordId } from '../../references/recordId';
import { notFoundError } from '../../references/shortUrl';
import { textOf } from '../../values/json';
import { changeInOrder } from '../behaviors/changeInOrder';
import { updates } from '../behaviors/updates';
import type { ItemCall } from '../operation';
import { linkUpdate, UPDATE_ENDPOINT, UPDATE_REQUEST } from './linkUpdate';
import { withShortUrl } from './record';
import { notAsRequested } from './requested';
import { COLUMNS_LABEL } from './upsertRow';

export const deletedError = (call: ItemCall, { shorturl }: IDataObject) =>
	notFoundError(
		call,
		`The link ${textOf(shorturl)} was deleted meanwhile`,
		'Run the workflow again to create it anew.',
	);

/** Whether this node has found that a record does not exist. With HTTP 404, the service may lack the endpoint. */
const isGone = (error: unknown): boolean => isFailure(error, 'notFound') && !error.httpCode;

const updatesTable = updates({ ...linkUpdate, label: COLUMNS_LABEL });

/**
 * Sends the update of the link of a row.
 *
 * @returns the service's reply, with a warning where something else was changed
 * @throws {NodeApiError} when the link does not exist any more, or got another alias than requested
 */
export async function sendUpdate(
	call: ItemCall,
	link: IDataObject,
	body: IDataObject,
): Promise<IDataObject> {
	const { method, url } = UPDATE_REQUEST;
	const path = { linkId: validRecordId(link.id) };
	const updateCall: ItemCall = {
		...call,
		path,
		request: { method, url: filledPath(url, path), body, endpoint: UPDATE_ENDPOINT },
		// It is not read a second time
		linkReply: { details: link },
	};
	const [reply = {}] = await changeInOrder(
		updateCall,
		async () => await updatesTable.perform(updateCall),
	).catch((error: unknown) => {
		throw isGone(error) ? deletedError(call, link) : error;
	});
	const updated = withShortUrl(reply);
	const difference = notAsRequested(reply, body);
	if (difference) {
		throw call.service.errorFor(
			{
				kind: 'notAsRequested',
				retry: 'never',
				message: `${difference} The link ${textOf(updated.shorturl)} exists now`,
				advice: 'Use an alias that the service accepts, or correct the link at the service.',
			},
			call.item,
		);
	}
	return updated;
}
