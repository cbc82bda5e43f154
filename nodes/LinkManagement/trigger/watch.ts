import type { IDataObject, INode, IPollFunctions } from 'n8n-workflow';

import { type ListEndpoint, listEndpoint, LISTS } from '../client/endpoints';
import { invalidInput } from '../errors';
import { asPositiveInteger, asTrimmedText } from '../fields/convert';
import { refuseUnevaluated, valueAt } from '../fields/itemRequest';
import { asLinkOr, LinkReference } from '../fields/reference';
import { comparableShortUrl } from '../text/comparable';
import { isObject, locatorValue, objectsIn, textOf } from '../text/json';
import { idOf } from './records';

/** A list that the trigger watches, newest first if the service can sort it. */
export interface WatchedList {
	list: ListEndpoint;
	query?: IDataObject;
	record: 'link' | 'QR code';
	count: string;
	/** The records with the highest counts come first (`order=click`, api.md section 4.8). */
	highestFirst?: true;
	/** The service sorts by date (`order=date`, api.md section 4.8), in either direction. */
	isSortedByDate?: true;
	/** The query parameter for searching. Without one, the trigger compares the name itself. */
	search?: string;
}

const LINKS: WatchedList = {
	list: listEndpoint(LISTS.links),
	query: { order: 'date' },
	record: 'link',
	count: 'clicks',
	search: 'q',
	isSortedByDate: true,
};

/** The links with the most clicks first, so that those far below a threshold need not be read. */
export const MOST_CLICKED: WatchedList = {
	...LINKS,
	query: { order: 'click' },
	highestFirst: true,
	isSortedByDate: undefined,
};

const QR_CODES: WatchedList = {
	list: listEndpoint(LISTS.qrCodes),
	record: 'QR code',
	count: 'scans',
};

/** What starts a workflow, by the value of Trigger On. */
export const events = {
	newLink: { source: LINKS, kind: 'new' },
	newQrCode: { source: QR_CODES, kind: 'new' },
	linkClicksIncreased: { source: LINKS, kind: 'increased' },
	linkClicksReached: { source: MOST_CLICKED, kind: 'reached' },
	qrCodeScansIncreased: { source: QR_CODES, kind: 'increased' },
	qrCodeScansReached: { source: QR_CODES, kind: 'reached' },
} as const satisfies Record<string, { source: WatchedList; kind: 'new' | 'increased' | 'reached' }>;

type EventName = keyof typeof events;

/** What the user watches, from the parameters of the trigger. Plain JSON, as n8n stores it. */
export interface Watch {
	event: EventName;
	/** Minimum Increase or Threshold; 0 for events without one. */
	amount: number;
	keyword: string;
	/** The only links to watch, each by its ID or its comparable short URL, in a fixed order. Empty: all. */
	links: string[];
}

/** The links in the rows of the filter. Rows that were left empty don't count. */
function linksIn(rows: unknown, node: INode): string[] {
	const links = new Set<string>();
	for (const row of objectsIn(rows)) {
		const field = { label: 'Links', node, mode: 'idOrUrl' };
		const link = asLinkOr('From List')(locatorValue(row.linkId), field);
		if (link instanceof LinkReference) links.add(comparableShortUrl(link.text));
		else if (link !== undefined) links.add(textOf(link));
	}
	return [...links].sort();
}

function keywordIn(q: unknown, node: INode): string {
	const field = { label: 'Search', node };
	refuseUnevaluated(valueAt(node.parameters, 'filters.q'), field);
	return asTrimmedText(q, field) ?? '';
}

function eventOf(context: IPollFunctions): EventName {
	const event = textOf(context.getNodeParameter('event'));
	if (Object.hasOwn(events, event)) return event as EventName;
	const field = { label: 'Trigger On', node: context.getNode() };
	throw invalidInput(
		field,
		`"${event}" is not an event of this node`,
		'Choose an event from the list, or update the node.',
	);
}

export function watchOf(context: IPollFunctions): Watch {
	const event = eventOf(context);
	const { q, links } = context.getNodeParameter('filters', {}) as IDataObject;
	const node = context.getNode();
	const keyword = keywordIn(q, node);
	const { kind, source } = events[event];
	if (kind === 'new') return { event, amount: 0, keyword, links: [] };
	const [field, label] =
		kind === 'reached' ? ['threshold', 'Threshold'] : ['increase', 'Minimum Increase'];
	const amount = asPositiveInteger(context.getNodeParameter(field), { label, node });
	const rows = isObject(links) && source.record === 'link' ? links.link : [];
	return { event, amount, keyword, links: linksIn(rows, node) };
}

export const isChosen = (links: ReadonlySet<string>, record: IDataObject): boolean =>
	links.size === 0 ||
	links.has(String(idOf(record))) ||
	links.has(comparableShortUrl(record.shorturl));

export const isFiltered = ({ keyword, links }: Watch): boolean =>
	keyword !== '' || links.length > 0;
