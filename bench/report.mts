/** Formats the results as a table. */
import type { Result, Subject } from './types.mts';

export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Three significant digits, without unneeded decimals. */
export const short = (value: number): string =>
	Math.abs(value) >= 100
		? Math.round(value).toLocaleString('en')
		: String(Number(value.toPrecision(3)));

const columns: Array<{ subject: Subject; heading: string }> = [
	{ subject: 'naive', heading: 'naive declarative' },
	{ subject: 'http', heading: 'HTTP Request' },
	{ subject: 'node', heading: 'this node' },
	{ subject: 'floor', heading: "n8n's floor" },
	{ subject: 'raw', heading: 'raw requests' },
];

const line = (cells: string[]) =>
	`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

export const heading = [
	line(['row', 'work', ...columns.map(({ heading }) => heading), 'goal: measured']),
	line(Array.from({ length: columns.length + 3 }, () => '---')),
].join('\n');

/** One line of the table. */
export function lineOf({ id, title, cells, verdicts }: Result): string {
	const said = verdicts.map(
		({ says, figure, reached }) => `${reached ? 'pass' : '**MISS**'} ${says}: ${short(figure)}`,
	);
	return line([
		id,
		title,
		...columns.map(({ subject }) => cells[subject] ?? '–'),
		said.join('<br>'),
	]);
}
