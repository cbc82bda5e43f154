/** Single requests in virtual time, and a service whose replies a test scripts. */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { RequestOptions } from '../../../nodes/LinkManagement/client/http';
import type { Service } from '../../../nodes/LinkManagement/client/service';
import { advanceUntil } from './clock';
import { VirtualService } from './service';

export const SECOND = 1_000;

/** A reply that never comes. */
export const never = new Promise<never>(() => {});

/** Requests that are answered by a function instead: undefined for the usual reply, a promise for a late one. */
export type Script = (
	request: IHttpRequestOptions,
	count: number,
) => IDataObject | Promise<IDataObject> | undefined;

export class ScriptedService extends VirtualService {
	count = 0;
	script: Script = () => undefined;
	override async answer(sender: string, request: IHttpRequestOptions): Promise<IDataObject> {
		return (await this.script(request, ++this.count)) ?? (await super.answer(sender, request));
	}
}

export const list = (page = 1): IHttpRequestOptions => ({
	method: 'GET',
	url: '/api/urls',
	qs: { page },
});
export const create = (item: number): IHttpRequestOptions => ({
	method: 'POST',
	url: '/api/url/add',
	body: { url: `https://www.example.com/${item}` },
});
export const times = <T>(count: number, work: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => work(index));

/** Sends requests, 16 at a time at most, as a run does; @returns how long that took, in ms. */
export async function sendAll(
	service: Service,
	requests: IHttpRequestOptions[],
	options?: RequestOptions,
): Promise<number> {
	const begin = Date.now();
	await advanceUntil(Promise.all(requests.map((request) => service.send(request, options))));
	return Date.now() - begin;
}
