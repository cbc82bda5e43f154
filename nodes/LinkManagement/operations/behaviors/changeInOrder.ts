import { perKey, perRun } from '../../client/memory';
import type { ServiceRequest } from '../../client/request';
import { KeyedMutex } from '../../client/wait';
import { forgetNames } from '../../references/nameList';
import type { ItemCall } from '../operation';

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

/**
 * Waits until all earlier changes of the record of a request have ended. Otherwise two rows that change the same link, each
 * after reading it, would undo each other, and of two assignments the later row would not count.
 *
 * @returns what ends the change
 * @throws {Canceled} on Stop
 */
export async function beginChange({ service, run, request }: ItemCall): Promise<() => void> {
	const record = changedRecord(request);
	if (record === undefined) return () => {};
	const release = await changesOf(service).acquire(record, service.signal);
	return () => {
		// Also after a failure, because the answer may have been lost
		changedRecordsOf(run).add(record);
		if (!record.startsWith('/api/url/')) forgetNames(service);
		release();
	};
}

/** Carries out a change after all earlier ones of the same record: see {@link beginChange}. */
export async function changeInOrder<T>(call: ItemCall, change: () => Promise<T>): Promise<T> {
	const endChange = await beginChange(call);
	return await change().finally(endChange);
}

/** Whether this run has changed the record of a request, so that what was read of it before is outdated. */
export const isOutdated = ({ run, request }: ItemCall): boolean =>
	changedRecordsOf(run).has(changedRecord(request) ?? '');
