import { normalized } from '../values/comparable';

/** Extension of a file by the subtype of its content type. An SVG is an image, too. */
const EXTENSIONS = new Map([
	['apng', 'apng'],
	['avif', 'avif'],
	['bmp', 'bmp'],
	['gif', 'gif'],
	['heic', 'heic'],
	['jpeg', 'jpg'],
	['jpg', 'jpg'],
	['png', 'png'],
	['svg+xml', 'svg'],
	['tiff', 'tiff'],
	['vnd.microsoft.icon', 'ico'],
	['webp', 'webp'],
	['x-icon', 'ico'],
	['x-png', 'png'],
]);
/** For types that are not in the table. The service chooses the type, and `image/exe` must not become a program. */
const OTHER_EXTENSION = 'bin';
const NAME_WITHOUT_ADDRESS = 'qr-code';
const KNOWN_EXTENSION = new RegExp(
	`\\.(?:${[...new Set(EXTENSIONS.values()), 'jpeg'].join('|')})$`,
	'i',
);
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
function safeName(given: string): string {
	const name = normalized(given, 'NFC')
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
export function imageFileName(pathname: string, subtype: string, given = ''): string {
	const name = safeName(given) || safeName(nameInPath(pathname));
	const extension = EXTENSIONS.get(subtype) ?? OTHER_EXTENSION;
	return `${name === '' ? NAME_WITHOUT_ADDRESS : name}.${extension}`;
}
