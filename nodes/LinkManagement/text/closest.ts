/** Longer texts are compared only up to here, in characters, and no more of them than this. */
const MAX_LENGTH = 60;
const MAX_TEXTS = 2_000;
/** More different letters are another name. */
const MAX_DISTANCE = 2;

/** Insertions, removals and replacements between two texts (Levenshtein); Infinity when there are more than `most`, which is small. */
function editDistance(one: string, other: string, most: number): number {
	let same = 0;
	while (same < one.length && one[same] === other[same]) same++;
	const length = Math.max(one.length, other.length) - same;
	if (same === Math.min(one.length, other.length)) return length <= most ? length : Infinity;
	if (most <= 0) return Infinity;
	const rest = one.slice(same);
	const otherRest = other.slice(same);
	const replaced = editDistance(rest.slice(1), otherRest.slice(1), most - 1);
	const removed = editDistance(rest.slice(1), otherRest, most - 1);
	const inserted = editDistance(rest, otherRest.slice(1), most - 1);
	return 1 + Math.min(replaced, removed, inserted);
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
		const distance = editDistance(wanted, other, Math.min(third, MAX_DISTANCE, most - 1));
		if (distance >= most) continue;
		closest = at;
		most = distance;
	}
	return closest;
}
