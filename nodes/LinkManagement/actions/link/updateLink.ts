import type { IDataObject } from 'n8n-workflow';
import { filledPath, linkPath } from '../../client/endpoints';
import { bodyOf } from '../../client/http';
import { isFailure } from '../../errors';
import { LinkReference } from '../../fields/reference';
import { validRecordId } from '../../lookup/call';
import { notFoundError } from '../../lookup/askForLink';
import { readLinkById } from '../../lookup/findLink';
import { comparableShortUrl } from '../../text/comparable';
import { textOf } from '../../text/json';
import { beginChange } from '../changes';
import { checkClaim, noteClaim } from '../../run/rows';
import { updates } from '../updates';
import type { Behavior, Collected, ItemCall } from '../../run/operation';
import { hasNewValues, addOtherFields } from './compareLink';
import { refuseOwnAddress, aliasKey, sameLink } from './row';
import { SHOWN_AS, UNREADABLE_FIELDS, withShortUrl, differenceOf, withDifference } from './record';

const updateById = updates({
	recordPath: linkPath,
	idParameter: 'linkId',
	otherFields: {
		shown: Object.values(SHOWN_AS),
		unreadable: UNREADABLE_FIELDS,
		add: addOtherFields,
	},
	hasNewValues,
	repliesWithRecord: true,
});

export const UPDATE_REQUEST = { method: 'PUT', url: '/api/url/:linkId/update' } as const;
/** What it does, because not every service has it. */
export const UPDATE_ENDPOINT = 'change short links';

const deletedError = (call: ItemCall, { shorturl }: IDataObject) =>
	notFoundError(
		call,
		`The link ${call.service.plainText(shorturl)} was deleted meanwhile`,
		'Run the workflow again to create it anew.',
	);

/** Whether this node has found that a record does not exist. With HTTP 404, the service may lack the endpoint. */
const isGone = (error: unknown): boolean => isFailure(error, 'notFound') && !error.httpCode;

const SAME_LINK = sameLink('Update Fields');

/** What an item says of each field of its link. Two items may change different fields of it. */
const claimsOf = ({ request }: Collected, link: string): Array<[string, IDataObject]> =>
	Object.entries(bodyOf(request)).map(([field, value]) => [`${link} ${field}`, { [field]: value }]);

/** What items for the same link have in common before it is looked for. */
function nameOfLink(link: unknown): string {
	if (!(link instanceof LinkReference)) return `id ${textOf(link)}`;
	return link.isShortUrl ? `url ${comparableShortUrl(link.text)}` : aliasKey({ custom: link.text });
}

/** Updates the link in the path. Items that give other values for the same field of the same link are refused. */
export const updatesLink: Behavior = {
	...updateById,
	collect(call) {
		for (const claim of claimsOf(call, nameOfLink(call.path.linkId))) noteClaim(call, ...claim);
	},
	async check(call) {
		refuseOwnAddress(call);
		await updateById.check?.(call);
		for (const claim of claimsOf(call, nameOfLink(call.path.linkId)))
			await checkClaim(call, ...claim, SAME_LINK);
	},
	async perform(call) {
		const claims = claimsOf(call, `link ${textOf(call.path.linkId)}`);
		const checked = claims.map(async (claim) => await checkClaim(call, ...claim, SAME_LINK));
		// Before other items can be compared
		for (const claim of claims) noteClaim(call, ...claim);
		await Promise.all(checked);
		return await updateById.perform(call);
	},
};

/** @returns the link after the update, with a warning where something else was changed. A reply need not show its short URL */
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
	const endChange = await beginChange(updateCall);
	const [reply = {}] = await updateById
		.perform(updateCall)
		.catch((error: unknown) => {
			throw isGone(error) ? deletedError(call, link) : error;
		})
		.finally(endChange);
	const shown = withShortUrl(reply);
	const changed: IDataObject = { ...link, ...shown, id: link.id };
	const hidesNewAlias = 'custom' in body && (!shown.shorturl || shown.shorturl === link.shorturl);
	const updated = hidesNewAlias ? await readExisting(call, changed) : changed;
	const difference = differenceOf(updated, body);
	if (!difference || difference.isSimilar) return withDifference(call, updated, difference);
	throw call.service.errorFor(call.item, {
		kind: 'notAsRequested',
		message: `${difference.words} The link is ${textOf(updated.shorturl)} after the update`,
		advice: 'Use an alias that the service accepts, or correct the link at the service.',
	});
}

/** The link with all that a reading shows of it. @throws {NodeApiError} when it does not exist any more */
export async function readExisting(call: ItemCall, link: IDataObject): Promise<IDataObject> {
	const read = await readLinkById(call, link.id);
	if (read) return { ...link, ...read };
	throw deletedError(call, link);
}
