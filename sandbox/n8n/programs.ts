/** Programs of this machine that npm does not install. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const CHROMIUM = [
	...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'Google Chrome'],
];

/** The first program of these names that is there. */
export function findProgram(...names: string[]): string | undefined {
	const places = [
		...(process.env.PATH ?? '').split(delimiter),
		'/Applications/Google Chrome.app/Contents/MacOS',
	];
	return places.flatMap((place) => names.map((name) => join(place, name))).find(existsSync);
}

export const findChromium = (): string | undefined => findProgram(...CHROMIUM);
