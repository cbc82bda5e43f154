/** How long a link is remembered, in ms: a run that is started again by mistake begins within this time. */
const MAX_AGE = 30 * 60_000;

/**
 * The links that creations with one key returned. Some services return the existing link when its long URL is sent again
 * (services.md section 2), with the reply of a new one. This process knows only its own links: in another process, the
 * first run can't tell the difference.
 */
export class GivenLinks {
	private readonly givenAt = new Map<string, number>();

	/**
	 * Notes a link.
	 *
	 * @param names its ID and its short URL. An ID alone is not enough, because a service that was reset uses it again
	 * @returns whether no creation returned it before
	 */
	add(names: string[]): boolean {
		if (names.length < 2) return true;
		const now = Date.now();
		for (const [name, at] of this.givenAt) {
			if (now - at < MAX_AGE) break; // a Map keeps the order of insertion, so the rest is newer
			this.givenAt.delete(name);
		}
		const name = names.join(' ');
		const isNew = !this.givenAt.has(name);
		if (isNew) this.givenAt.set(name, now);
		return isNew;
	}
}
