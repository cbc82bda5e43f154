/** Rows of links, and runs of them in virtual time. Each run has a new host, as in a new process, unless a test gives one. */
import type { LinkService } from './linkService';
import { runInVirtualTime, type VirtualOutcome } from './scriptedRun';

export const BRAND = 'https://go.brand.example';
export const OTHER_BRAND = 'https://other.brand.example';

/** A row of the input: its long URL, and what is asked for beside it. */
export interface Row {
	url: string;
	custom?: string;
	domain?: string;
	parameters?: Array<{ name: string; value: string }>;
}

/** Runs the rows with On Error: Continue. */
export const run = async (
	service: LinkService,
	rows: Row[],
	{ operation = 'createOrGet', host }: { operation?: string; host?: string } = {},
): Promise<VirtualOutcome> => {
	const items = rows.map(({ url, parameters, ...fields }) => ({
		url,
		additionalFields: { ...fields, ...(parameters && { parameters: { rows: parameters } }) },
	}));
	const given = { resource: 'link', operation, items, continues: true, host };
	return await runInVirtualTime(given, service.script);
};

/** What came out for each row: the field of its link, or the error. */
const fieldOf =
	(name: string) =>
	({ items }: VirtualOutcome): unknown[] =>
		items.map(({ json, error }) => error ?? json[name]);
export const idsOf = fieldOf('id');
export const createdOf = fieldOf('created');
export const shortUrlsOf = fieldOf('shorturl');
