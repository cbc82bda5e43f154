import type { INodeListSearchItems } from 'n8n-workflow';

/**
 * The entries whose name holds the filter, those that begin with it first: "ger" finds Germany before Algeria.
 *
 * @param filter in any case; '' matches all
 */
export function matchingFirst(
	entries: INodeListSearchItems[],
	filter: string,
): INodeListSearchItems[] {
	const wanted = filter.trim().toLowerCase();
	const places = entries.map((entry) => ({ entry, at: entry.name.toLowerCase().indexOf(wanted) }));
	return [...places.filter(({ at }) => at === 0), ...places.filter(({ at }) => at > 0)].map(
		({ entry }) => entry,
	);
}
