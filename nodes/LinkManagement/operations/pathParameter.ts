import type { ItemCall } from './operation';

/**
 * The value that a request has in place of a placeholder of its operation's path: `5` for `campaignId` where
 * `/api/campaign/:campaignId/delete` became `/api/campaign/5/delete`.
 *
 * @throws {Error} when the path does not have the placeholder or its value, as nothing may be concluded without it
 */
export function pathParameter({ operation, request }: ItemCall, name: string): string {
	const template = operation.option.routing.request.url.split('/');
	const value = request.url.split('/')[template.indexOf(`:${name}`)];
	if (value === undefined || value.startsWith(':')) {
		throw new Error(`The path ${operation.option.routing.request.url} has no value for :${name}`);
	}
	return decodeURIComponent(value);
}
