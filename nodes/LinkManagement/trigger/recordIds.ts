import type { IDataObject } from 'n8n-workflow';

/** The ID of a record as a number; some services send it as text. Not a number: NaN. */
export const idOf = ({ id }: IDataObject): number =>
	typeof id === 'number' || (typeof id === 'string' && id.trim() !== '') ? Number(id) : NaN;

/** The highest of these IDs; 0 when there is none. What is not a number does not count. */
export const highestOf = (ids: Iterable<number>): number =>
	[...ids].reduce((high, id) => (id > high ? id : high), 0);

/** The highest ID of these records; 0 when there is none. */
export const highestId = (records: IDataObject[]): number => highestOf(records.map(idOf));
