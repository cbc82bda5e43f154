import { textOf } from './json';

/** Without the slashes at its end; a pattern would take the square of their number in steps. */
function withoutTail(address: string): string {
	let end = address.length;
	while (address[end - 1] === '/') end--;
	return address.slice(0, end);
}

/** An address to compare with another: without scheme and trailing slash, which a service may or may not keep. */
export const bareAddress = (address: unknown): string =>
	withoutTail(textOf(address).trim().replace(/^https?:\/\//i, ''));
