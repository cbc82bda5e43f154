import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { normalized } from './comparable';
import { isObject, mapValues, textOf } from './json';

/** Extensions of image files. An SVG is an image, too. */
const EXTENSIONS = 'apng avif bmp gif heic ico jpg png svg tiff webp'.split(' ');
/** Of content types whose subtype is not the extension. */
const OTHER_SUBTYPES = new Map([
	['jpeg', 'jpg'],
	['svg+xml', 'svg'],
	['vnd.microsoft.icon', 'ico'],
	['x-icon', 'ico'],
	['x-png', 'png'],
]);
/** For other types. The service chooses the type, and `image/exe` must not become a program. */
const OTHER_EXTENSION = 'bin';
const NAME_WITHOUT_ADDRESS = 'qr-code';
const KNOWN_EXTENSION = new RegExp(`\\.(?:${EXTENSIONS.join('|')}|jpeg)$`, 'i');
const MAX_NAME_LENGTH = 100;
/** File systems accept 255 bytes with the extension; a letter can take four. */
const MAX_NAME_BYTES = 200;

/** Names that Windows reserves for devices, with every extension. */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?= *(?:\.|$))/i;

/** E.g. `png`; undefined when it is not the type of an image. */
export const imageSubtype = (contentType: string): string | undefined =>
	/^image\/([\w.+-]+)$/.exec(contentType)?.[1];

/** An address, which a code may have for a name, loses its scheme. */
function safeName(text: string): string {
	const name = normalized(text, 'NFC')
		.trim()
		.replace(/^https?:\/\//i, '')
		.replace(KNOWN_EXTENSION, '')
		.replace(/\s+/g, ' ')
		// Characters that nobody sees, some of which count as letters
		.replace(/\p{DI}+/gu, '')
		.replace(/[^\p{L}\p{M}\p{N} ._-]+/gu, '-')
		.replace(/^[^\p{L}\p{N}_]+/u, '');
	const kept = [...name].slice(0, MAX_NAME_LENGTH);
	while (Buffer.byteLength(kept.join('')) > MAX_NAME_BYTES) kept.pop();
	return kept
		.join('')
		.replace(/(?<![ .-])[ .-]+$/, '')
		.replace(DEVICE, '_$&');
}

/** It begins with a letter, a digit or `_`: a dot would hide the file, and a hyphen make its name an option of a command. */
export function imageFileName(pathname: string, subtype: string, wanted = ''): string {
	const inPath = pathname.slice(pathname.lastIndexOf('/') + 1).replace(/\.\w*$/, '');
	const name = safeName(wanted) || safeName(inPath);
	const extension = OTHER_SUBTYPES.get(subtype) ?? subtype;
	const known = EXTENSIONS.includes(extension) ? extension : OTHER_EXTENSION;
	return `${name === '' ? NAME_WITHOUT_ADDRESS : name}.${known}`;
}

/** In one form, because file systems may ignore case and how an accent is written. */
const comparableFileName = (name: string): string =>
	normalized(name.toUpperCase().toLowerCase(), 'NFC');

/** The names of the image files of a run. Two files never share one, because a ZIP or a folder would keep one file. */
export class FileNames {
	private readonly taken = new Set<string>();
	/** The last number that was added to a name. */
	private number = 1;

	/** A name that is taken gets the ID of its code, and a number if that is not enough. */
	distinct(name: string, code: string | undefined): string {
		const extension = name.slice(name.lastIndexOf('.'));
		const stem = name.slice(0, -extension.length) + (code === undefined ? '' : `-${code}`);
		let distinct = name;
		if (this.isTaken(distinct)) distinct = `${stem}${extension}`;
		while (this.isTaken(distinct)) distinct = `${stem}-${++this.number}${extension}`;
		this.taken.add(comparableFileName(distinct));
		return distinct;
	}

	private isTaken(name: string): boolean {
		return this.taken.has(comparableFileName(name));
	}
}

/** The service chooses the ID, which becomes part of a file name. */
const codeId = ({ qr, id }: IDataObject): string | undefined =>
	/^\d{1,20}$/.exec(textOf(isObject(qr) ? qr.id : id))?.[0];

/** @param recordOf the record of an item without the fields of its input; undefined if its files are not those of a code */
export function withDistinctFileNames<T extends Pick<INodeExecutionData, 'binary'>>(
	items: T[],
	names: FileNames,
	recordOf: (item: T) => IDataObject | undefined,
): T[] {
	return items.map((item) => {
		const record = recordOf(item);
		if (item.binary === undefined || record === undefined) return item;
		const renamed = (file: IBinaryData) => ({
			...file,
			fileName: names.distinct(file.fileName ?? '', codeId(record)),
		});
		return { ...item, binary: mapValues(item.binary, renamed) };
	});
}
