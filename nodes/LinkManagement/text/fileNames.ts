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
const NOT_AT_THE_END = new Set<string | undefined>([' ', '.', '-']);
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
	while (NOT_AT_THE_END.has(kept.at(-1))) kept.pop();
	return kept.join('').replace(DEVICE, '_$&');
}

const nameInPath = (pathname: string): string =>
	(pathname.split('/').at(-1) ?? '')
		.replace(/[^\w.-]/g, '')
		.replace(/^[.-]+/, '')
		.replace(/\.\w*$/, '')
		.slice(0, MAX_NAME_LENGTH);

/** It begins with a letter, a digit or `_`: a dot would hide the file, and a hyphen make its name an option of a command. */
export function imageFileName(pathname: string, subtype: string, wanted = ''): string {
	const name = safeName(wanted) || safeName(nameInPath(pathname));
	const extension = OTHER_SUBTYPES.get(subtype) ?? subtype;
	const known = EXTENSIONS.includes(extension) ? extension : OTHER_EXTENSION;
	return `${name === '' ? NAME_WITHOUT_ADDRESS : name}.${known}`;
}

interface ImageFile {
	name: string;
	/** The ID of its code; undefined if it is not known. */
	code: string | undefined;
}

/** In one form, because file systems may ignore case and how an accent is written. */
const comparableFileName = (name: string): string =>
	normalized(name.toUpperCase().toLowerCase(), 'NFC');

/** The names of the image files of a run. Two codes never share one, because a ZIP or a folder would keep one file. */
export class FileNames {
	/** The code that has a name, by the name as it is compared. */
	private readonly codes = new Map<string, string | undefined>();
	/** The last number that was added to a name. */
	private readonly numbers = new Map<string, number>();

	/** Files of one code may share a name. Codes that would share one get their ID in it, or a number if that is not enough. */
	distinct(files: ImageFile[]): string[] {
		const own = new FileNames();
		const shared = new Set(
			files.filter((file) => !own.take(file)).map(({ name }) => comparableFileName(name)),
		);
		// Names that are not shared stay as they are, so they are taken before others are made
		const unshared = files.map((file) =>
			shared.has(comparableFileName(file.name)) ? undefined : this.take(file),
		);
		return files.map((file, index) => unshared[index] ?? this.takeOther(file));
	}

	private take({ name, code }: ImageFile): string | undefined {
		const key = comparableFileName(name);
		const isTaken = this.codes.has(key) && (code === undefined || this.codes.get(key) !== code);
		if (isTaken) return undefined;
		this.codes.set(key, code);
		return name;
	}

	private takeOther({ name, code }: ImageFile): string {
		const extension = name.slice(name.lastIndexOf('.'));
		const stem = name.slice(0, -extension.length) + (code === undefined ? '' : `-${code}`);
		const key = comparableFileName(stem);
		let number = this.numbers.get(key) ?? 1;
		let other = this.take({ name: stem + extension, code });
		while (other === undefined)
			other = this.take({ name: `${stem}-${++number}${extension}`, code });
		this.numbers.set(key, number);
		return other;
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
	const hasFiles = (item: T) => item.binary !== undefined && recordOf(item) !== undefined;
	const files = items.filter(hasFiles).flatMap((item) => {
		const code = codeId(recordOf(item) ?? {});
		return Object.values(item.binary ?? {}).map(({ fileName: name = '' }) => ({ name, code }));
	});
	if (files.length === 0) return items;
	const distinct = names.distinct(files).values();
	const renamed = (file: IBinaryData) => ({ ...file, fileName: distinct.next().value });
	return items.map((item) =>
		hasFiles(item) ? { ...item, binary: mapValues(item.binary ?? {}, renamed) } : item,
	);
}
