/** The entry with the highest value; of equal ones the first; undefined for an empty list. */
export const highestBy = <T>(entries: T[], valueOf: (entry: T) => number): T | undefined =>
	entries.reduce<T | undefined>(
		(best, entry) => (best === undefined || valueOf(entry) > valueOf(best) ? entry : best),
		undefined,
	);
