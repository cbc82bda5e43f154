/** Tables in documents that a command writes. A comment before and after each table shows where it is. */

const END = '\n\n<!-- End of the written table -->';

/**
 * The text with the table in place of the one that it holds.
 *
 * @param command what writes the table, as a user types it
 * @throws {Error} when the text holds no table of this command
 */
export function withTable(text: string, command: string, table: string): string {
	const begin = `<!-- Written by \`${command}\` -->\n\n`;
	const [before, rest] = text.split(begin);
	const [, ...after] = rest?.split(END) ?? [];
	if (before === undefined || after.length === 0)
		throw new Error(`The text has no table that "${command}" writes`);
	return [before, begin, table, END, after.join(END)].join('');
}
