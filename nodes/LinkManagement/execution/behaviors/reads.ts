import { type Behavior, requestOptionsOf } from '../operation';

const send: Behavior['carryOut'] = async (call) => [
	await call.service.send(call.request, requestOptionsOf(call)),
];

/** Changes nothing, so a failed request is sent again a few times. */
export const reads = (): Behavior => ({ kind: 'reads', carryOut: send });

/** Reads a link. One that was given by its short URL came with the search, so that it needs no request of its own. */
export const readsLink = (): Behavior => ({
	kind: 'reads',
	carryOut: async (call) => (call.linkReply ? [call.linkReply] : await send(call)),
});
