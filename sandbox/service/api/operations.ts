import type { RequestHandler, Response } from 'express';

import { html, page } from '../visits/html.ts';
import { accountOperations } from './account.ts';
import { refuseUnavailable } from './availability.ts';
import { campaignOperations } from './campaigns.ts';
import { channelOperations } from './channels.ts';
import { endpoints } from './description.ts';
import { domainOperations } from './domains.ts';
import { linkOperations } from './links.ts';
import type { Call, Context, Operations } from './operation.ts';
import { pageOperations } from './pages.ts';
import { pixelOperations } from './pixels.ts';
import { qrCodeOperations } from './qrCodes.ts';
import { ErrorPage, Refusal } from './refusal.ts';
import { changesRecord, formed, type Reply } from './replyForm.ts';

/** What the validator adds to a request that matches an endpoint of the description. */
interface Matched {
	openapi: { pathParams: object; schema: { operationId: string } };
}

/** Calls the operation that the description names for a checked request, and sends its reply. */
export function dispatch(context: Context): RequestHandler {
	const operations: Operations = {
		...accountOperations(context),
		...campaignOperations(context),
		...channelOperations(context),
		...domainOperations(context),
		...linkOperations(context),
		...pageOperations(context),
		...pixelOperations(context),
		...qrCodeOperations(context),
	};
	const missing = endpoints.filter(({ operationId }) => !Object.hasOwn(operations, operationId));
	if (missing.length > 0) {
		const names = missing.map(({ operationId }) => operationId);
		throw new Error(`Operations without an implementation: ${names.join(', ')}`);
	}

	return (req, res) => {
		const { pathParams, schema } = (req as unknown as Matched).openapi;
		const { operationId } = schema;
		const call = { params: pathParams, query: req.query, body: req.body } as Call<
			never,
			never,
			never
		>;
		try {
			refuseUnavailable(context, operationId, req.body);
			send(res, formed(context.settings, operationId, operations[operationId]!(call)));
		} catch (error) {
			if (error instanceof ErrorPage) sendPage(res, error.status);
			else sendUnknownRecord(context, operationId, error, res);
		}
	};
}

function send(res: Response, { status, body }: Reply): void {
	res.status(status);
	if (body) res.json(body);
	else res.end();
}

function sendPage(res: Response, status: number): void {
	const title = status === 404 ? 'Page not found' : 'Server error';
	res
		.status(status)
		.type('html')
		.send(page(title, html`<h1>${title}</h1>`));
}

/** Replies to the update or delete of an unknown record as the setting says. Throws every other error again. */
function sendUnknownRecord(
	{ settings }: Context,
	operationId: string,
	error: unknown,
	res: Response,
): void {
	const isUnknown = error instanceof Refusal && error.kind === 'unknownRecord';
	if (!isUnknown || !changesRecord(operationId)) throw error;
	switch (settings.unknownRecord) {
		case 'refusal':
			throw error;
		case '500':
			return sendPage(res, 500);
		case 'empty':
			return send(res, { status: 200 });
		case 'emptyObject':
			return send(res, { status: 200, body: {} });
		case 'emptyArray':
			return send(res, { status: 200, body: [] });
	}
}
