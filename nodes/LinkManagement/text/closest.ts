/** Longer texts are compared only up to here, in characters, and no more of them than this. */
const MAX_LENGTH = 60;
const MAX_TEXTS = 2_000;
/** More different letters are another name. */
const MAX_DISTANCE = 2;

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
	let start = 0;
	let end = 0;
	while (start < shorter && one[start] === other[start]) start++;
	while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
	return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

const digitsIn = (text: string): string => text.replace(/\D/g, '');

/** The place of the most similar text: two letters differ at most, a third of the characters, and no digit, as in Sale 2030. */
export function closestTo(name: string, texts: string[]): number | undefined {
	const wanted = name.slice(0, MAX_LENGTH);
	let closest: number | undefined;
	let most = Infinity;
	const digits = digitsIn(wanted);
	for (const [at, text] of texts.slice(0, MAX_TEXTS).entries()) {
		const other = text.slice(0, MAX_LENGTH);
		if (digitsIn(other) !== digits) continue;
		const third = Math.floor(Math.max(wanted.length, other.length) / 3);
		const [one, two] = differentParts(wanted, other);
		const distance = editDistance(one, two, Math.min(third, MAX_DISTANCE, most - 1));
		if (distance >= most) continue;
		closest = at;
		most = distance;
	}
	return closest;
}
