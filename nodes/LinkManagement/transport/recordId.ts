import { textOf } from './json';
import { WrongShape } from './paging';

/**
 * An ID that the service sent, as it may stand in the path of another request.
 *
 * @throws {WrongShape} when it is no number: a path could lead elsewhere with it
 */
export function recordId(id: unknown): string {
	const digits = textOf(id);
	if (!/^[1-9]\d*$/.test(digits)) throw new WrongShape('a record with a number as its ID');
	return digits;
}
