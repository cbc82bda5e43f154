import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Failure } from '../errors';
import { isObject } from '../values/json';
import type { WaitOptions } from './rateLimit/rateLimiter';

/** The content of a request. The service adds its address, the headers and the connection options. */
export interface ServiceRequest extends Pick<
	IHttpRequestOptions,
	'method' | 'url' | 'qs' | 'body'
> {
	/**
	 * What the request does, because not every service or plan has each endpoint (services.md section 1), as it follows
	 * "does not offer a way to", e.g. `change short links`. It is not sent. A reply that shows that there is no such endpoint is
	 * then a failure of the kind `notOffered`, which is not sent again.
	 */
	endpoint?: string;
}

/** What may be done when the reply to a request is lost or bad. */
export interface RequestOptions extends Omit<WaitOptions, 'limitWaits'> {
	/** Index of the input item, for the message. */
	item?: number;
	/** Most attempts after broken connections and 5xx. Default: a few. */
	maxTries?: number;
	/** Creates a record: sent again only if the service certainly did not act. */
	creates?: boolean;
	/** No content is expected: HTTP 204 is a good reply, and any other one must report success. */
	mayBeEmpty?: boolean;
	/** Retried for about 20 s after broken connections and 5xx, if the service replied recently. */
	retryThroughOutage?: boolean;
}

/** Options for all requests of a run: n8n's Request Options (timeout, proxy, SSL) and other options that n8n passes on. */
export interface ConnectionOptions extends Omit<IHttpRequestOptions, keyof ServiceRequest> {
	/** Longest time for a request and its whole reply, in ms. Default: five minutes, n8n's own default. */
	timeout?: number;
	/** Longest time for all requests from now on, including waits and further attempts, in ms. Default: unlimited. */
	maxDuration?: number;
}

/** The JSON object of a good reply and when its request was sent, ms since epoch; or the failure on any other. */
export type Outcome = { body: IDataObject; sentAt: number } | { failure: Failure };

/** The fields of a request's body; none where the body is no object. */
export const bodyOf = ({ body }: ServiceRequest): IDataObject => (isObject(body) ? body : {});

/** @returns the method and the path without IDs, such as `PUT /api/url/:id/update` */
export const endpointOf = ({ method = 'GET', url }: ServiceRequest): string =>
	`${method} ${url.replace(/\/\d+(?=\/|$)/g, '/:id')}`;
