/** A whole run: measures the habits of a service, walks the operations of the nodes, and removes what both created. */
import type { Engine } from '../../test/support/engine/index.ts';
import type { Account, Client } from './client.ts';
import type { Findings } from './findings.ts';
import { measureHabits } from './habits/index.ts';
import { type Step, walk } from './walk.ts';

/** About how many requests a run takes, in an account whose lists fit on a few pages. */
export const REQUESTS = { full: 220, readOnly: 75, sweep: 8 };

interface RunOptions {
	client: Client;
	account: Account;
	/** What the names of this run begin with. */
	name: string;
	readOnly: boolean;
	updateAccount: boolean;
	/** Starts n8n's engine; it is stopped at the end. */
	startEngine: () => Promise<Engine>;
	/** Called at the beginning of each part. */
	onPart?: (title: string) => void;
	onStep?: (step: Step) => void;
}

/** The caller removes the records that the run creates, also when it fails. */
export async function measureAndWalk(
	options: RunOptions,
): Promise<{ findings: Findings; steps: Step[] }> {
	const { client, name, readOnly, onPart } = options;
	onPart?.('Measuring the habits of the service');
	const findings = await measureHabits(client, name, readOnly);
	onPart?.('Running the operations of both nodes in n8n');
	const engine = await options.startEngine();
	try {
		return { findings, steps: await walk({ ...options, engine, findings }) };
	} finally {
		await engine.stop();
	}
}
