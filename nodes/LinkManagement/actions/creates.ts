import type { IDataObject } from 'n8n-workflow';
import { createRecord } from '../recovery/createRecord';
import { comparableName } from '../text/comparable';
import { withMissingRecords } from '../lookup/createMissing';
import type { Behavior, CreationRecovery } from '../run/operation';

/** Creates a record. After a lost reply, the record is looked up before the request is sent again. */
export const creates = (recovery: CreationRecovery): Behavior => ({
	kind: 'creates',
	perform: async (call) => [await createRecord(await withMissingRecords(call), recovery)],
});

/** How a record is found again by its name when the reply to its creation was lost. */
export const recoveryByName = (
	named: Pick<CreationRecovery, 'what' | 'list'>,
	nameOf = ({ name }: IDataObject): unknown => name,
): CreationRecovery => ({
	...named,
	identity: ({ name }) => comparableName(name) || undefined,
	identityAdvice: 'Give it a name.',
	wanted: ({ name }) => {
		const wantedName = comparableName(name);
		return {
			matches: (record) => comparableName(nameOf(record)) === wantedName,
			score: (record) => Number(nameOf(record) === name),
		};
	},
});
