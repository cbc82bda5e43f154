/** The parameters of Create or Update, as n8n's editor saves them. */
import type { Json, RunReply } from './engine';

/** The resource mapper with Map Each Column Manually: one expression for each column. */
export const mapped = (...names: string[]): Json => ({
	mappingMode: 'defineBelow',
	value: Object.fromEntries(names.map((name) => [name, `={{ $json.${name} }}`])),
	matchingColumns: [],
	schema: names.map((id) => ({
		...{ id, displayName: id, required: false, defaultMatch: false, display: true },
		...{ canBeUsedToMatch: false, type: 'string', removed: false },
	})),
	attemptToConvertTypes: false,
	convertFieldsToString: false,
});

export const upsert = (
	columns: Json,
	{ dryRun = false, ...options }: Json = {},
	more: Json = {},
): Json => ({
	...{ resource: 'link', operation: 'upsert', matchOn: 'custom' },
	...{ columns, dryRun, options },
	...more,
});

/** A row of a table with an alias and its own long URL. */
export const row = (custom: string, more: Json = {}): Json => ({
	custom,
	url: `https://example.com/${custom}`,
	...more,
});
export const rows = (count: number): Json[] =>
	Array.from({ length: count }, (_, n) => row(`row-${n}`));

/** The records that came out of the node's first output. */
export const jsonOf = ({ outputs }: Pick<RunReply, 'outputs'>) =>
	(outputs[0] ?? []).map(({ json }) => json);
export const actions = (reply: RunReply) => jsonOf(reply).map(({ action }) => action);

/** One new link, for tests of all operations. The fields of the input item stay out. */
export const UPSERT_CASE = {
	resource: 'link',
	operation: 'upsert',
	parameters: {
		matchOn: 'custom',
		columns: {
			mappingMode: 'defineBelow',
			value: { custom: 'landing', url: 'https://example.com/landing' },
			matchingColumns: [],
			schema: [],
		},
		options: { includeInputFields: false },
	},
};
