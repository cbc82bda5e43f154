import { createHmac } from 'crypto';
import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INode,
} from 'n8n-workflow';

import { forgetOldest, type SentText } from '../client/account';
import type { Service } from '../client/service';
import { isObject, textOf } from '../text/json';

/** Most links that are remembered, each with its row: about 4 MB, which n8n loads and stores with the workflow. */
export const MAX_LINKS = 50_000;
const MAX_ENTRIES = 2 * MAX_LINKS;
/** Entries that are forgotten at once, because it takes time to find those that this run did not see. */
const FORGOTTEN_AT_ONCE = 1_000;
/** What the entries are called in the static data of the node. */
const NAME = 'sent';
/** Characters of the time at which an entry was written: seconds since epoch, in base 36. */
const TIME_LENGTH = 6;

/** Keyed with the API key, so that nobody can try values without it. With the ID of the link in it, equal passwords do not look equal. */
export const digest = ({ service }: SentItem, text: string, length: number): string =>
	createHmac('sha256', service.account.hash).update(text).digest('base64url').slice(0, length);

/** What a try of a run knows of the static data of its node. */
export interface RunOfNode {
	/** How many entries there are, once it was needed. */
	count: number | undefined;
	/** The keys of entries that the run has asked for. */
	readonly seen: Set<string>;
	isFull: boolean;
}

interface SentItem {
	readonly service: Service;
	readonly caller: IExecuteFunctions | IExecutePaginationFunctions;
	readonly node: INode;
	readonly run: { readonly sent: RunOfNode; readonly summary: { isSentFull: boolean } };
}

/** The entries of a node in its static data. n8n keeps them between production runs; a manual run has none. */
function staticEntriesOf({ caller }: SentItem, isWritten = false): IDataObject | undefined {
	if (typeof caller.getWorkflowStaticData !== 'function' || caller.getMode?.() === 'manual')
		return undefined;
	const data = caller.getWorkflowStaticData('node');
	// A plain property would be read back as a copy, so the object that n8n watches is read again
	if (isWritten && !isObject(data[NAME])) data[NAME] = {};
	return isObject(data[NAME]) ? data[NAME] : undefined;
}

/** One entry of the memory of a node, in its static data and in this process. The newer one counts. */
export class SentEntry {
	private readonly processKey: string;

	/** @param key the ID of a link, or a digest of the name of a row after `-` */
	constructor(
		private readonly item: SentItem,
		private readonly key: string,
	) {
		const { caller, node, run } = item;
		this.processKey = `${textOf(caller.getWorkflow?.().id)} ${node.id} ${key}`;
		run.sent.seen.add(key);
	}

	/** The execution that is under way; '' where n8n does not say it. */
	get execution(): string {
		return textOf(this.item.caller.getExecutionId?.());
	}

	/** An empty text where nothing is remembered. */
	read(): SentText {
		const here = this.item.service.account.sent.get(this.processKey);
		const stored = textOf(staticEntriesOf(this.item)?.[this.key]);
		const timeOf = (text: string) => text.slice(0, TIME_LENGTH);
		const isNewer = timeOf(stored) > timeOf(here?.text ?? '');
		const { text, execution } = isNewer || !here ? { text: stored, execution: '' } : here;
		return { text: text.slice(TIME_LENGTH), execution };
	}

	write(text: string): void {
		const { item, key, processKey, execution } = this;
		const entry = `${Math.floor(Date.now() / 1_000).toString(36)}${text}`;
		const memory = item.service.account.sent;
		memory.delete(processKey);
		memory.set(processKey, { text: entry, execution });
		forgetOldest(memory, MAX_ENTRIES);
		const entries = staticEntriesOf(item, true);
		if (entries && this.hasRoomIn(entries)) entries[key] = entry;
	}

	forget(): void {
		const { item, key } = this;
		item.service.account.sent.delete(this.processKey);
		const entries = staticEntriesOf(item);
		if (!entries || !(key in entries)) return;
		const memory = item.run.sent;
		memory.count = (memory.count ?? Object.keys(entries).length) - 1;
		delete entries[key];
	}

	/** Whether the static data can take the entry. Those that this run did not see make room. */
	private hasRoomIn(entries: IDataObject): boolean {
		const { sent: memory, summary } = this.item.run;
		memory.count ??= Object.keys(entries).length;
		if (this.key in entries) return true;
		if (memory.count >= MAX_ENTRIES && !memory.isFull) {
			const unseen = Object.keys(entries).filter((known) => !memory.seen.has(known));
			for (const known of unseen.slice(0, FORGOTTEN_AT_ONCE)) delete entries[known];
			memory.count -= Math.min(unseen.length, FORGOTTEN_AT_ONCE);
			memory.isFull = unseen.length === 0;
			if (memory.isFull) summary.isSentFull = true;
		}
		if (memory.isFull) return false;
		memory.count++;
		return true;
	}
}
