import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../values/json';
import { type Account, isAccount } from './account';
import { type CountState, isCountState } from './counts';
import { events } from './events';
import { isNewState, type NewState } from './newRecords';
import { isWatch, type Watch } from './watch';

/** The form of the stored state. Raise it when a state of before can't be used any more. */
const VERSION = 1;

/** What n8n stores between the polls of a trigger. Plain JSON. */
export interface StoredState {
	version: typeof VERSION;
	watch: Watch;
	account: Account;
	state: NewState | CountState;
}

export const storedState = (parts: Omit<StoredState, 'version'>): StoredState => ({
	version: VERSION,
	...parts,
});

/** The stored state in what n8n returned; undefined when there is none, or one that this version can't use. */
export function storedStateIn({ version, watch, account, state }: IDataObject) {
	if (version !== VERSION || !isWatch(watch) || !isAccount(account) || !isObject(state)) return;
	const isKnown = events[watch.event].kind === 'new' ? isNewState(state) : isCountState(state);
	return isKnown ? ({ version, watch, account, state } as unknown as StoredState) : undefined;
}
