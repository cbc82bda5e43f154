import { perRun } from '../../client/memory';
import { counted } from '../../values/numbers';
import type { Sentence } from '../../values/sentences';

/** What happened in a run and is worth a sentence in the hint after it, beside failed items. */
class RunNotes {
	private readonly details = new Map<Sentence, string[]>();

	/**
	 * @param sentence a function declared once in a file: details with the same function come into one sentence
	 * @param detail of one item, e.g. the name of a campaign
	 */
	add(sentence: Sentence, detail: string): void {
		const known = this.details.get(sentence) ?? [];
		this.details.set(sentence, known);
		known.push(detail);
	}

	addAll(others: RunNotes): void {
		for (const [sentence, details] of others.details)
			for (const detail of details) this.add(sentence, detail);
	}

	/** In the order in which the first detail of each came. */
	get sentences(): string[] {
		return [...this.details].map(([sentence, details]) => sentence(details));
	}
}

/** The notes that the items of a run share. At most a few for each item. */
export const runNotesOf = perRun(() => new RunNotes());

/** What the tries of a run noted. A sentence counts the items of all of them. */
export function sentencesOf(tries: object[]): string[] {
	const all = new RunNotes();
	for (const run of tries) all.addAll(runNotesOf(run));
	return all.sentences;
}

/**
 * How many records existed already. The details name them, because several rows may have one in common.
 *
 * @param what one of them, e.g. "link"
 * @param unchanged the rest of the sentence, for one record and for several
 */
export const existedAlready =
	(what: string, unchanged: { one: string; several: string }): Sentence =>
	(records) => {
		const { size } = new Set(records);
		const rest = size === 1 ? unchanged.one : unchanged.several;
		return `${counted(size, what)} existed already${rest}`;
	};
