import type { IDataObject } from 'n8n-workflow';
import { type InputWarning, isTool, UnexpectedReply, unexpectedReply } from '../errors';
import { textOf } from '../text/json';
import type { PlainText } from '../text/plainText';
import { beginChange } from '../actions/changes';
import { resolveReferences } from '../lookup/createMissing';
import type { ItemCall, Run } from './operation';
import { addWarning, madeByEarlierTry, runNotesOf } from './notes';
import { withRefusedValue } from './refusals';
import { inSlices, type Result } from './output';
import { withQrCode } from '../actions/qrCode/addQrCode';
import { withImage } from '../actions/qrCode/image';

/** Sends one item's request and turns the reply into results. Both entry points call it. */
export async function performOperation(call: ItemCall): Promise<Result[]> {
	try {
		const { request, operation } = call;
		const own = { ...call, request: { ...request, endpoint: operation.endpoint } };
		// With Retry On Fail, a link without its code would be found now, and count as one that existed before the run
		const made = operation.qrCode && madeByEarlierTry(call);
		const results = made
			? [{ json: made }]
			: await resultsOf(await resolveReferences(own, 'whenSent'));
		if (!operation.qrCode) return results;
		return await Promise.all(
			results.map(async (result) => await withQrCode(call, result, performOperation)),
		);
	} catch (error) {
		throw error instanceof UnexpectedReply
			? call.service.errorFor(call.item, unexpectedReply(error))
			: withRefusedValue(call, error);
	}
}

const withFields = ({ json, ...rest }: Result, fields: string[]): Result => ({
	json: Object.fromEntries(
		fields.filter((name) => Object.hasOwn(json, name)).map((name) => [name, json[name]]),
	),
	...rest,
});

/** Of a host or a label in a hint, in characters. */
const MAX_COUNTED_LENGTH = 80;

/** For the hints after the run: what needs an eye, with the values of the item, and what is only counted. */
function noteWarnings(run: Run, warnings: InputWarning[], plainText: PlainText): void {
	const notes = runNotesOf(run);
	const toSee = warnings.filter(({ warning }) => warning.isOnlyCounted !== true);
	for (const warning of new Set(toSee.map((one) => one.warning))) {
		const values = toSee.filter((one) => one.warning === warning).map(({ value }) => value);
		notes.add(warning.sentence, values.join(', '), 'needsEye');
	}
	for (const { warning, value, counted = value } of warnings)
		if (warning.isOnlyCounted) notes.add(warning.sentence, plainText(counted, MAX_COUNTED_LENGTH));
}

/** For the item's `warning`. The hint after the run gets it, too. */
function inputWarning(
	{ warnings, run, service, operation, node }: ItemCall,
	{ action = 'created', created = true }: IDataObject = {},
): string | undefined {
	const isNew = created === true && ['created', 'create'].includes(textOf(action));
	const shown = warnings.filter(({ warning }) => isNew || warning.isAboutNewRecords !== true);
	if (shown.length === 0 || operation.behavior.kind === 'readsList') return undefined;
	noteWarnings(run, shown, service.plainText);
	const inItem = shown.filter(({ warning }) => isTool(node) || warning.isOnlyCounted !== true);
	if (inItem.length === 0) return undefined;
	const texts = inItem.map(({ label, value, warning }) => `${label}: ${value} ${warning.what}.`);
	return service.plainText(texts.join(' '));
}

async function resultsOf(call: ItemCall): Promise<Result[]> {
	const { operation, given } = call;
	const { behavior, reply, image } = operation;
	const form = given.output === 'raw' ? 'raw' : 'simple';
	const fields = given.output === 'fields' ? given.outputFields : undefined;
	const endChange = await beginChange(call);
	const bodies = await behavior.perform(call).finally(endChange);
	const warning = inputWarning(call, bodies[0]);
	const records: Result[] = await inSlices(bodies, (body) => ({
		json: reply.record(addWarning(body, warning), form),
	}));
	const results =
		image && given.downloadImage
			? await Promise.all(records.map(async ({ json }) => await withImage(call, json)))
			: records;
	return fields ? results.map((result) => withFields(result, fields)) : results;
}
