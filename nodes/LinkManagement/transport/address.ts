import { textOf } from './json';

/** An address to compare with another: without scheme and trailing slash, which a service may or may not keep. */
export const bareAddress = (address: unknown): string =>
	textOf(address)
		.trim()
		.replace(/^https?:\/\//i, '')
		.replace(/\/+$/, '');
