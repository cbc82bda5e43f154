import type { ListEndpoint } from '../client/endpoints';
import type { ServiceRequest } from '../client/http';
import { perKey, perRun } from '../client/account';
import { KeyedMutex } from '../client/wait';
import { invalidInput } from '../errors';
import { deleteRecord, assignRecord } from '../recovery/changeRecord';
import type { RecordSource } from '../recovery/findRecord';
import { forgetNames } from '../lookup/nameList';
import { textOf } from '../text/json';
import type { Behavior, ItemCall } from '../run/operation';

/** Held while a record is changed, so that its changes go in order. At most the records that are being changed. */
const changesOf = perKey(() => new KeyedMutex());

/** The paths of the records that a run has changed. At most one for each item. */
const changedRecordsOf = perRun(() => new Set<string>());

const UPDATE_OR_DELETION = /^(\/api\/\w+(?:\/\d+)?)\/(?:update|delete)$/;
const ASSIGNMENT = /^\/api\/\w+\/\d+\/assign\/(?:(\w+)\/)?(\d+)$/;

/** The path of the record that a request changes, such as `/api/url/5`; undefined for one that reads or creates. */
function changedRecord({ method, url }: ServiceRequest): string | undefined {
	const [, record] = UPDATE_OR_DELETION.exec(url) ?? [];
	if (record !== undefined || method !== 'POST') return record;
	// A campaign takes only links, whose type is not in the path
	const [, type = 'links', id] = ASSIGNMENT.exec(url) ?? [];
	return id === undefined ? undefined : `/api/${type === 'links' ? 'url' : type}/${id}`;
}

/** Waits for earlier changes: rows that change one link, each after reading it, would undo each other. @returns what ends this one */
export async function beginChange({ service, run, request }: ItemCall): Promise<() => void> {
	const record = changedRecord(request);
	if (record === undefined) return () => {};
	const release = await changesOf(service).acquire(record, service.signal);
	return () => {
		// Also after a failure, because the reply may have been lost
		changedRecordsOf(run).add(record);
		if (!record.startsWith('/api/url/')) forgetNames(service);
		release();
	};
}

export const isOutdated = ({ run, request }: ItemCall): boolean =>
	changedRecordsOf(run).has(changedRecord(request) ?? '');

/** Where to read a record that was changed. `idParameter` is the placeholder of its ID in the operation's path, e.g. `campaignId`. */
export type RecordTarget =
	| { account: true }
	| { list: ListEndpoint; idParameter: string }
	| { recordPath: (id: string) => string; idParameter: string };

export function recordSource(call: ItemCall, target: RecordTarget): RecordSource {
	if ('account' in target) return { account: true };
	const id = textOf(call.path[target.idParameter]);
	return 'list' in target ? { list: target.list, id } : { recordPath: target.recordPath(id) };
}

/** Assigns a record to another. After a lost reply, a refusal as "already assigned" counts as success. */
export const assigns: Behavior = {
	kind: 'assigns',
	perform: async (call) => [await assignRecord(call)],
};

/** Deletes a record. After a lost reply, reading the record or its list tells whether it is gone. */
export const deletes = (target: Exclude<RecordTarget, { account: true }>): Behavior => ({
	kind: 'deletes',
	perform: async (call) => [await deleteRecord(call, recordSource(call, target))],
	check: throwIfTooMany,
});

/** A wrong table or filter must not empty an account. */
function throwIfTooMany({ node, item, run, given }: ItemCall): void {
	const { maximumDeletions: most = Infinity } = given;
	if (run.items <= most) return;
	throw invalidInput(
		{ label: 'Maximum Deletions', node, item },
		`the run would delete ${run.items} records, more than ${most}`,
		'Check where the items come from, or set a higher maximum.',
	);
}
