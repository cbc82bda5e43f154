/** Tables of links, and Create or Update with a column for each of their fields. */
import type { Json } from '../test/support/engine/protocol.ts';

/** Rows with different long URLs. */
export const rowsOf = (count: number, path = 'page'): Json[] =>
	Array.from({ length: count }, (_, index) => ({ url: `https://example.com/${path}/${index}` }));

/** Rows with different aliases and long URLs. */
export const tableOf = (count: number, more: Json = {}): Json[] =>
	rowsOf(count).map((row, index) => ({ custom: `row-${index}`, ...row, ...more }));

/** The rows, with a change in the first and each `step`-th after it. */
const withOneIn = (rows: Json[], step: number, change: Json): Json[] =>
	rows.map((row, index) => (index % step === 0 ? { ...row, ...change } : row));

/** Create or Update, matched on the alias, of these columns. */
export const upsertOf = (...columns: string[]): Json => ({
	...{ resource: 'link', operation: 'upsert', matchOn: 'custom', options: {} },
	columns: {
		mappingMode: 'defineBelow',
		value: Object.fromEntries(columns.map((name) => [name, `={{ $json.${name} }}`])),
	},
});

/** A table of which 12 rows change, with a field that no reading shows. */
export const LARGE_TABLE = tableOf(10_000, { metatitle: 'Title', campaign: 1 });
export const LARGE_TABLE_CHANGED = withOneIn(LARGE_TABLE, 850, { metatitle: 'New title' });
