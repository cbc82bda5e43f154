/** Everything n8n and the node write to the console, n8n's log included. */
const all: string[] = [];

/** Sends the process's output into memory instead of the terminal. */
export function captureOutput(): void {
	for (const stream of [process.stdout, process.stderr]) {
		stream.write = ((chunk: string | Uint8Array) => {
			all.push(String(chunk).trimEnd());
			return true;
		}) as typeof stream.write;
	}
}

/** A function that gives the lines written since now. */
export function lines(): () => string[] {
	const start = all.length;
	return () => all.slice(start);
}
