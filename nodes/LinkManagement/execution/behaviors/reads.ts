import { type Behavior, requestOptionsOf } from '../operation';

const send: Behavior['carryOut'] = async (call) => [
	await call.service.send(call.request, requestOptionsOf(call)),
];

/** Changes nothing, so a failed request is sent again a few times. */
export const reads = (): Behavior => ({ kind: 'reads', carryOut: send });

/** Changes something, but sending it twice leaves the same as sending it once. HTTP 204 is a good reply. */
export const repeatable = (): Behavior => ({
	kind: 'repeatable',
	carryOut: async (call) => [
		await call.service.send(call.request, { ...requestOptionsOf(call), mayBeEmpty: true }),
	],
});

/** Reads a link. One that was given by its short URL came with the search, so that it needs no request of its own. */
export const readsLink = (): Behavior => ({
	kind: 'reads',
	carryOut: async (call) => (call.linkReply ? [call.linkReply] : await send(call)),
});
