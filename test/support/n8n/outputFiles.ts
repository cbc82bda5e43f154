/** The files that workflows read and write, with the libraries that n8n reads and writes them with. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

type Sheet = object;

const requireOfN8n = createRequire(require.resolve('../../../sandbox/package.json'));
const { read, utils, write } = requireOfN8n('@e965/xlsx') as {
	read(content: Buffer): { SheetNames: string[]; Sheets: Record<string, Sheet> };
	write(book: object, options: { type: 'buffer'; bookType: 'xlsx' }): Buffer;
	utils: {
		aoa_to_sheet(rows: unknown[][]): Sheet;
		book_new(sheet: Sheet): object;
		sheet_to_json(sheet: Sheet, options: { defval: string }): Array<Record<string, string>>;
	};
};
const { unzipSync } = requireOfN8n('fflate') as {
	unzipSync(archive: Uint8Array): Record<string, Uint8Array>;
};

/** The rows of a spreadsheet's first sheet, by the names of its columns. */
export function readSpreadsheet(file: string | Buffer): Array<Record<string, string>> {
	const content = typeof file === 'string' ? readFileSync(file) : file;
	const { SheetNames, Sheets } = read(content);
	return utils.sheet_to_json(Sheets[SheetNames[0]!]!, { defval: '' });
}

/** @param rows of cells, which are values or cells of the library */
export const xlsxOf = (rows: unknown[][]): Buffer =>
	write(utils.book_new(utils.aoa_to_sheet(rows)), { type: 'buffer', bookType: 'xlsx' });

/** The files of a ZIP by their names. */
export function filesOfZip(file: string): Record<string, Buffer> {
	const files = Object.entries(unzipSync(readFileSync(file)));
	return Object.fromEntries(files.map(([name, content]) => [name, Buffer.from(content)]));
}
