/** The trigger, poll by poll, with the state that n8n keeps between its polls. */
import { randomUUID } from 'node:crypto';

import type { Engine, Json, PollReply, PollRequest } from '.';

export const TRIGGER_TYPE = 'n8n-nodes-link-management.linkManagementTrigger';

/** A trigger that has not polled yet. */
export function pollTrigger(engine: Engine, parameters: Json) {
	let staticData: Json = {};
	const trigger = { nodeType: TRIGGER_TYPE, parameters, workflowId: randomUUID() };
	/** Polls once; default: as an active workflow does, with the credential of the engine. */
	const poll = async (activation: PollRequest['activation'] = 'update', credentials?: Json) => {
		const request = { ...trigger, staticData, activation };
		const reply = await engine.poll({ ...request, ...(credentials && { credentials }) });
		staticData = reply.staticData;
		return reply;
	};
	return { poll, state: () => staticData };
}

/** The IDs of the records that a poll gave, in their order; null when it gave nothing. */
export const idsOf = ({ items }: PollReply): number[] | null =>
	items?.map(({ json }) => Number(json.id)) ?? null;
