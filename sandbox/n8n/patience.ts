/** How long programs of the sandbox may take until they respond. */
import type { Child } from './child.ts';

/** In ms. It only ends what hangs: on a busy machine, the first start of n8n takes minutes. */
export const readyWithinMs = 600_000;

/** Ends a wait for a program when it has ended or takes too long. Its reason is an error that says which. */
export function patienceWith({ ended }: Child): AbortSignal {
	const wait = new AbortController();
	const giveUp = (reason: string) => wait.abort(new Error(reason));
	setTimeout(
		() => giveUp(`it was not ready after ${readyWithinMs / 1000} s`),
		readyWithinMs,
	).unref();
	void ended.then((reason) => giveUp(`it ended with ${reason}`));
	return wait.signal;
}
