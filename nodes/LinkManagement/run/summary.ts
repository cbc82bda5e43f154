import type { InputWarning } from '../errors';
import type { Named } from '../fields/reference';
import { MAX_LINKS } from '../lookup/sent';
import { comparableName } from '../text/comparable';
import type { PlainText } from '../text/plainText';
import { counted, countedThat, grouped, listed, type ValueWarning } from '../text/sentences';

/** What a plan would do with a row. `again` is an update only because of fields that no reading shows. */
export type PlannedKind = 'again' | 'create' | 'none' | 'update';

const ACTIONS = ['created', 'updated', 'unchanged'];

const UPDATING =
	'https://github.com/placeholder-organisation/n8n-nodes-link-management/blob/main/docs/reference.md#updating';

const mayBeEmptied = (command: string): string =>
	`Some services empty what an update leaves out, and not everything can be read and sent along: a password and pixels, for example. ${command} finds out what yours does. Choose it in the credential, under "Updates Replace the Whole Link".`;

const someUtm = (updates: number): string =>
	`${countedThat(updates, 'update', 'gives', 'give')} UTM parameters, but not all of UTM Source, UTM Medium and UTM Campaign. URL parameters are sent as a whole, so the service may remove the others.`;

const linksExisted = (links: number): string =>
	`${counted(links, 'link')} existed already; ${links === 1 ? 'its' : 'their'} other fields were not changed. To change them, use Create or Update.`;

const codesExisted = (codes: number): string =>
	`${counted(codes, 'QR code')} existed already and ${codes === 1 ? 'was' : 'were'} not changed. To change ${codes === 1 ? 'it' : 'them'}, use Update.`;

/** Of a host or a label in a hint, and of a heading with the column that it was taken for, in characters. */
const MAX_COUNTED_LENGTH = 80;
const MAX_HEADING_LENGTH = 120;

const ONE: Record<string, string> = { campaigns: 'campaign', channels: 'channel' };

/** Each name with its rows, the most frequent first, such as `Spring (200 rows), Fall (1 row)`. */
function namesWithRows(texts: string[]): string[] {
	const names = new Map<string, { text: string; rows: number }>();
	for (const text of texts) {
		// The first row that needs it decides how its name is written
		const name = names.get(comparableName(text)) ?? { text, rows: 0 };
		name.rows++;
		names.set(comparableName(text), name);
	}
	const inOrder = [...names.values()].sort((a, b) => b.rows - a.rows);
	return inOrder.map(({ text, rows }) => `${text} (${counted(rows, 'row')})`);
}

/** Warnings of one kind that are said one by one. */
const MAX_SAID = 3;

/** Warnings as the item says them. Of many of one kind, one sentence for all: a model may write `none` in each field. */
export function warningSentences(warnings: InputWarning[]): string[] {
	const inOrder = [false, true].flatMap((isCounted) =>
		warnings.filter(({ warning }) => (warning.isOnlyCounted === true) === isCounted),
	);
	return [...new Set(inOrder.map(({ warning }) => warning))].flatMap((kind) => {
		const own = inOrder.filter(({ warning }) => warning === kind);
		if (kind.isOnlyCounted && own.length > MAX_SAID)
			return kind.sentence(own.map((one) => one.counted ?? one.value));
		return own.map(({ label, value }) => `${label}: ${value} ${kind.what}.`);
	});
}

/** What the hints after a run tell: the items count and list it, and each sentence about it stands here. At most a few texts for each item. */
export class Summary {
	/** What a plan would do, by item. A run that changes something has none. */
	plan?: Map<number, PlannedKind>;
	sendsAll = false;
	private readonly actions = new Map<string, number>();
	/** The links and codes that Create or Get found, by what names them: several rows may have one in common. */
	readonly existingLinks = new Set<string>();
	readonly existingCodes = new Set<string>();
	withoutClicks = 0;

	/** The names that rows of a plan give for records that a run would create. */
	readonly plannedMissing: Partial<Record<Named, string[]>> = {};
	readonly createdMissing: Partial<Record<Named, string[]>> = {};
	/** Records that are changed and were taken by their ID, because none has the name. */
	readonly takenById: string[] = [];

	readonly missingFields: string[] = [];
	matchColumnMissing: string | undefined;
	/** The offset of the dates of the service, where the credential has another time zone. */
	readonly serviceOffsets = new Set<string>();
	otherAliases = 0;
	otherDomains = 0;
	/** The short URLs of links that were sent the same twice and show something else. */
	readonly notTaken: string[] = [];
	uncertainRows = 0;
	codesMissing = 0;
	imagesMissing = 0;
	private someUtm = 0;
	private tellsEmptying = false;
	private readonly warnings = new Map<ValueWarning, string[]>();

	readings = 0;
	readonly takenHeadings = new Set<string>();
	readonly ignoredHeadings = new Set<string>();
	readonly replacedColumns = new Set<string>();
	longUrlsInOtherForm = 0;
	sentForHidden = 0;
	isSentFull = false;
	/** Where links are made without a domain, and the domain of the credential. */
	otherDefaultDomain: string | undefined;
	/** The domain that was assumed to be the default one, and whether all links that were read are there. */
	readonly assumedDomains = new Map<string, boolean>();
	readonly alikeLongUrls = new Set<string>();
	readonly shortUrlsNotFound: string[] = [];

	/** A row of a table that was done, or planned. One of which nothing else was noted in the plan stays as it is. */
	addRow(index: number, action: string): void {
		if (ACTIONS.includes(action)) this.actions.set(action, (this.actions.get(action) ?? 0) + 1);
		else if (!this.plan?.has(index)) this.plan?.set(index, 'none');
	}

	addHeadings(taken: string[], ignored: string[], plainText: PlainText): void {
		for (const heading of taken) this.takenHeadings.add(plainText(heading, MAX_HEADING_LENGTH));
		for (const heading of ignored) this.ignoredHeadings.add(plainText(heading, MAX_HEADING_LENGTH));
		// The node itself reads it, to name the row
		this.ignoredHeadings.delete('row_number');
	}

	/** What needs an eye, once for each item with all its values, and what is only counted. */
	addWarnings(warnings: InputWarning[], plainText: PlainText): void {
		const toSee = warnings.filter(({ warning }) => warning.isOnlyCounted !== true);
		for (const warning of new Set(toSee.map((one) => one.warning))) {
			const values = toSee.filter((one) => one.warning === warning).map(({ value }) => value);
			this.addWarning(warning, values.join(', '));
		}
		for (const { warning, value, counted: text = value } of warnings)
			if (warning.isOnlyCounted) this.addWarning(warning, plainText(text, MAX_COUNTED_LENGTH));
	}

	private addWarning(warning: ValueWarning, text: string): void {
		const texts = this.warnings.get(warning) ?? [];
		texts.push(text);
		this.warnings.set(warning, texts);
	}

	/** @returns the sentence for the item of a tool, where hints do not arrive */
	addSomeUtm(): string {
		this.someUtm++;
		return someUtm(1);
	}

	/** @returns the sentence for the item of a tool */
	tellEmptying(): string {
		this.tellsEmptying = true;
		return mayBeEmptied('npm run test:live');
	}

	/** @returns the sentence for the item of a tool */
	addExisting(what: 'code' | 'link', name: string): string {
		(what === 'link' ? this.existingLinks : this.existingCodes).add(name);
		return what === 'link' ? linksExisted(1) : codesExisted(1);
	}

	/** What was done, or would be. */
	counts(): string[] {
		const links = this.existingLinks.size;
		const codes = this.existingCodes.size;
		return [
			this.rowCounts(),
			links > 0 && linksExisted(links),
			codes > 0 && codesExisted(codes),
			this.noClicks(),
			...Object.entries(this.plannedMissing).map(([named, texts]) => {
				const names = namesWithRows(texts);
				return `It would create ${counted(names.length, ONE[named] ?? named)}: ${listed(names)}.`;
			}),
		].filter((text) => text !== false);
	}

	/** Why nothing came out, for a tool, where no hint says it. */
	whyNothing(): string {
		return this.noClicks() || this.onlyAlike() || 'No record was found';
	}

	private noClicks(): string | false {
		return (
			this.withoutClicks > 0 &&
			`${countedThat(this.withoutClicks, 'link', 'has', 'have')} no clicks of this kind, and so no row.`
		);
	}

	private onlyAlike(): string | false {
		return (
			this.alikeLongUrls.size > 0 &&
			`No link leads to exactly this URL. ${countedThat(this.alikeLongUrls.size, 'link', 'leads', 'lead')} to one that differs only in its form, such as ${[...this.alikeLongUrls][0]}.`
		);
	}

	/** Dry Run may be an expression, which is on in some rows only. */
	get isOnlyPlan(): boolean {
		return this.plan !== undefined && this.actions.size === 0;
	}

	private doneRows(): string | false {
		const counts = ACTIONS.map((action) => `${this.actions.get(action) ?? 0} ${action}`);
		return this.actions.size > 0 && `${counts.join(', ')}.`;
	}

	private rowCounts(): string | false {
		const done = this.doneRows();
		if (!this.plan?.size) return done;
		const kinds = [...this.plan.values()];
		const count = (kind: PlannedKind) => kinds.filter((one) => one === kind).length;
		const again = count('again');
		const why = this.sendsAll
			? 'Send All Rows Again is on'
			: 'this n8n does not remember what it sent for fields that the service does not show';
		const repeated = again === 0 ? '' : `, send ${again} again (${why})`;
		return `${done || 'Nothing was changed.'} The run would create ${count('create')}, update ${count('update')}${repeated}, and leave ${count('none')} as they are.`;
	}

	/** What needs an eye, a line for each. */
	toSee(): string[] {
		const gotOther = (links: number, what: string) =>
			links > 0 && `${counted(links, 'link')} got another ${what} than requested: see "warning".`;
		return [
			this.missingFields.length > 0 &&
				`No item has these fields, which expressions read: ${listed(this.missingFields)}. Check whether columns were renamed.`,
			this.takenById.length > 0 &&
				`No record has a name that was given, so the one with this ID was taken: ${listed(this.takenById)}.`,
			this.matchColumnMissing !== undefined &&
				`Links are matched on ${this.matchColumnMissing}, and the table has no column for it, so each row counts as a new link.`,
			...[...this.serviceOffsets].map(
				(offset) =>
					`The service writes its dates in ${offset}, and Time Zone in the credential says another one. Set it to the zone of the service.`,
			),
			gotOther(this.otherAliases, 'alias'),
			gotOther(this.otherDomains, 'domain'),
			this.notTaken.length > 0 &&
				`Sent twice, and the service shows something else: ${listed(this.notTaken)}. See "warning".`,
			this.uncertainRows > 0 &&
				`${countedThat(this.uncertainRows, 'row', 'is', 'are')} not certain: see "warning".`,
			this.codesMissing > 0 &&
				`${countedThat(this.codesMissing, 'link', 'has', 'have')} no QR code: see "warning".`,
			this.imagesMissing > 0 &&
				`${countedThat(this.imagesMissing, 'QR code', 'has', 'have')} no image: see "imageMissing".`,
			this.someUtm > 0 && someUtm(this.someUtm),
			this.tellsEmptying && mayBeEmptied(`<a href="${UPDATING}">npm run test:live</a>`),
			...this.sentencesOfWarnings(false),
		].filter((text) => text !== false);
	}

	rest(): string[] {
		return [
			...Object.entries(this.createdMissing).map(
				([named, names]) =>
					`${countedThat(names.length, ONE[named] ?? named, 'was', 'were')} created: ${listed(names)}.`,
			),
			this.readings > 0 && `${counted(this.readings, 'request')} read what the updates sent along.`,
			this.takenHeadings.size > 0 &&
				`Headings that were taken for columns: ${listed([...this.takenHeadings])}.`,
			this.ignoredHeadings.size > 0 &&
				`Not columns of a link, and ignored: ${listed([...this.ignoredHeadings])}.`,
			this.replacedColumns.size > 0 &&
				`Columns that the record replaced came out under other names: ${listed([...this.replacedColumns])}.`,
			this.longUrlsInOtherForm > 0 &&
				`The long URL of ${counted(this.longUrlsInOtherForm, 'link')} is written in another form at the service, such as http for https.`,
			this.sentForHidden > 0 &&
				`${countedThat(this.sentForHidden, 'link', 'was', 'were')} updated only because of fields that no reading shows, which are sent once.`,
			this.isSentFull &&
				`The table has more than ${grouped(MAX_LINKS)} links, and the node remembers no more. Fields of the others that no reading shows are sent in each run.`,
			this.otherDefaultDomain !== undefined &&
				`Links without a domain are made on ${this.otherDefaultDomain}. Correct Default Domain in the credential.`,
			...[...this.assumedDomains].map(
				([host, hasAllLinks]) =>
					`${host} was taken for the default domain, because ${hasAllLinks ? 'all links that were read are there' : 'it is the only host of links that is no domain of the account'}. Set Default Domain in the credential if it is another one.`,
			),
			this.onlyAlike(),
			this.shortUrlsNotFound.length > 0 &&
				`${countedThat(this.shortUrlsNotFound.length, 'item', 'has', 'have')} a short URL that no link has, and came out as no item: ${listed(this.shortUrlsNotFound)}.`,
			...this.sentencesOfWarnings(true),
		].filter((text) => text !== false);
	}

	private sentencesOfWarnings(areCounted: boolean): string[] {
		return [...this.warnings]
			.filter(([warning]) => (warning.isOnlyCounted === true) === areCounted)
			.map(([warning, texts]) => warning.sentence(texts));
	}
}
