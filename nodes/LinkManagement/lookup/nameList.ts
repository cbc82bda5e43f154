import type { IDataObject } from 'n8n-workflow';

import type { NamesRead } from '../client/account';
import { type ListEndpoint, LISTS, nameOfRecord, recordIdOf } from '../client/endpoints';
import type { RequestOptions } from '../client/http';
import type { Service } from '../client/service';
import { settled, yieldToEventLoop } from '../client/wait';
import { isFailure } from '../errors';
import type { Named } from '../fields/reference';
import { readList } from '../lists/readList';
import { domainOf } from '../text/aliases';
import { closestTo, comparableName, hostOf, normalized, unescaped } from '../text/comparable';
import { textOf } from '../text/json';

export interface ListReader {
	readonly service: Service;
	readonly run: {
		readonly items: number;
		/** When this try began, by `performance.now()`. */
		readonly startedAt: number;
	};
	readonly requestOptions: RequestOptions;
}

/** Most texts of a run that are compared with a whole list, because each comparison takes time. */
const MAX_TEXTS = 50;

/** Which of the names in a list is most like a text that is none of them. */
export class ClosestNames {
	private readonly known = new Map<string, string | undefined>();

	/** @returns undefined when none is close, and for texts after the first 50 */
	async to(text: string, names: () => Iterable<string>): Promise<string | undefined> {
		if (this.known.size < MAX_TEXTS && !this.known.has(text)) {
			await yieldToEventLoop();
			const all = [...names()];
			this.known.set(text, all[closestTo(text, all) ?? -1]);
		}
		return this.known.get(text);
	}
}

/** Most records that are read of a list to find names in it. */
export const MAX_RECORDS = 10_000;

export interface NamedRecord {
	name: string;
	/** What stands for it in a request: an ID, the text of a domain, `overlay-7`. */
	value: number | string;
	record: IDataObject;
}

const LISTS_WITH: Record<Named, ListEndpoint[]> = {
	campaigns: [LISTS.campaigns],
	channels: [LISTS.channels],
	domains: [LISTS.domains],
	domainTexts: [LISTS.domains],
	pixels: [LISTS.pixels],
	qrCodes: [LISTS.qrCodes],
	redirectTypes: [LISTS.splashPages, LISTS.overlays],
};

/** See {@link NamedRecord.value}; undefined for a record that can't be chosen. */
function valueIn(list: ListEndpoint, named: Named, record: IDataObject) {
	if (named === 'domainTexts') return textOf(record.domain).trim() || undefined;
	const id = recordIdOf(record);
	if (named !== 'redirectTypes' || id === undefined) return id;
	// A bare number is a splash page (services.md section 4)
	return list === LISTS.overlays ? `overlay-${id}` : `${id}`;
}

/** A name without outer spaces and HTML escapes, in one of the two Unicode forms of an accented letter. */
const exactName = (name: unknown): string => normalized(unescaped(textOf(name)).trim(), 'NFC');

/** A name as it is compared: without case. Domains are compared without their scheme, because people leave it out. */
const comparedName = (named: Named, name: unknown): string =>
	named === 'domains' || named === 'domainTexts' ? domainOf(name) : comparableName(name);

function addTo(records: Map<string, NamedRecord[]>, key: string, record: NamedRecord): void {
	const same = records.get(key) ?? [];
	same.push(record);
	records.set(key, same);
}

export class NameList {
	private readonly byName = new Map<string, NamedRecord[]>();
	private readonly byExactName = new Map<string, NamedRecord[]>();
	/** Domains, some of which differ only in a folder. */
	private readonly byHost = new Map<string, NamedRecord[]>();
	private readonly byId = new Map<string, NamedRecord>();
	/** The names of records that can't be chosen. */
	private readonly withoutId = new Set<string>();
	private readonly closest = new ClosestNames();

	constructor(private readonly named: Named) {}

	/** Set if there are more records than were read. */
	isCut = false;
	refusal: string | undefined;
	isUnreadable = true;

	add(record: IDataObject, list: ListEndpoint): void {
		const value = valueIn(list, this.named, record);
		const name = exactName(nameOfRecord(record));
		if (value === undefined) {
			this.withoutId.add(comparedName(this.named, name));
			return;
		}
		const named = { name, value, record };
		addTo(this.byName, comparedName(this.named, name), named);
		addTo(this.byExactName, name, named);
		if (list === LISTS.domains) addTo(this.byHost, hostOf(name), named);
		// Digits as a redirect type are the ID of a splash page, not of an overlay
		const id = this.named === 'redirectTypes' ? value : recordIdOf(record);
		if (id !== undefined && !this.byId.has(`${id}`)) this.byId.set(`${id}`, named);
	}

	/** The records with this name. A name in exactly this spelling wins. A host alone may stand for a domain in a folder. */
	findByName(text: string): NamedRecord[] {
		const compared = comparedName(this.named, text);
		if (compared === '') return [];
		const named = this.byExactName.get(exactName(text)) ?? this.byName.get(compared);
		return named ?? this.domainsOn(compared);
	}

	get isEmpty(): boolean {
		return this.byName.size === 0;
	}

	/** The domains on a host, as `hostOf` writes it. */
	domainsOn(host: string): NamedRecord[] {
		return this.byHost.get(host) ?? [];
	}

	findById(text: string): NamedRecord | undefined {
		return this.byId.get(text);
	}

	/** Whether this is a domain that all users share (services.md section 3). */
	isSharedDomain(text: string): boolean {
		const compared = comparedName(this.named, text);
		return this.named === 'domains' && compared !== '' && this.withoutId.has(compared);
	}

	/** See {@link ClosestNames}. */
	async closestName(text: string): Promise<string | undefined> {
		const compared = comparedName(this.named, text) || text;
		const closest = await this.closest.to(compared, () => this.byName.keys());
		return closest === undefined ? undefined : this.byName.get(closest)?.[0]?.name;
	}
}

/** The failures after which another try would fail, too: a plan or a host does not offer the list. */
const REFUSALS = ['refused', 'forbidden', 'notFound', 'notOffered', 'unexpectedReply'] as const;

/** @throws {NodeApiError} when a list can't be read at present; a list that the service refuses counts as unreadable */
export async function readNames(
	{ service, requestOptions }: ListReader,
	named: Named,
): Promise<NameList> {
	const names = new NameList(named);
	// Without the item, because the result is for all items of the run
	const options = { ...requestOptions, item: undefined };
	for (const list of LISTS_WITH[named]) {
		const wanted = { list, limit: MAX_RECORDS };
		const records = await readList(service, wanted, options).catch((error: unknown) => {
			if (!isFailure(error, ...REFUSALS)) throw error;
			names.refusal = service.plainText(error.message);
			return undefined;
		});
		for (const record of records ?? []) names.add(record, list);
		names.isUnreadable &&= records === undefined;
		names.isCut ||= records?.length === MAX_RECORDS;
	}
	return names;
}

const namesReadWith = ({ account }: Service) => account.names as Map<Named, NamesRead<NameList>>;

/** How long other runs use a list that a run has read, in ms. */
const MAX_AGE = 60_000;

/** Once in a try, also if it fails: with On Error: Continue, each item would otherwise read the list again, with all retries. */
export async function namesOfRun(item: ListReader, named: Named): Promise<NameList> {
	const namesRead = namesReadWith(item.service);
	const readSince = () => {
		const known = namesRead.get(named);
		return known && known.at >= item.run.startedAt ? known : undefined;
	};
	for (let known = readSince(); known; known = readSince()) {
		if (known.run.deref() === item.run) return await known.list;
		// Another run may fail, or be stopped
		const names = await settled(known.list, item.service.signal);
		if (names) return names;
		// One of the items that waited reads it
		if (namesRead.get(named) === known) break;
	}
	const list = readNames(item, named);
	const run = new WeakRef(item.run);
	namesRead.set(named, { run, at: performance.now(), list, isOutdated: false });
	return await list;
}

/** From any run of the last minute: workflows that run once for each row would otherwise read a list for each of them. */
export async function recentNames(
	{ service }: ListReader,
	named: Named,
): Promise<NameList | undefined> {
	const known = namesReadWith(service).get(named);
	if (!known || known.isOutdated || performance.now() - known.at > MAX_AGE) return undefined;
	return await settled(known.list, service.signal);
}

/** After a change of a record, other runs read its name again. */
export function outdateNames(service: Service): void {
	for (const known of namesReadWith(service).values()) known.isOutdated = true;
}
