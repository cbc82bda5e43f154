import { createHmac } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { perRun } from '../../client/memory';
import { comparableShortUrl } from '../../values/comparable';
import { isObject, textOf } from '../../values/json';
import type { ItemCall } from '../operation';
import { comparableBody } from './upsertRow';

/** Most links that are remembered: about 500 kB, which n8n stores with the workflow. */
const MAX_LINKS = 20_000;
/** Characters of a hash: 48 bits. */
const HASH_LENGTH = 8;
const NAME = 'sentValues';
/** Links that are forgotten at once, because it takes time to find the oldest. */
const FORGOTTEN_AT_ONCE = 1_000;

/**
 * A short hash that nobody can try values on without the API key, because a password is among them. Another key or another
 * account gives other hashes.
 */
const hashOf = ({ service }: ItemCall, text: string): string =>
	createHmac('sha256', service.key.hash).update(text).digest('base64').slice(0, HASH_LENGTH);

/** How many links are remembered. */
const countOf = perRun((): { count?: number } => ({}));

const keyOf = (call: ItemCall, { id, shorturl }: IDataObject): string =>
	hashOf(call, `${textOf(id)} ${comparableShortUrl(shorturl)}`);

const hashOfValues = (call: ItemCall, values: IDataObject): string =>
	hashOf(
		call,
		JSON.stringify(Object.entries(comparableBody(values)).sort(([a], [b]) => (a < b ? -1 : 1))),
	);

/** The hashes by link, in the node's static data. n8n keeps it between production runs; a manual run has none. */
function hashesOf({ caller }: ItemCall): IDataObject | undefined {
	if (typeof caller.getWorkflowStaticData !== 'function' || caller.getMode?.() === 'manual')
		return undefined;
	const data = caller.getWorkflowStaticData('node');
	// A plain property would be read back as a copy, so the object that n8n watches is read again
	if (!isObject(data[NAME])) data[NAME] = {};
	return data[NAME] as IDataObject;
}

/** Whether these values are the ones that this workflow sent last for a link. */
export const wereSent = (call: ItemCall, link: IDataObject, values: IDataObject): boolean =>
	hashesOf(call)?.[keyOf(call, link)] === hashOfValues(call, values);

/** Forgets what was sent for a link. */
export function forgetSent(call: ItemCall, link: IDataObject): void {
	const hashes = hashesOf(call);
	const key = keyOf(call, link);
	if (!hashes || !(key in hashes)) return;
	const seen = countOf(call.run);
	seen.count = (seen.count ?? Object.keys(hashes).length) - 1;
	delete hashes[key];
}

/** Remembers the values that were sent for a link. The links that were sent longest ago are forgotten first. */
export function noteSent(call: ItemCall, link: IDataObject, values: IDataObject): void {
	const hashes = Object.keys(values).length === 0 ? undefined : hashesOf(call);
	if (!hashes) return;
	// Written again at the end, as the order tells which are the oldest
	forgetSent(call, link);
	const seen = countOf(call.run);
	seen.count = (seen.count ?? Object.keys(hashes).length) + 1;
	hashes[keyOf(call, link)] = hashOfValues(call, values);
	if (seen.count <= MAX_LINKS) return;
	for (const oldest of Object.keys(hashes).slice(0, FORGOTTEN_AT_ONCE)) delete hashes[oldest];
	seen.count -= FORGOTTEN_AT_ONCE;
}
