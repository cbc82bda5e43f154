/** Longer texts are compared only up to here, in characters, and no more of them than this. */
const MAX_LENGTH = 60;
const MAX_TEXTS = 2_000;
/** Shorter texts are in too many others to say anything, in characters. */
const MIN_CONTAINED = 3;

/** Insertions, removals and replacements between two texts (Levenshtein); Infinity when there are more than `most`. */
function editDistance(one: string, other: string, most: number): number {
	if (Math.abs(one.length - other.length) > most) return Infinity;
	// Arrays of bytes, because a list of names takes many comparisons
	let previous = new Uint8Array(other.length + 1).map((_, at) => at);
	let current = new Uint8Array(other.length + 1);
	for (let row = 1; row <= one.length; row++) {
		const character = one.charCodeAt(row - 1);
		current[0] = row;
		let least = row;
		for (let at = 1; at <= other.length; at++) {
			const replaced = previous[at - 1]! + (character === other.charCodeAt(at - 1) ? 0 : 1);
			const changed = Math.min(replaced, previous[at]! + 1, current[at - 1]! + 1);
			current[at] = changed;
			least = Math.min(least, changed);
		}
		if (least > most) return Infinity;
		[previous, current] = [current, previous];
	}
	const distance = previous[other.length]!;
	return distance > most ? Infinity : distance;
}

/** What is left of two texts without what both begin and end with, which does not change their distance. */
function differentParts(one: string, other: string): [string, string] {
	const shorter = Math.min(one.length, other.length);
	let [start, end] = [0, 0];
	while (start < shorter && one[start] === other[start]) start++;
	while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
	return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

/** The place of the most similar text: at most a third of its characters differ, or one contains the other. */
export function closestTo(text: string, texts: string[]): number | undefined {
	const wanted = text.slice(0, MAX_LENGTH);
	let closest: number | undefined;
	let most = Infinity;
	for (const [at, one] of texts.slice(0, MAX_TEXTS).entries()) {
		const other = one.slice(0, MAX_LENGTH);
		const third = Math.floor(Math.max(wanted.length, other.length) / 3);
		const distance = editDistance(...differentParts(wanted, other), Math.min(third, most - 1));
		if (distance >= most) continue;
		[closest, most] = [at, distance];
	}
	if (closest !== undefined) return closest;
	const contains = (one: string, other: string) =>
		other.length >= MIN_CONTAINED && one.includes(other);
	const containing = texts
		.slice(0, MAX_TEXTS)
		.findIndex((other) => contains(other, wanted) || contains(wanted, other));
	return containing < 0 ? undefined : containing;
}
