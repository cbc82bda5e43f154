import { forgetOlder } from '../../client/memory';

/** How long a link is remembered, in ms: a run that is started again by mistake begins within this time. */
const MAX_AGE = 30 * 60_000;

/**
 * The links that creations with one key returned. Some services return the existing link when its long URL is sent again
 * (services.md section 2), with the reply of a new one. This process knows only its own links: in another process, the
 * first run can't tell the difference.
 */
export class GivenLinks {
	private readonly given = new Map<string, { at: number }>();

	/**
	 * Notes a link.
	 *
	 * @param names its ID and its short URL. An ID alone is not enough, because a service that was reset uses it again
	 * @returns whether no creation returned it before
	 */
	add(names: string[]): boolean {
		if (names.length < 2) return true;
		forgetOlder(this.given, MAX_AGE);
		const name = names.join(' ');
		const isNew = !this.given.has(name);
		if (isNew) this.given.set(name, { at: Date.now() });
		return isNew;
	}
}
