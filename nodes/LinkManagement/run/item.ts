import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestMethods,
	INode,
	NodeOperationError,
} from 'n8n-workflow';

import { filledPath, linkPath, validRecordId } from '../client/endpoints';
import { bodyOf, type RequestOptions, type ServiceRequest } from '../client/http';
import type { Service, ServiceCall } from '../client/service';
import { inSlices } from '../client/wait';
import {
	type FinalFailure,
	type InputWarning,
	invalidInput,
	isTool,
	type Problems,
} from '../errors';
import type { Field, ItemRequest, Unsent } from '../fields/field';
import { LinkReference, type Named, NamedReference } from '../fields/reference';
import type { Reply } from '../lists/records';
import { createMissing } from '../lookup/createMissing';
import { findReferred } from '../lookup/findLink';
import type { Creatable, LookupItem } from '../lookup/item';
import type { ShownLink } from '../lookup/linkIndex';
import { outdateNames } from '../lookup/nameList';
import { namesInBody, resolveNames } from '../lookup/names';
import { type RecordTarget, sourceOf } from '../recovery/findRecord';
import { hostOf } from '../text/comparable';
import { textOf } from '../text/json';
import { type PlainText, plainText } from '../text/plainText';
import { addWarning, type ItemName, itemName, valueWarning } from '../text/sentences';
import { inTermsOfItem } from './reasons';
import type { Result, Run } from './run';
import { warningSentences } from './summary';

export interface Operation {
	kind: 'assign' | 'create' | 'createOrGet' | 'delete' | 'get' | 'getAll' | 'update' | 'upsert';
	/** Texts for the editor and for AI agents, and the request. Placeholders of the path are `:name` of a field of the path. */
	option: {
		name: string;
		action: string;
		description: string;
		routing: { request: { method: IHttpRequestMethods; url: `/api/${string}` } };
	};
	/** See {@link ServiceRequest.endpoint}. */
	endpoint: string;
	/** In the order of the editor: required fields first, from broad to narrow. */
	fields: Field[];
	/** It is locked while it is changed: rows that change one link, each after reading it, would undo each other. */
	target?: RecordTarget;
	/** Notes what the item wants. It is called for all items before the first one is checked, so that they can be compared. */
	note?(item: Item): void;
	/** Before anything is sent. @throws {NodeOperationError} for a value that can't be right */
	check?(item: Item): void | Promise<void>;
	/** The same, after names have become IDs: until then, a word for nothing may be a name. */
	checkBody?(item: Item): void;
	/** @returns the bodies of the records, in order: one of a single reply, one for each record of a list or row of a report */
	execute(item: Item): Promise<IDataObject[]>;
	reply: Reply;
	/** Adds a file or another record to a record. */
	complete?(item: Item, record: IDataObject): Promise<Result>;
	/** Whether an item needs only what the list of links shows of a link. */
	isListEnough?(unsent: Unsent): boolean;
	/** Whether the fields of the input item are included unless the option Include Input Fields is off. */
	includesInput?: true;
	/** What the option Create Missing can create when a field names a record that does not exist. */
	creatable?: Partial<Record<Named, Creatable>>;
}

export interface Resource {
	name: string;
	description: string;
	operations: Record<string, Operation>;
}

export type ItemCaller = IExecuteFunctions | IExecutePaginationFunctions;

/** What a person recognizes an item by: the first of these values that it gives. */
function recognizedBy({ path, query, body, unsent }: ItemRequest): string {
	const { custom, name, url, domain } = body;
	const naming = [custom, unsent.shorturl, unsent.id, ...Object.values(path), query.short];
	return [...naming, name, url, domain].map(withoutReference).find(Boolean) ?? '';
}

const withoutReference = (value: unknown): string =>
	textOf(value instanceof LinkReference || value instanceof NamedReference ? value.text : value);

const isMadeHere = ({ kind }: Operation, { created, action }: IDataObject): boolean =>
	kind === 'create' ||
	(kind === 'createOrGet' && created === true) ||
	(kind === 'upsert' && action === 'created');

/** For tools, where no hint says it. */
const ASSUMED_DOMAIN = valueWarning('was taken for it, because only the links show it');

/** An input item, with its values converted, and what its operation does with it. */
export class Item implements LookupItem {
	readonly name: ItemName;
	readonly unsent: Unsent;
	readonly warnings: InputWarning[];
	readonly problems: Problems;
	/** Most records that the entry point can return. */
	maxRecords = Infinity;
	/** Query and body are complete. The placeholders of the path are filled in before it is sent. */
	request: ServiceRequest;
	/** What fills them, by name. */
	path: Record<string, unknown>;
	/** The names that stood in the body before they were replaced, by field. */
	names: IDataObject = {};
	/** The link that was given by its short URL, with its statistics, if the search returned it. */
	linkReply?: IDataObject;
	service!: Service;
	/** Whether nothing is sent any more when another item has ended the run. */
	private endsWithRun = true;

	/** @param index n8n counts from 0 */
	constructor(
		readonly run: Run,
		readonly operation: Operation,
		readonly caller: ItemCaller,
		readonly node: INode,
		readonly index: number,
		private readonly input: IDataObject,
		converted: ItemRequest,
	) {
		const { method, url, path, query: qs, body } = converted;
		this.request = { method, url, qs, body, endpoint: operation.endpoint };
		this.path = path;
		this.unsent = converted.unsent;
		this.warnings = converted.warnings;
		this.problems = converted.problems;
		this.name = itemName(index, input, recognizedBy(converted));
	}

	get body(): IDataObject {
		return bodyOf(this.request);
	}

	get requestOptions(): RequestOptions {
		return { item: this.index, abandoned: () => this.endsWithRun && this.run.hasEnded };
	}

	/** What the service is asked for this item. @param body default: that of the item */
	call(body = this.body): ServiceCall {
		const { service, request, requestOptions } = this;
		return { service, request: { ...request, body }, ...requestOptions };
	}

	/** Text that may leave the node. Before the service is known, the text cannot contain its key. */
	get plainText(): PlainText {
		return (this.service as Service | undefined)?.plainText ?? plainText;
	}

	error(failure: FinalFailure): Error {
		return this.service.errorFor(this.index, failure);
	}

	/** @param problem may quote the value, which is escaped */
	invalid(label: string, problem: string, advice: string): NodeOperationError {
		return invalidInput({ label, node: this.node, item: this.index }, problem, advice);
	}

	/** The record of another operation that belongs to the one of this item, which exists: it is made even when the run ends. */
	with(operation: Operation, body: IDataObject): Item {
		const { method, url } = operation.option.routing.request;
		const { run, caller, node, index, input, unsent, problems } = this;
		const converted: ItemRequest = {
			method,
			url,
			path: {},
			query: {},
			body,
			unsent,
			warnings: [],
			problems,
		};
		const item = new Item(run, operation, caller, node, index, input, converted);
		item.service = this.service;
		item.endsWithRun = false;
		return item;
	}

	/** Checks the values, and replaces names by IDs. @throws {NodeOperationError} that names all invalid values of the item */
	async check(): Promise<void> {
		const { operation, problems, path, body, request } = this;
		await problems.try(() => operation.check?.(this));
		await problems.try(async () => {
			const resolved = await resolveNames(this, { path, body });
			this.names = namesInBody(body, resolved.body);
			this.path = resolved.path;
			this.request = { ...request, body: resolved.body };
			operation.checkBody?.(this);
		});
		problems.throwIfAny();
	}

	async withMissingRecords(body = this.body): Promise<IDataObject> {
		return await createMissing(this, body);
	}

	/** Sends what the item asks for, and turns the reply into results. @throws {NodeApiError} */
	async perform(): Promise<Result[]> {
		const { operation } = this;
		// With Retry On Fail, a link without its code would be found now, and count as one that existed before the run
		const made = this.endsWithRun ? this.run.results.made.get(this.index) : undefined;
		if (made && operation.complete) return [await operation.complete(this, made)];
		let release = () => {};
		try {
			await this.findLink();
			this.request = { ...this.request, url: filledPath(this.request.url, this.path) };
			if (operation.target) release = await this.lock(operation.target);
			const bodies = await operation.execute(this);
			release();
			return await this.resultsOf(bodies);
		} catch (error) {
			release();
			throw inTermsOfItem(error, this);
		}
	}

	/** The ID of a link that the path gives by short URL or alias, and the reply if a search returned the link. */
	private async findLink(): Promise<void> {
		for (const [name, reference] of Object.entries(this.path)) {
			if (!(reference instanceof LinkReference)) continue;
			const isListEnough = this.operation.isListEnough?.(this.unsent) === true;
			const found = await findReferred(this, reference, isListEnough);
			if (this.request.method !== 'GET') this.noteDomain(found);
			this.path = { ...this.path, [name]: validRecordId(found.link.id) };
			this.linkReply = found.reply;
		}
	}

	/** The domain on which a link that is changed was looked for, where it is only assumed. */
	noteDomain({ foundOn }: ShownLink): void {
		if (foundOn?.basis !== 'assumed') return;
		const host = this.plainText(hostOf(foundOn.address));
		this.run.summary.assumedDomains.set(host, foundOn.hasAllLinks === true);
		const warning = { label: 'Default Domain', value: host, warning: ASSUMED_DOMAIN };
		if (isTool(this.node)) this.warnings.push(warning);
	}

	private async resultsOf(bodies: IDataObject[]): Promise<Result[]> {
		const { operation, unsent } = this;
		const form = unsent.output === 'raw' ? 'raw' : 'simple';
		const warning = this.warningOfInput(bodies[0]);
		const records: Result[] = await inSlices(bodies, (body) => ({
			json: operation.reply.record(addWarning(body, warning), form),
		}));
		const [first] = records;
		if (first && this.endsWithRun && isMadeHere(operation, first.json))
			this.run.results.made.set(this.index, first.json);
		// As many promises as a list has records would count where its memory is at its peak
		const results = operation.complete
			? await Promise.all(records.map(async ({ json }) => await operation.complete!(this, json)))
			: records;
		const fields = unsent.output === 'fields' ? unsent.outputFields : undefined;
		if (!fields) return results;
		return results.map(({ json, ...rest }) => {
			const wanted = isTool(this.node) ? [...fields, 'warning'] : fields;
			const shown = wanted.filter((name) => Object.hasOwn(json, name));
			return { json: Object.fromEntries(shown.map((name) => [name, json[name]])), ...rest };
		});
	}

	/** Waits for earlier changes of a record. @returns what ends this one */
	async lock(target: RecordTarget): Promise<() => void> {
		const { service, run } = this;
		const { path } = sourceOf(target, this.path);
		const release = await service.account.locks.acquire(path, service.signal);
		return () => {
			// Also after a failure, because the reply may have been lost
			run.links.changed.add(path);
			if (!path.startsWith(linkPath(''))) outdateNames(service);
			release();
		};
	}

	/** For the item's `warning`. The hint after the run gets it, too. */
	private warningOfInput({ action = 'created', created = true }: IDataObject = {}) {
		const isNew = created === true && ['created', 'create'].includes(textOf(action));
		// Names that are compared with those of another item are looked up more than once
		const distinct = new Map(this.warnings.map((one) => [textOf(one), one])).values();
		const shown = [...distinct].filter(({ warning }) => isNew || !warning.isAboutNewRecords);
		if (shown.length === 0) return undefined;
		this.run.summary.addWarnings(shown, this.plainText);
		if (this.operation.kind === 'getAll') return undefined;
		const inItem = shown.filter(({ warning }) => isTool(this.node) || !warning.isOnlyCounted);
		return this.plainText(warningSentences(inItem).join(' ')) || undefined;
	}
}
