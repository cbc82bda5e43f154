/** Services that store something else than what they are sent, and do not say so. */
import type { IDataObject } from 'n8n-workflow';

import type { Json } from '../engine';
import type { VirtualScript } from '../virtual/scriptedRun';

/** What becomes of the body of a creation or an update. */
type Rewrite = (body: Json) => Json;

const changing =
	(name: string, change: (text: string) => string): Rewrite =>
	(body) =>
		typeof body[name] === 'string' ? { ...body, [name]: change(body[name]) } : body;

/** In the path, an encoded slash is not the same as one that separates folders. */
export const LEADS_ELSEWHERE = 'URLs with decoded slashes';

export const REWRITES: Record<string, Rewrite> = {
	'http for https': changing('url', (url) => url.replace(/^https:/, 'http:')),
	'URLs without a fragment': changing('url', (url) => url.replace(/#.*/, '')),
	[LEADS_ELSEWHERE]: changing('url', (url) => url.replace(/%2F/g, '/')),
	'URLs without a slash at the end': changing('url', (url) => url.replace(/\/$/, '')),
	'titles of 5 characters': changing('metatitle', (title) => title.slice(0, 5)),
	'texts with HTML escapes': changing('metatitle', (title) => title.replace(/&/g, '&amp;')),
	'no descriptions': changing('description', () => ''),
};

/** The service, which stores what is rewritten. */
export const rewriting =
	(script: VirtualScript, rewrite: Rewrite): VirtualScript =>
	async (request, count) =>
		await script(
			/^\/api\/url\//.test(request.path)
				? { ...request, body: rewrite(request.body) as IDataObject }
				: request,
			count,
		);
