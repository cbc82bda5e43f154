import { type Behavior, requestOptionsOf } from './operation';

const send: Behavior['carryOut'] = async (call) => [
	await call.service.send(call.request, requestOptionsOf(call)),
];

/** Changes nothing, so a failed request is sent again a few times. */
export const reads = (): Behavior => ({ kind: 'reads', carryOut: send });

/** Reads a link. If the search for its short URL returned it already, no further request is sent. */
export const readsLink = (): Behavior => ({
	kind: 'reads',
	carryOut: async (call) => (call.linkReply ? [call.linkReply] : await send(call)),
});
