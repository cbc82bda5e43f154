import { outputFields } from '../../fields/output';
import { LINK } from '../../operations/links/record';
import { statistics } from '../../operations/output/reply';

/** A link with its clicks, as two operations return it. */
export const reply = statistics(LINK);

export const output = outputFields(Object.keys(reply.output));
