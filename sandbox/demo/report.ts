/** The result of the example's run, row by row and in total. */
import type { Execution } from '../n8n/executions.ts';

export interface Report {
	/** Rows of the table. */
	rows: number;
	/** Rows with a short link. */
	created: number;
	/** Rows without one: their items, as the node names them, and the error of each. */
	failed: Array<{ item: string; reason: string }>;
	/** Rows without a link or an error. */
	unanswered: number;
	seconds: number;
	/** What stopped the run, if something did. */
	stoppedBy?: string;
}

/** Counts only what the execution contains. */
export function reportOn(execution: Execution): Report {
	const rows = execution.items('Rows');
	const results = execution.items('Result Row').map(({ json }) => ({
		shortUrl: String(json.short_url ?? ''),
		reason: String(json.not_created_because ?? ''),
	}));
	const created = results.filter(({ shortUrl }) => shortUrl !== '').length;
	const nameOf = (item: number) => {
		const { alias, url } = rows[item]?.json ?? {};
		return `${item} (${String(alias || url)})`;
	};
	const failed = results.flatMap(({ reason }, item) =>
		reason === '' ? [] : [{ item: nameOf(item), reason }],
	);
	return {
		rows: rows.length,
		created,
		failed,
		unanswered: rows.length - created - failed.length,
		seconds: (Date.parse(execution.stoppedAt) - Date.parse(execution.startedAt)) / 1000,
		stoppedBy: execution.error && stoppedBy(execution.error),
	};
}

/** Whether every row has a link or an error, and the spreadsheet was written. */
export function isComplete(report: Report): boolean {
	return report.rows > 0 && report.unanswered === 0 && report.stoppedBy === undefined;
}

function stoppedBy({ message, description, node }: NonNullable<Execution['error']>): string {
	return [node && `${node.name}: `, message, description && ` (${description})`]
		.filter(Boolean)
		.join('');
}

export interface Places {
	input: string;
	output: string;
	/** Requests that the service counted. Only the local service reports them. */
	requests?: number;
}

/** The most reasons, and items with the same reason, that are named. */
const [reasonsShown, itemsShown] = [5, 3];

/** The summary that is printed after the run. */
export function summary(report: Report, places: Places): string {
	const { rows, created, failed, unanswered, seconds, stoppedBy: stopper } = report;
	const lines: Array<[string, string | number] | undefined> = [
		['Rows read', `${rows} from ${places.input}`],
		['Short links', created],
		['Failed', failed.length],
		...reasons(failed).map((line): [string, string] => ['', line]),
		unanswered > 0 ? ['No result', unanswered] : undefined,
		stopper ? ['Stopped by', stopper] : undefined,
		places.requests === undefined ? undefined : ['Requests', places.requests],
		['Time', `${seconds.toFixed(1)} s`],
		stopper ? undefined : ['Spreadsheet', places.output],
	];
	return table(lines.filter((line) => line !== undefined));
}

/** Names and values in two columns. */
export function table(lines: Array<[string, string | number]>): string {
	return lines.map(([name, value]) => `  ${name.padEnd(14)}${value}`).join('\n');
}

/** The errors, most frequent first. The spreadsheet has the error of each row. */
function reasons(failed: Report['failed']): string[] {
	const itemsOf = new Map<string, string[]>();
	for (const { item, reason } of failed) {
		const items = itemsOf.get(reason);
		if (items) items.push(item);
		else itemsOf.set(reason, [item]);
	}
	const sorted = [...itemsOf].sort(([, one], [, other]) => other.length - one.length);
	const lines = sorted.slice(0, reasonsShown).map(([reason, items]) => {
		const named = items.slice(0, itemsShown).join(', ');
		const others = items.length - itemsShown;
		return `${items.length > 1 ? 'items' : 'item'} ${named}${others > 0 ? ` and ${others} more` : ''}: ${reason}`;
	});
	return sorted.length > reasonsShown
		? [...lines, 'and other errors; the spreadsheet has all of them']
		: lines;
}
