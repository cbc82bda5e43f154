/** A program that runs beside a test, such as an npm script. */
import { type ChildProcess, spawn } from 'node:child_process';

export interface Program {
	process: ChildProcess;
	/** All it has printed. */
	output(): string;
	/** Resolves as soon as it has printed the text. @throws when it ends before */
	says(text: string): Promise<void>;
	/** Its exit code. */
	ended: Promise<number | null>;
}

/** @param command the program and its arguments */
export function startProgram(command: string[], env: NodeJS.ProcessEnv, cwd?: string): Program {
	const [file = '', ...args] = command;
	const child = spawn(file, args, {
		...{ cwd, env: { ...process.env, ...env } },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let printed = '';
	const listeners = new Set<() => void>();
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => {
			printed += chunk.toString();
			for (const listener of listeners) listener();
		});
	}
	const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
	const says = async (text: string) =>
		await new Promise<void>((resolve, reject) => {
			const look = () => printed.includes(text) && resolve();
			listeners.add(look);
			void ended.then((code) =>
				reject(new Error(`It ended with ${code} before it said "${text}":\n${printed}`)),
			);
			look();
		});
	return { process: child, output: () => printed, says, ended };
}
