import type { IDataObject } from 'n8n-workflow';

import { ACCOUNT_PATH } from '../api/lists';
import { isFailure } from '../errors';
import type { Service } from '../transport/service';
import { comparableUrl } from '../values/comparable';
import { isObject, textOf } from '../values/json';

/** The account that a kept state is about. Plain JSON, as n8n stores it. */
export interface Account {
	/** The address of the service, in one spelling. */
	address: string;
	/** The account's ID (api.md section 2.2); '' where the service does not tell it. */
	id: string;
	/** A hash of the API key. While it stays the same, the account is not asked for again. */
	key: string;
}

/** What the credential alone says of the account. */
const withoutId = ({ baseUrl, keyHash }: Service): Account => ({
	address: comparableUrl(baseUrl),
	id: '',
	key: keyHash,
});

/** Reads the account's ID; '' where this key may not read the account. */
async function readAccountId(service: Service, maxWait: number): Promise<string> {
	const outcome = await service.request({ method: 'GET', url: ACCOUNT_PATH, qs: {} }, { maxWait });
	if ('body' in outcome) {
		const { data } = outcome.body;
		return isObject(data) ? textOf(data.id) : '';
	}
	const error = service.errorFor(outcome.failure, undefined);
	if (isFailure(error, 'forbidden', 'notFound', 'refused')) return '';
	throw error;
}

const isAccount = (kept: unknown): kept is IDataObject & Account =>
	isObject(kept) && [kept.address, kept.id, kept.key].every((text) => typeof text === 'string');

/**
 * The account that the credential belongs to now. It costs a request only when the credential has changed since the
 * state was kept.
 *
 * @param kept the account of the kept state, as n8n gives it back
 * @param maxWait longest wait for the rate limit, in ms
 * @throws {NodeApiError} when the service can't be reached or rejects the key; {RateLimitBusy}
 */
export async function currentAccount(
	service: Service,
	kept: unknown,
	maxWait: number,
): Promise<Account> {
	const current = withoutId(service);
	if (isAccount(kept) && kept.key === current.key && kept.address === current.address) {
		return { ...current, id: kept.id };
	}
	return { ...current, id: await readAccountId(service, maxWait) };
}

/**
 * Whether a kept state is about this account: the same address and the same ID, so that a renewed key loses nothing.
 * Where the service does not tell the ID, the key stands for the account.
 */
export function isSameAccount(kept: unknown, current: Account): boolean {
	if (!isAccount(kept) || kept.address !== current.address) return false;
	return kept.id === '' || current.id === '' ? kept.key === current.key : kept.id === current.id;
}
