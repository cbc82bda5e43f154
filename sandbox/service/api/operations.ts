import type { RequestHandler } from 'express';

import { accountOperations } from './account.ts';
import { campaignOperations } from './campaigns.ts';
import { channelOperations } from './channels.ts';
import { operationIds } from './contract.ts';
import { domainOperations } from './domains.ts';
import { linkOperations } from './links.ts';
import type { Call, Context, Operations } from './operation.ts';
import { pageOperations } from './pages.ts';
import { pixelOperations } from './pixels.ts';
import { qrCodeOperations } from './qrCodes.ts';

/** What the validator leaves on a request it has matched to the description. */
interface Matched {
	openapi: { pathParams: object; schema: { operationId: string } };
}

/** Hands a checked request to the operation that the description names for it. */
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
	const missing = operationIds().filter((id) => !Object.hasOwn(operations, id));
	if (missing.length > 0)
		throw new Error(`Operations without an implementation: ${missing.join(', ')}`);

	return (req, res) => {
		const { pathParams, schema } = (req as unknown as Matched).openapi;
		const call = { params: pathParams, query: req.query, body: req.body } as Call<
			never,
			never,
			never
		>;
		res.json(operations[schema.operationId]!(call));
	};
}
