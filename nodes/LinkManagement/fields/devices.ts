import type { KnownName } from './knownNames';

export const DEVICES = [
	{ name: 'Android', value: 'android' },
	{ name: 'BlackBerry', value: 'blackberry' },
	{ name: 'iPad', value: 'ipad' },
	{ name: 'iPhone', value: 'iphone' },
	{ name: 'Linux', value: 'linux' },
	{ name: 'macOS', value: 'mac os' },
	{ name: 'Windows', value: 'windows' },
	{ name: 'Windows Phone', value: 'windows phone' },
];

/** Other names of macOS. iOS is not among the names, because it is both iphone and ipad. */
const MAC = ['mac', 'macosx', 'macintosh', 'osx'];

const lettersIn = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

/** The name that services match for a device or system, in any case and spelling. */
export const knownDevice: KnownName = (text) => {
	const letters = lettersIn(text);
	if (MAC.includes(letters)) return 'mac os';
	return DEVICES.find(({ value }) => lettersIn(value) === letters)?.value;
};
