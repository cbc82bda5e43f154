import type { INodeListSearchItems } from 'n8n-workflow';

/**
 * The entries whose name contains the filter. Those that begin with it come first: "ger" finds Germany before Algeria.
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
