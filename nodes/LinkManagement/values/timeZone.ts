import { textOf } from './json';

/** The IANA name of a time zone, such as Europe/Berlin; UTC for none, undefined for a text that is no such name. */
export function timeZoneNamed(name: unknown): string | undefined {
	try {
		const timeZone = textOf(name).trim() || 'UTC';
		return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
	} catch {
		return undefined;
	}
}
