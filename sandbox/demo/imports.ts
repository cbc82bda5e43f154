/** Brings the examples into n8n, and replaces those of an earlier version that the user has not edited. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { N8nClient } from '../n8n/client.ts';
import { bulkCreate, exampleFor, exampleNames, inputNameOf, outputNameOf } from './example.ts';

export interface Folders {
	/** Has the tables that the examples read. */
	data: string;
	/** The table of the example that runs. */
	input: string;
	/** For the files that the examples write. */
	files: string;
	/** A JSON file with the version of each example that was imported, by the ID of the workflow. n8n gives each change a new version. */
	versions: string;
}

/**
 * Imports all examples with their files and the credential. The example that runs is always reset to its version in the
 * repository; the others keep what the user changed in the editor.
 *
 * @returns the ID of the workflow to run
 */
export async function importExamples(
	client: N8nClient,
	credential: { id: string; name: string },
	{ data, input, files, versions: file }: Folders,
): Promise<string> {
	const versions = existsSync(file)
		? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
		: {};
	for (const name of exampleNames()) {
		const surroundings = {
			input: name === bulkCreate ? input : join(data, inputNameOf(name) ?? ''),
			output: join(files, outputNameOf(name) ?? ''),
			credential,
		};
		const workflow = exampleFor(surroundings, name);
		const current = await client.versionOf(workflow.id);
		const isEdited = current !== undefined && current !== versions[workflow.id];
		if (isEdited && name !== bulkCreate) continue;
		await client.saveWorkflow(workflow);
		versions[workflow.id] = (await client.versionOf(workflow.id)) ?? '';
	}
	writeFileSync(file, JSON.stringify(versions));
	return exampleFor({ credential }).id;
}
