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
const MAX_NAME_LENGTH = 100;

/** The subtype of an image's content type, e.g. `png`; undefined when it is not the type of an image. */
export const imageSubtype = (contentType: string): string | undefined =>
	/^image\/([\w.+-]+)$/.exec(contentType)?.[1];

/**
 * The name of an image's file: the last part of its address, with the extension of its content type. It is made of
 * letters, digits, `.`, `-` and `_`, and begins with a letter, a digit or `_`: a leading dot would hide the file, and a
 * leading hyphen would make the name an option of a command.
 *
 * @param pathname the path of the image's address
 * @param subtype as {@link imageSubtype} gives it
 */
export function imageFileName(pathname: string, subtype: string): string {
	const name = (pathname.split('/').at(-1) ?? '')
		.replace(/[^\w.-]/g, '')
		.replace(/^[.-]+/, '')
		.replace(/\.\w*$/, '')
		.slice(0, MAX_NAME_LENGTH);
	const extension = EXTENSIONS.get(subtype) ?? OTHER_EXTENSION;
	return `${name === '' ? NAME_WITHOUT_ADDRESS : name}.${extension}`;
}
