import { exampleFor } from '../../../sandbox/demo/example.ts';
import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { setUpInstallation } from '../../support/n8n/installation';

/** Its n8n serves all tests of this folder, and is killed by one and started again. Each test that reads or changes the link service's data resets it first. */
export const installation = setUpInstallation();

export const tell = async (path: string, body: object) =>
	await installation.service.tell(path, body);
export const reset = async (seed: object = {}) => await tell('/reset', { seed });
export const removeFaults = async () =>
	await installation.service.control('/faults', { method: 'DELETE' });
export const state = async () => await installation.service.state();

/** An example with the credential, as a user chooses it. */
export const exampleOf = (
	name: string,
	files: { input?: string; output?: string } = {},
): Workflow => exampleFor({ ...files, credential: installation.credential }, name);

export const succeeded = { status: 'success', error: undefined };
