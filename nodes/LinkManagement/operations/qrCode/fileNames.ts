import type { INodeExecutionData } from 'n8n-workflow';

import { isObject, textOf } from '../../values/json';

const comparableFileName = (name: string): string => name.toLowerCase();

/**
 * The items of a run, in which files of different codes have different names. Those that have one name get the ID of their code,
 * because n8n's Compression node and most file systems keep one file for each name.
 */
export function withDistinctFileNames(items: INodeExecutionData[]): INodeExecutionData[] {
	const codes = new Map<string, Set<string>>();
	const filesOf = ({ binary = {} }: INodeExecutionData) => Object.entries(binary);
	const codeId = ({ json: { qr, id } }: INodeExecutionData) => textOf(isObject(qr) ? qr.id : id);
	for (const item of items.filter(({ binary }) => binary))
		for (const [, { fileName = '' }] of filesOf(item)) {
			const name = comparableFileName(fileName);
			codes.set(name, (codes.get(name) ?? new Set()).add(codeId(item)));
		}
	if (codes.size === 0) return items;
	const isShared = (name: string) => (codes.get(comparableFileName(name))?.size ?? 0) > 1;
	return items.map((item) => {
		const files = filesOf(item);
		if (!files.some(([, { fileName = '' }]) => isShared(fileName))) return item;
		const named = files.map(([field, file]) => [
			field,
			{ ...file, fileName: file.fileName?.replace(/(?=\.\w+$)/, `-${codeId(item)}`) },
		]);
		return { ...item, binary: Object.fromEntries(named) as INodeExecutionData['binary'] };
	});
}
