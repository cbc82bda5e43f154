/** Shows progress of long work: a line that counts the seconds on a terminal, otherwise a line from time to time. */
const heartbeat = process.stdout.isTTY ? 1_000 : 15_000;

/** @typedef {(text: string) => void} Tell */
/** @template T @typedef {(report: Tell) => Promise<T>} Work */

/**
 * Does a piece of work and shows its title, how long it has taken, and what it last reported.
 *
 * @template T
 * @param {string} title
 * @param {Work<T>} work
 * @returns {Promise<T>}
 */
export async function show(title, work) {
	const live = process.stdout.isTTY;
	console.log(`${title} …`);
	return await withElapsed(
		work,
		(line) => (live ? process.stdout.write(`\r\x1b[K  ${line}`) : console.log(`  ${line}`)),
		(end) => console.log(`${live ? '\r\x1b[K' : ''}  done ${end}`),
	);
}

/** The text of an error for people. Only unexpected errors show their stack. @param {unknown} error */
export function explain(error) {
	if (!(error instanceof Error)) return String(error);
	const unforeseen = [TypeError, ReferenceError, RangeError, SyntaxError].some(
		(kind) => error instanceof kind,
	);
	return unforeseen ? (error.stack ?? error.message) : error.message;
}

/** Reports on the work at every heartbeat, and at its end. @template T @param {Work<T>} work @param {Tell} tell @param {Tell} tellEnd */
async function withElapsed(work, tell, tellEnd) {
	const start = Date.now();
	let detail = '';
	const elapsed = () => `${Math.round((Date.now() - start) / 1000)} s`;
	const beat = setInterval(() => tell(detail ? `${detail}, ${elapsed()}` : elapsed()), heartbeat);
	try {
		const result = await work((reported) => (detail = reported));
		tellEnd(`(${elapsed()})`);
		return result;
	} finally {
		clearInterval(beat);
	}
}
