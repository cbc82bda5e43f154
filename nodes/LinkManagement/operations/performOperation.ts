import { type Problems, UnexpectedReply, unexpectedReply } from '../errors';
import { resolveShortUrl } from '../references/shortUrl';
import type { ItemCall } from './operation';
import { isOn } from './parameters';
import { imageFieldOf, withImage } from './qrCodeImage';
import { withRefusedValue } from './refusals';
import { resolveReferences } from './resolveReferences';
import { inSlices, type Result } from './results';

/**
 * Sends one item's request and turns the reply into results. Both entry points call it.
 *
 * @throws {NodeApiError} for a bad reply; {NodeOperationError} for invalid input; {Canceled} on Stop
 */
export async function performOperation(call: ItemCall): Promise<Result[]> {
	try {
		const { request, operation } = call;
		const own = { ...call, request: { ...request, endpoint: operation.endpoint } };
		return await resultsOf(await resolveShortUrl(await resolveReferences(own)));
	} catch (error) {
		throw error instanceof UnexpectedReply
			? call.service.errorFor(unexpectedReply(error.expected), call.item)
			: withRefusedValue(call, error);
	}
}

const isSimplified = (call: ItemCall): boolean =>
	isOn(call, 'Simplify', call.parameter<unknown>('simplify', false));

/** Checks the parameters that are not part of the request, before anything is sent. `problems` gets what is wrong. */
export async function checkParameters(call: ItemCall, problems: Problems): Promise<void> {
	await problems.try(() => void isSimplified(call));
	await problems.try(() => void imageFieldOf(call));
	await problems.try(() => call.operation.behavior.check?.(call));
}

async function resultsOf(call: ItemCall): Promise<Result[]> {
	const { behavior, reply } = call.operation;
	const simplify = isSimplified(call);
	const imageField = imageFieldOf(call);
	const bodies = await behavior.perform(call);
	const records = await inSlices(bodies, (body) => reply.records(body, simplify));
	if (imageField === undefined) return await inSlices(records, (json) => [{ json }]);
	return await Promise.all(records.map(async (json) => await withImage(call, json, imageField)));
}
