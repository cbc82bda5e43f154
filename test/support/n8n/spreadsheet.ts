import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface SpreadsheetLibrary {
	read(content: Buffer): { SheetNames: string[]; Sheets: Record<string, object> };
	utils: {
		sheet_to_json(sheet: object, options: { defval: string }): Array<Record<string, string>>;
	};
}

// the library n8n writes spreadsheets with
const library = createRequire(require.resolve('../../../sandbox/package.json'))(
	'@e965/xlsx',
) as SpreadsheetLibrary;

/** The rows of a spreadsheet's first sheet, by the names of its columns. */
export function readSpreadsheet(file: string | Buffer): Array<Record<string, string>> {
	const content = typeof file === 'string' ? readFileSync(file) : file;
	const { SheetNames, Sheets } = library.read(content);
	return library.utils.sheet_to_json(Sheets[SheetNames[0]!]!, { defval: '' });
}
