import { UnexpectedReply } from '../errors';
import { textOf } from '../values/json';

/**
 * An ID that the service sent, as it may stand in the path of another request.
 *
 * @throws {UnexpectedReply} when it is no number: a path could lead elsewhere with it
 */
export function validRecordId(id: unknown): string {
	const digits = textOf(id);
	if (!/^[1-9]\d*$/.test(digits)) throw new UnexpectedReply('a record with a number as its ID');
	return digits;
}
