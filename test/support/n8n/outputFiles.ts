/** The files that workflows write, read with the libraries of n8n. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const requireOfN8n = createRequire(require.resolve('../../../sandbox/package.json'));
const { read, utils } = requireOfN8n('@e965/xlsx') as {
	read(content: Buffer): { SheetNames: string[]; Sheets: Record<string, object> };
	utils: {
		sheet_to_json(sheet: object, options: { defval: string }): Array<Record<string, string>>;
	};
};
const { unzipSync } = requireOfN8n('fflate') as {
	unzipSync(archive: Uint8Array): Record<string, Uint8Array>;
};

/** The rows of a spreadsheet's first sheet, by the names of its columns. */
export function readSpreadsheet(file: string): Array<Record<string, string>> {
	const { SheetNames, Sheets } = read(readFileSync(file));
	return utils.sheet_to_json(Sheets[SheetNames[0]!]!, { defval: '' });
}

/** The files of a ZIP by their names. */
export function filesOfZip(file: string): Record<string, Buffer> {
	const files = Object.entries(unzipSync(readFileSync(file)));
	return Object.fromEntries(files.map(([name, content]) => [name, Buffer.from(content)]));
}
