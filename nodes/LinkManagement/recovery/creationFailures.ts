import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../errors';
import { textOf } from '../text/json';
import { withoutFullStop } from '../text/plainText';
import type { CreationRecovery } from './lookUp';

export const leavesDoubt = ({ retry, kind }: Failure): boolean =>
	retry === 'ifRepeatable' || kind === 'unnamedReply';

/** The failure of a reply that is no refusal and names no record (services.md section 2). */
export function unnamedReply(
	{ what }: CreationRecovery,
	{ body, sentAt }: { body: IDataObject; sentAt: number },
): Failure {
	const said = textOf(body.message) || textOf(body.msg);
	return {
		kind: 'unnamedReply',
		retry: 'never',
		sentAt,
		message: said === '' ? `The reply does not name the new ${what}` : said,
		advice: `The reply is no refusal, but does not name the new ${what}. Check the values of this item: the service may have refused one of them.`,
	};
}

/** After an empty reply it is to check whether the change was made, which the look-up has done. */
const adviceOf = ({ kind, advice }: Failure): string => (kind === 'emptyReply' ? '' : advice);

const creationUnknown = ({ what }: CreationRecovery, failure: Failure, why: string): Failure => ({
	...failure,
	kind: 'outcomeUnknown',
	message: `${withoutFullStop(failure.message)}. Whether the ${what} was created is not known`,
	advice: [why, 'Check the service before you run this item again.', adviceOf(failure)]
		.filter(Boolean)
		.join(' '),
});

export function notIdentifiable(recovery: CreationRecovery, failure: Failure): Failure {
	const { what, identityAdvice = '' } = recovery;
	const why = `Nothing in the request distinguishes this ${what} from others, so it can't be looked up. ${identityAdvice}`;
	return creationUnknown(recovery, failure, why.trim());
}

export const lookUpFailed = (
	recovery: CreationRecovery,
	failure: Failure,
	reason: string,
): Failure => creationUnknown(recovery, failure, `Looking it up failed, too (${reason}).`);

export const notReadToEnd = (recovery: CreationRecovery, failure: Failure): Failure =>
	creationUnknown(
		recovery,
		failure,
		'It was looked up, but the list has no order and is too long to be read to its end.',
	);

export const notTellable = (recovery: CreationRecovery, failure: Failure): Failure =>
	creationUnknown(
		recovery,
		failure,
		`A ${recovery.what} like it is in the list, which does not show when it was created.`,
	);

export function notCreated(recovery: CreationRecovery, failure: Failure): Failure {
	const { what } = recovery;
	if (failure.late) {
		const why = 'It is not in the list yet, but the service may still be working on it.';
		return creationUnknown(recovery, failure, why);
	}
	const cause =
		failure.kind === 'unnamedReply'
			? ''
			: ' Reading works while creating fails: a used-up plan or a value of this item may be the cause.';
	const advice = `The ${what} was looked up and does not exist.${cause} ${adviceOf(failure)}`;
	return { ...failure, advice: advice.trimEnd() };
}
