import type { IDataObject } from 'n8n-workflow';

/** The ID of a record as a number; some services send it as text. Not a number: NaN. */
export const idOf = ({ id }: IDataObject): number =>
	typeof id === 'number' || (typeof id === 'string' && id.trim() !== '') ? Number(id) : NaN;

/** @returns the highest ID; 0 when there is none */
export const highestId = (records: IDataObject[]): number =>
	records.reduce((high, record) => Math.max(high, idOf(record) || 0), 0);
