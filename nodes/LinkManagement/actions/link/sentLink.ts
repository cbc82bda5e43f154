import type { IDataObject } from 'n8n-workflow';

import type { MadeLink } from '../../lookup/findLink';
import { comparableBody } from '../../lookup/names';
import { digest, SentEntry } from '../../lookup/sent';
import type { Item } from '../../run/item';
import { aliasOf, comparableAlias } from '../../text/aliases';
import { textOf, without } from '../../text/json';
import type { LongUrl } from '../../text/longUrl';
import { compareLink } from './compareLink';
import { labelOfLinkField } from './record';

/** Characters of the digests: 48 and 36 bits. */
const DIGEST = 8;
const SHORT_DIGEST = 6;

/**
 * What was sent for a link: digests, because a password is among the values. The first is of the values, the next of the long URL
 * with its parameters, the last of what the link showed just before where it differed, or what the service made of the values.
 * 1 if it is final: the values were sent twice, or the service may have made of them what is shown, and they are not sent again.
 */
const LINK_ENTRY = /^(.{8})(.{8})(.{6})([01])$/;

/** The link of a row: 1 if it is another one than was asked for, a digest of the alias that it got, and its ID. */
const ROW_ENTRY = /^([01])(.{6})(.+)$/;

const sorted = (values: IDataObject): string =>
	JSON.stringify(Object.entries(comparableBody(values)).sort(([a], [b]) => (a < b ? -1 : 1)));

const isEmptyBody = (values: IDataObject): boolean => Object.keys(values).length === 0;

const idOfLink = ({ id }: IDataObject): string => textOf(id);

/** What the list does not show. Otherwise each run would read the link to see whether it has changed. */
const ONLY_READ = ['expiry', 'geotarget', 'devicetarget'];

/** What the node remembers of what it sent: of the links by their IDs, and which link it made for this row. */
export class Sent {
	/** @param name of the row: its domain and alias, its short URL, or its ID */
	constructor(
		private readonly item: Item,
		private readonly name: string,
		private readonly isDryRun = false,
	) {}

	private knownRow: SentEntry | undefined;

	private get row(): SentEntry {
		const { item, name } = this;
		return (this.knownRow ??= new SentEntry(item, `-${digest(item, name, DIGEST)}`));
	}

	/** The link that the node made for the row; undefined where the row itself says which one it is. */
	get made(): MadeLink | undefined {
		const [, isOther, alias, id] = ROW_ENTRY.exec(this.row.read().text) ?? [];
		if (id === undefined) return undefined;
		return {
			id,
			isOther: isOther === '1',
			gotAlias: (got) => alias === this.digestOfAlias(id, got),
			// A plan remembers nothing
			forget: () => (this.isDryRun ? undefined : this.row.forget()),
		};
	}

	/** @param isOther whether it is another link than was asked for, so that a repetition has the same error */
	noteMade(link: IDataObject, { custom }: IDataObject, isOther = false): void {
		const id = idOfLink(link);
		// Some replies hold no ID
		if (id === '' || this.isDryRun) return;
		const alias = aliasOf(link, comparableAlias(custom));
		this.row.write(`${isOther ? 1 : 0}${this.digestOfAlias(id, alias)}${id}`);
	}

	/** Whether this node sent something to a link or made it before. */
	knows(link: IDataObject): boolean {
		return this.sentTo(link) !== undefined;
	}

	/** Whether these values were the last that were sent to the link. */
	has(link: IDataObject, values: IDataObject): boolean {
		return this.sentTo(link)?.values === this.digestOf(link, values);
	}

	/** Whether the link was made or changed with this long URL, whatever its other values. */
	hasLongUrl(link: IDataObject, values: IDataObject): boolean {
		return this.sentTo(link)?.longUrl === this.digestOfUrl(link, values);
	}

	/** Whether an earlier run of this execution, such as that of another slice of a loop, sent another long URL. */
	hasOtherUrlInExecution(link: IDataObject, values: IDataObject): boolean {
		const { execution, longUrl } = this.sentTo(link) ?? {};
		if (!execution || values.url === undefined) return false;
		const isNow = execution === this.entryOf(link).execution;
		return isNow && longUrl !== this.digestOfUrl(link, values);
	}

	/**
	 * Values that the service stores in another form, or does not take at all, are sent twice at most, until it shows something
	 * else. A `warning` says where the link goes on to differ from the table.
	 */
	decide(
		link: IDataObject,
		{ values, longUrl, sendsAll }: { values: IDataObject; longUrl: LongUrl; sendsAll: boolean },
	) {
		const comparison = compareLink(link, values, longUrl);
		const { shown, different, hidden } = comparison;
		const differs = ![shown, hidden].every(isEmptyBody);
		// A link's own alias is not sent again
		const isGiven = Object.keys(values).some((name) => name !== 'custom');
		if (sendsAll) return { comparison, isSent: differs || isGiven };
		const before = this.sentTo(link);
		if (!before || before.values !== this.digestOf(link, values))
			return { comparison, isSent: differs };
		if (isEmptyBody(shown)) {
			// Somebody may change it again to what it showed before
			if (before.isFinal) this.note(link, values);
			return { comparison, isSent: false };
		}
		if (before.isFinal) {
			if (this.shownIn(link, shown) !== before.shown) return { comparison, isSent: true };
			return { comparison, isSent: false, warning: this.warningOf(link, different) };
		}
		const isSent = !isEmptyBody(different);
		if (!isSent) this.note(link, values, shown, true);
		return { comparison, isSent };
	}

	/** Remembers the values that were sent to a link, or that it shows already. @param before what differed before */
	note(link: IDataObject, values: IDataObject, before: IDataObject = {}, isFinal = false): void {
		if (idOfLink(link) === '' || this.isDryRun) return;
		const written = [
			this.digestOf(link, values),
			this.digestOfUrl(link, values),
			this.shownIn(link, before),
			isFinal ? 1 : 0,
		];
		this.entryOf(link).write(written.join(''));
	}

	/** If the reply to an update is lost, nobody knows which values the link has. @returns whether the values are sent the second time */
	forget(link: IDataObject, values: IDataObject): boolean {
		const isRepeated = this.has(link, values) && this.sentTo(link)?.isFinal === false;
		this.entryOf(link).forget();
		return isRepeated;
	}

	private entryOf(link: IDataObject): SentEntry {
		return new SentEntry(this.item, idOfLink(link));
	}

	private sentTo(link: IDataObject) {
		const { text, execution } = this.entryOf(link).read();
		const [, values, longUrl, shown, isFinal] = LINK_ENTRY.exec(text) ?? [];
		return values === undefined
			? undefined
			: { values, longUrl, shown, isFinal: isFinal === '1', execution };
	}

	private digestOfAlias(id: string, alias: string): string {
		return digest(this.item, `${id} ${alias}`, SHORT_DIGEST);
	}

	private digestOf(link: IDataObject, values: IDataObject): string {
		return digest(this.item, `${idOfLink(link)} ${sorted(values)}`, DIGEST);
	}

	private digestOfUrl(link: IDataObject, { url, parameters }: IDataObject): string {
		const given = JSON.stringify([url, parameters ?? []]);
		return digest(this.item, `${idOfLink(link)} leads to ${given}`, DIGEST);
	}

	private shownIn(link: IDataObject, shows: IDataObject): string {
		const listed = without(shows, ...ONLY_READ);
		return digest(this.item, `${idOfLink(link)} shows ${sorted(listed)}`, SHORT_DIGEST);
	}

	private warningOf({ shorturl }: IDataObject, different: IDataObject): string | undefined {
		const { run, service } = this.item;
		const fields = Object.entries(different).map(([name, shown]) => {
			if (name === 'url') return `leads to ${textOf(shown)}`;
			const label = labelOfLinkField(name);
			return textOf(shown) === '' ? `has no ${label}` : `has ${label} ${textOf(shown)}`;
		});
		if (fields.length === 0) return undefined;
		run.summary.notTaken.push(service.plainText(shorturl));
		return service.plainText(
			`The link ${fields.join(', ')}, but the row says something else. The row was sent twice.`,
		);
	}
}
