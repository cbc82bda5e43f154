import { type Behavior, requestOptionsOf } from '../operation';

const sendRequest: Behavior['perform'] = async (call) => [
	await call.service.send(call.request, requestOptionsOf(call)),
];

/** Changes nothing, so a failed request is sent again a few times. */
export const reads = (): Behavior => ({ kind: 'reads', perform: sendRequest });

/** Reads a link. If the search for its short URL returned it already, no further request is sent. */
export const readsLink = (): Behavior => ({
	kind: 'reads',
	perform: async (call) => (call.linkReply ? [call.linkReply] : await sendRequest(call)),
});
