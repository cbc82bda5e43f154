import { createInterface } from 'node:readline/promises';

/**
 * Asks a question with yes and no.
 *
 * @param otherwise what to do where there is no terminal; it becomes the error
 */
export async function isYes(question: string, otherwise: string): Promise<boolean> {
	if (!process.stdin.isTTY) throw new Error(otherwise);
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	const answer = await terminal.question(`\n${question} (y/N) `);
	terminal.close();
	return /^y(es)?$/i.test(answer.trim());
}
