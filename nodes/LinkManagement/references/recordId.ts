import { UnexpectedReply } from '../errors';
import { textOf } from '../values/json';

/**
 * An ID that the service sent, in the form in which it is safe in the path of another request.
 *
 * @throws {UnexpectedReply} when it is not a number, because it could change the path
 */
export function validRecordId(id: unknown): string {
	const digits = textOf(id);
	if (!/^[1-9]\d*$/.test(digits)) throw new UnexpectedReply('a record with a number as its ID');
	return digits;
}
