import { yieldToEventLoop } from '../client/wait';
import { closestTo } from '../text/comparable';

/** Most texts of a run that are compared with a whole list, because each comparison takes time. */
const MAX_TEXTS = 50;

/** Which of the names in a list is most like a text that is none of them. */
export class ClosestNames {
	private readonly known = new Map<string, string | undefined>();

	/** @returns undefined when none is close, and for texts after the first 50 */
	async to(text: string, names: () => Iterable<string>): Promise<string | undefined> {
		if (this.known.size < MAX_TEXTS && !this.known.has(text)) {
			await yieldToEventLoop();
			const all = [...names()];
			this.known.set(text, all[closestTo(text, all) ?? -1]);
		}
		return this.known.get(text);
	}
}
