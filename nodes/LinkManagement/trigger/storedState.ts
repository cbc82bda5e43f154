import type { IDataObject } from 'n8n-workflow';

import { ACCOUNT_PATH } from '../client/endpoints';
import type { Service } from '../client/service';
import { isFailure } from '../errors';
import { comparableUrl } from '../text/comparable';
import { isObject, textOf } from '../text/json';
import { numberFrom } from '../text/sentences';
import { type CountState, isCountState } from './counts';
import { isNewState, type NewState } from './newRecords';
import { events, isWatch, type Watch } from './watch';

/** The account that a stored state belongs to. Plain JSON, as n8n stores it. */
export interface Account {
	address: string;
	/** The account's ID (api.md section 2.2); '' when the service does not return it. */
	id: string;
	/** A hash of the API key. As long as it stays the same, the account is not read again. */
	key: string;
}

/** A longer ID is not stored as a whole, in characters. */
const MAX_ID_LENGTH = 100;

/** '' when this key may not read the account. */
async function readAccountId(service: Service, maxWait: number): Promise<string> {
	const outcome = await service.request({ method: 'GET', url: ACCOUNT_PATH }, { maxWait });
	if ('body' in outcome) {
		const { data } = outcome.body;
		return isObject(data) ? textOf(data.id).slice(0, MAX_ID_LENGTH) : '';
	}
	const { failure } = outcome;
	const error = service.errorFor(undefined, failure);
	if (isFailure(error, 'forbidden', 'notFound', 'refused')) return '';
	// Services refuse with HTTP 401, too, what a plan lacks (services.md section 2). A bad key fails at the list
	if (failure.kind === 'invalidKey' && failure.fromService) return '';
	throw error;
}

const isAccount = (kept: unknown): kept is IDataObject & Account =>
	isObject(kept) && [kept.address, kept.id, kept.key].every((text) => typeof text === 'string');

/** It takes a request only when the credential has changed since the state was stored. */
export async function currentAccount(
	service: Service,
	kept: Account | undefined,
	maxWait: number,
): Promise<Account> {
	const current = { address: comparableUrl(service.baseUrl), key: service.account.hash };
	const isKept = kept?.key === current.key && kept.address === current.address;
	return { ...current, id: isKept ? kept.id : await readAccountId(service, maxWait) };
}

/** By the ID, so that a renewed key loses nothing. If the service does not return it, by the key. */
export function isSameAccount(kept: Account, current: Account): boolean {
	if (kept.address !== current.address) return false;
	return kept.id === '' || current.id === '' ? kept.key === current.key : kept.id === current.id;
}

/** The form of the stored state. Raise it when a state of before can't be used any more. */
export const VERSION = 1;

/** What n8n stores between the polls of a trigger. Plain JSON. */
export interface StoredState {
	version: typeof VERSION;
	watch: Watch;
	account: Account;
	state: NewState | CountState;
	/** When records last came out, or the trigger began, in ms since epoch: of two states of a trigger, the newer one has more. */
	emittedAt: number;
}

/** A state without a baseline is of an earlier form, whose IDs are one. */
const withBaseline = ({
	floor,
	newestId,
	newestDate = '',
	...state
}: IDataObject): IDataObject => ({
	...{
		baseline: { newestDate, highestId: floor ?? newestId },
		hasBaseline: newestId !== undefined,
	},
	...state,
});

/** The stored state in what n8n returned; undefined when there is none, or one that this version can't use. */
export function storedStateIn({ version, watch, account, state: kept, emittedAt }: IDataObject) {
	if (version !== VERSION || !isWatch(watch) || !isAccount(account) || !isObject(kept)) return;
	const state = kept.baseline === undefined ? withBaseline(kept) : kept;
	const isKnown = events[watch.event].kind === 'new' ? isNewState(state) : isCountState(state);
	if (!isKnown) return undefined;
	const since = numberFrom(emittedAt) ?? 0;
	return { version, watch, account, state, emittedAt: since } as unknown as StoredState;
}
