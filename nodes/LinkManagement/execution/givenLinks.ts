/** How long a link counts as given, in ms: as long as a repeated run is likely to have been started by mistake. */
const MAX_AGE = 30 * 60_000;

/**
 * The links that creations with one key gave. Some services give the link that there is when its long URL is sent again
 * (services.md section 2), and their reply is that of a new one. This process knows only its own links: in another one,
 * the first run cannot tell.
 */
export class GivenLinks {
	private readonly givenAt = new Map<string, number>();

	/**
	 * Notes a link.
	 *
	 * @param names its ID and its short URL; an ID alone may come again after a service was reset
	 * @returns whether no creation gave it before
	 */
	add(names: string[]): boolean {
		if (names.length < 2) return true;
		const now = Date.now();
		for (const [name, at] of this.givenAt) {
			if (now - at < MAX_AGE) break; // a Map keeps the order of insertion: the rest is younger
			this.givenAt.delete(name);
		}
		const name = names.join(' ');
		const isNew = !this.givenAt.has(name);
		if (isNew) this.givenAt.set(name, now);
		return isNew;
	}
}
