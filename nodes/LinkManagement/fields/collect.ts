import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { isObject, locatorValue, textOf } from '../values/json';
import { isCollection, isSent } from './field';
import { putAt, type VisitedField } from './place';

/** A request with its values as they were given. */
interface DeclaredRequest {
	method: IHttpRequestMethods;
	url: string;
	query: IDataObject;
	body: IDataObject;
}

export interface Collected extends DeclaredRequest {
	/** What is not sent. */
	path: IDataObject;
	given: IDataObject;
	/** The modes of locators by the paths of their fields, because n8n's routing engine takes only their values. */
	modes: Map<string, string>;
}

/** The value of a parameter, with its expressions evaluated. */
export type Read = (field: VisitedField) => unknown;

function putMode({ modes }: Collected, { path }: VisitedField, value: unknown): void {
	if (isObject(value) && 'mode' in value) modes.set(path, textOf(value.mode));
}

function putValue(collected: Collected, visited: VisitedField, value: unknown): void {
	const { field, place } = visited;
	const isLocator = field.type === 'resourceLocator';
	if (isLocator) putMode(collected, visited, value);
	putAt(collected[place.part], place.property, isLocator ? locatorValue(value) : value);
}

/** Puts each value where its `routing.send` says, as n8n's routing engine does. */
export function collectAll(
	fields: VisitedField[],
	read: Read,
	request: Pick<DeclaredRequest, 'method' | 'url'>,
): Collected {
	const { method, url } = request;
	const collected = { method, url, query: {}, body: {}, path: {}, given: {}, modes: new Map() };
	for (const one of fields) if (!isCollection(one.field)) putValue(collected, one, read(one));
	return collected;
}

/** Adds what n8n's routing engine does not collect. @param request as it has built it */
export function collectUnsent(
	fields: VisitedField[],
	read: Read,
	request: DeclaredRequest,
): Collected {
	const collected = { ...request, path: {}, given: {}, modes: new Map() };
	for (const one of fields) {
		const { field } = one;
		if (isCollection(field)) continue;
		if (!isSent(field)) putValue(collected, one, read(one));
		else if (field.type === 'resourceLocator') {
			// n8n has evaluated its value, and the mode stands in the workflow, unless an expression gives both
			const { saved } = one;
			const hasMode = isObject(saved) && !textOf(saved.mode).startsWith('=');
			putMode(collected, one, hasMode ? saved : read(one));
		}
	}
	return collected;
}
