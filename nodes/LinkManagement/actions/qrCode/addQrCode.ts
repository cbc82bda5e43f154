import type { IDataObject } from 'n8n-workflow';
import { linkPath } from '../../client/endpoints';
import { throwIfCanceled } from '../../client/wait';
import {
	Canceled,
	isFailure,
	messageWithoutItem,
	reasonInWords,
	UnexpectedReply,
} from '../../errors';
import { validRecordId } from '../../lookup/call';
import { isObject, textOf } from '../../text/json';
import { countedThat } from '../../text/sentences';
import { withoutFullStop } from '../../text/plainText';
import type { ItemCall, Operation } from '../../run/operation';
import { addWarning, isMadeHere, madeByFailedOf, runNotesOf } from '../../run/notes';
import { type Result, toNodeError } from '../../run/output';

function codeCall(call: ItemCall, operation: Operation, shortUrl: string): ItemCall {
	const { background, foreground, logo } = call.given;
	const look = Object.entries({ background, foreground, logo }).filter(([, value]) => value);
	const body = { type: 'link', data: shortUrl, name: shortUrl, ...Object.fromEntries(look) };
	return {
		...call,
		operation,
		request: { ...operation.option.routing.request, body },
		warnings: [],
		// The link exists. When another item ends the run, a link without its code would be left
		abandoned: () => false,
	};
}

/** The short URL of a link. If the reply to its creation does not contain it, the link is read. */
async function shortUrlOf(call: ItemCall, link: IDataObject): Promise<string> {
	const { shorturl, id } = link;
	const { details } =
		textOf(shorturl) === '' && id !== undefined
			? await call.service.get(linkPath(validRecordId(id)), { item: call.item })
			: { details: link };
	const shown = isObject(details) ? textOf(details.shorturl) : '';
	if (shown === '') throw new UnexpectedReply('a short URL');
	return shown;
}

const codesMissing = ({ length }: unknown[]): string =>
	`${countedThat(length, 'link', 'has', 'have')} no QR code: see "warning".`;

/** The link exists, so it is not lost without its code: `warning` says why, or with On Error: Stop, the error that names the link. */
export async function withQrCode(
	call: ItemCall,
	{ json }: Result,
	perform: (call: ItemCall) => Promise<Result[]>,
): Promise<Result> {
	const { qrCode } = call.operation;
	if (!qrCode || !call.given.addQrCode) return { json };
	try {
		const shortUrl = await shortUrlOf(call, json);
		const [code] = await perform(codeCall(call, qrCode, shortUrl));
		return { ...code, json: { ...json, qr: code?.json } };
	} catch (error) {
		if (isMadeHere(call.operation, json)) madeByFailedOf(call.run).set(call.item, json);
		throwIfCanceled(call.service.signal, error instanceof Canceled && error.mayHaveCreated);
		return linkWithoutCode(call, json, error);
	}
}

function linkWithoutCode(call: ItemCall, link: IDataObject, error: unknown): Result {
	const { service, node, item, caller, run, operation } = call;
	const failure = toNodeError(error, node, item, service.plainText);
	if (caller.continueOnFail()) {
		runNotesOf(run).add(codesMissing, '', 'needsEye');
		return { json: addWarning(link, `The link has no QR code: ${reasonInWords(failure, item)}`) };
	}
	const reason = withoutFullStop(messageWithoutItem(failure, item));
	// Retry On Fail must not create a second link, or a second code
	const isFinal = operation.behavior.kind === 'creates' || isFailure(failure, 'outcomeUnknown');
	throw service.errorFor(item, {
		kind: isFinal ? 'notAsRequested' : 'qrCodeMissing',
		message: `The link ${textOf(link.shorturl ?? link.id)} exists, but its QR code is missing: ${reason}`,
		advice: `${failure.description ?? ''} With On Error: Continue, the link comes out without its code.`,
	});
}
