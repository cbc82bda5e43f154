import type { IHttpRequestOptions } from 'n8n-workflow';

/** @returns the method and the path without IDs, such as `PUT /api/url/:id/update` */
export const endpointOf = ({ method = 'GET', url }: IHttpRequestOptions): string =>
	`${method} ${url.replace(/\/\d+(?=\/|$)/g, '/:id')}`;

/** Whether the path holds the ID of a record. */
export const hasId = ({ url }: Pick<IHttpRequestOptions, 'url'>): boolean =>
	/\/\d+(\/|$)/.test(url);
