import { setTimeout as sleep } from 'node:timers/promises';

import type { Workflow } from '../../../sandbox/n8n/client.ts';
import type { N8nServer } from '../../../sandbox/n8n/server.ts';
import { publish } from './published';

interface FormParameters {
	options: { path: string };
	formFields: { values: Array<{ fieldLabel: string }> };
}

/** Publishes the workflow and gives the address of its form, as soon as it is served. */
export async function publishForm(server: N8nServer, workflow: Workflow): Promise<string> {
	await publish(server, workflow);
	const form = `${server.url}/form/${parametersOf(workflow).options.path}`;
	while (!(await fetch(form)).ok) await sleep(50);
	return form;
}

/** Fills in the form as its page does, and gives the page that is shown at the end. */
export async function submitForm(
	form: string,
	workflow: Workflow,
	values: Record<string, string>,
): Promise<string> {
	const body = new FormData();
	const fields = parametersOf(workflow).formFields.values;
	for (const [index, { fieldLabel }] of fields.entries())
		body.set(`field-${index}`, values[fieldLabel] ?? '');
	const submitted = await fetch(form, { method: 'POST', body });
	const { formWaitingUrl } = (await submitted.json()) as { formWaitingUrl: string };
	const status = new URL(formWaitingUrl);
	status.pathname += '/n8n-execution-status';
	while ((await (await fetch(status)).text()) === 'running') await sleep(50);
	return await (await fetch(formWaitingUrl)).text();
}

function parametersOf({ nodes }: Workflow): FormParameters {
	return nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger')!
		.parameters as unknown as FormParameters;
}
