import type { Settings } from '../settings.ts';

/** A time in the service's own notation, `YYYY-MM-DD HH:MM:SS`. */
export function dateTime(time: number): string {
	return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

/** The present time by the service's clock, which need not be UTC. */
export function serviceNow(settings: Settings): string {
	return dateTime(Date.now() + settings.utcOffsetMinutes * 60_000);
}
