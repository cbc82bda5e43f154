import { createHmac } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { forgetOldest, perKey, perRun } from '../../client/memory';
import { isObject, textOf } from '../../values/json';
import { grouped } from '../../values/numbers';
import { listed, type Sentence } from '../../values/sentences';
import { comparableBody } from '../behaviors/sameRecord';
import type { ItemCall } from '../operation';
import { runNotesOf } from '../output/notes';
import { compareLink, type Comparison } from './compare';
import { labelOfLinkField } from './record';

/** Most rows that are remembered: 2 MB, which n8n loads and stores with the workflow. */
const MAX_ROWS = 50_000;
/** Rows that are forgotten at once, because it takes time to find those that this run did not see. */
const FORGOTTEN_AT_ONCE = 1_000;
const NAME = 'sentRows';
/** Characters of the digests: 48 and 36 bits. */
const [DIGEST, SHORT_DIGEST] = [8, 6];
/** An entry: seconds since epoch, both digests, 1 if it is final, and the ID. */
const ENTRY = /^(.{6})(.{8})(.{6})([01])(.*)$/;

/** What was sent for the link of a row. Digests in place of values, because a password is among them. */
interface Sent {
	id: string;
	values: string;
	/** What the link showed just before where it differed, or what the service made of the values. */
	shown: string;
	/** The values were sent twice, or the service may have made of them what is shown: they are not sent again. */
	isFinal: boolean;
	/** Seconds since epoch, in base 36. */
	at: string;
}

const encoded = ({ id, values, shown, isFinal, at }: Sent): string =>
	`${at}${values}${shown}${isFinal ? 1 : 0}${id}`;

function entryIn(text: unknown): Sent | undefined {
	const parts = ENTRY.exec(textOf(text));
	if (!parts) return undefined;
	const [, at = '', values = '', shown = '', isFinal, id = ''] = parts;
	return { at, values, shown, isFinal: isFinal === '1', id };
}

/** What runs of this process sent for rows, of all nodes. The oldest come first. At most 50,000 rows. */
const processMemoryOf = perKey(() => new Map<string, string>());

/** What a run knows of the node's static data. At most the names of its rows. */
const runMemoryOf = perRun(() => ({
	count: undefined as number | undefined,
	seen: new Set<string>(),
	isFull: false,
}));

const tooManyRows: Sentence = () =>
	`The table has more than ${grouped(MAX_ROWS)} rows whose fields no reading shows. The others are sent in each run.`;

const showsOther: Sentence = (details) =>
	`Sent twice, and the service shows something else: ${listed(details)}. See "warning".`;

/** Only who has the API key can try values on a digest. With the link in it, equal passwords do not look equal. */
const digest = ({ service }: ItemCall, text: string, length = DIGEST): string =>
	createHmac('sha256', service.key.hash).update(text).digest('base64url').slice(0, length);

const sorted = (values: IDataObject): string =>
	JSON.stringify(Object.entries(comparableBody(values)).sort(([a], [b]) => (a < b ? -1 : 1)));

const isEmptyBody = (values: IDataObject): boolean => Object.keys(values).length === 0;

/** The entries of a node in its static data. n8n keeps them between production runs; a manual run has none. */
function staticEntriesOf({ caller }: ItemCall, isWritten = false): IDataObject | undefined {
	if (typeof caller.getWorkflowStaticData !== 'function' || caller.getMode?.() === 'manual')
		return undefined;
	const data = caller.getWorkflowStaticData('node');
	// A plain property would be read back as a copy, so the object that n8n watches is read again
	if (isWritten && !isObject(data[NAME])) data[NAME] = {};
	return isObject(data[NAME]) ? data[NAME] : undefined;
}

interface Decision {
	comparison: Comparison;
	isSent: boolean;
	/** Where the link goes on to differ from the table. */
	warning?: string;
}

/** What is remembered for one row: of this node, in its static data and in this process. The newer entry counts. */
export class SentRow {
	private readonly key: string;
	private readonly processKey: string;

	/** @param name of the row: its domain and alias, its short URL, or its ID */
	constructor(
		private readonly call: ItemCall,
		name: string,
	) {
		const { caller, node } = call;
		this.key = digest(call, name);
		this.processKey = `${textOf(caller.getWorkflow?.().id)} ${node.id} ${this.key}`;
		runMemoryOf(call.run).seen.add(this.key);
	}

	/** The ID of the link that this node made or changed for the row. */
	get id(): string | undefined {
		// Some replies hold no ID
		return this.entry?.id || undefined;
	}

	/** Whether these values were sent last for this link, by this row. */
	has(link: IDataObject, values: IDataObject): boolean {
		const { entry } = this;
		return entry?.id === textOf(link.id) && entry.values === this.digestOf(link, values);
	}

	/**
	 * Decides whether the values of a row are sent to its link. Values that the service stores in another form, or does not
	 * take at all, are sent twice at most, until it shows something else again. A plan remembers nothing.
	 */
	decide(
		link: IDataObject,
		{ values, isDryRun, sendsAll }: { values: IDataObject; isDryRun: boolean; sendsAll: boolean },
	): Decision {
		const comparison = compareLink(link, values);
		const { shown, different, hidden } = comparison;
		const differs = ![shown, hidden].every(isEmptyBody);
		// A link's own alias is not sent again
		const isGiven = Object.keys(values).some((name) => name !== 'custom');
		if (sendsAll) return { comparison, isSent: differs || isGiven };
		if (!this.has(link, values)) return { comparison, isSent: differs };
		if (isEmptyBody(shown)) return { comparison, isSent: false };
		const { isFinal = false, shown: before } = this.entry ?? {};
		const now = this.shownIn(link, shown);
		if (isFinal && now === before)
			return { comparison, isSent: false, warning: this.warningOf(link, different) };
		const isSent = isFinal || !isEmptyBody(different);
		if (!isSent && !isDryRun) this.write(link, values, { shown: now, isFinal: true });
		return { comparison, isSent };
	}

	/** Remembers the values that were sent to a link, or that it shows already. @param before what differed before */
	note(link: IDataObject, values: IDataObject, before: IDataObject = {}): void {
		this.write(link, values, { shown: this.shownIn(link, before), isFinal: this.isRepeated });
	}

	/** Whether the values that are sent now were sent before, and the service showed something else. */
	private isRepeated = false;

	/** Forgets the row before its values are sent: if the reply is lost, nobody knows which values the link has. */
	forget(link: IDataObject, values: IDataObject): void {
		this.isRepeated = this.has(link, values) && this.entry?.isFinal === false;
		processMemoryOf(this.call.service).delete(this.processKey);
		const entries = staticEntriesOf(this.call);
		if (!entries || !(this.key in entries)) return;
		const run = runMemoryOf(this.call.run);
		run.count = (run.count ?? Object.keys(entries).length) - 1;
		delete entries[this.key];
	}

	private get entry(): Sent | undefined {
		const here = entryIn(processMemoryOf(this.call.service).get(this.processKey));
		const stored = entryIn(staticEntriesOf(this.call)?.[this.key]);
		return here && stored && stored.at > here.at ? stored : (here ?? stored);
	}

	private digestOf({ id }: IDataObject, values: IDataObject): string {
		return digest(this.call, `${textOf(id)} ${sorted(values)}`);
	}

	private shownIn({ id }: IDataObject, shows: IDataObject): string {
		return digest(this.call, `${textOf(id)} shows ${sorted(shows)}`, SHORT_DIGEST);
	}

	private write(
		link: IDataObject,
		values: IDataObject,
		{ shown, isFinal }: Pick<Sent, 'shown' | 'isFinal'>,
	): void {
		const { call, key, processKey } = this;
		const id = textOf(link.id);
		const at = Math.floor(Date.now() / 1_000).toString(36);
		const entry = encoded({ id, values: this.digestOf(link, values), shown, isFinal, at });
		const memory = processMemoryOf(call.service);
		memory.delete(processKey);
		memory.set(processKey, entry);
		forgetOldest(memory, MAX_ROWS);
		const entries = staticEntriesOf(call, true);
		if (entries && hasRoom(call, entries, key)) entries[key] = entry;
	}

	private warningOf({ shorturl }: IDataObject, different: IDataObject): string | undefined {
		const { run, service } = this.call;
		const fields = Object.entries(different).map(([name, shown]) => {
			if (name === 'url') return `leads to ${textOf(shown)}`;
			const label = labelOfLinkField(name);
			return textOf(shown) === '' ? `has no ${label}` : `has ${label} ${textOf(shown)}`;
		});
		if (fields.length === 0) return undefined;
		runNotesOf(run).add(showsOther, service.plainText(shorturl), 'needsEye');
		return service.plainText(
			`The link ${fields.join(', ')}, but the row says something else. The row was sent twice.`,
		);
	}
}

/** Whether the static data can take the row. Rows that this run did not see make room. */
function hasRoom({ run }: ItemCall, entries: IDataObject, key: string): boolean {
	const memory = runMemoryOf(run);
	memory.count ??= Object.keys(entries).length;
	if (key in entries) return true;
	if (memory.count >= MAX_ROWS && !memory.isFull) {
		const unseen = Object.keys(entries).filter((known) => !memory.seen.has(known));
		for (const known of unseen.slice(0, FORGOTTEN_AT_ONCE)) delete entries[known];
		memory.count -= Math.min(unseen.length, FORGOTTEN_AT_ONCE);
		memory.isFull = unseen.length === 0;
		if (memory.isFull) runNotesOf(run).add(tooManyRows, '');
	}
	if (memory.isFull) return false;
	memory.count++;
	return true;
}
