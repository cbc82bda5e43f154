import type { Context } from './operation.ts';
import { ErrorPage, Refusal } from './refusal.ts';

/** The table that each creation adds a record to. */
const tables: Record<string, string> = {
	createCampaign: 'campaigns',
	createChannel: 'channels',
	createDomain: 'domains',
	createLink: 'links',
	createPixel: 'pixels',
	createQrCode: 'qr_codes',
};

/** Throws when the settings say that an operation is missing, forbidden, or fails before it does anything. */
export function refuseUnavailable(context: Context, operationId: string, body: unknown): void {
	const { settings } = context;
	if (settings.missingEndpoints.includes(operationId)) {
		if (settings.missingEndpointReply === 'page') throw new ErrorPage(404);
		throw new Refusal('This endpoint does not exist.', 'missingEndpoint');
	}
	if (settings.forbiddenEndpoints.includes(operationId)) {
		const message = 'You do not have permission to access this endpoint.';
		throw new Refusal(message, 'forbiddenEndpoint');
	}
	if (creationFails(context, operationId, body)) {
		if (settings.creationFailure === 'refusal')
			throw new Refusal('You have reached the maximum that your plan allows.');
		throw new ErrorPage(Number(settings.creationFailure));
	}
}

function creationFails({ settings, store }: Context, operationId: string, body: unknown): boolean {
	const { creationFailure, creationFailureText, creationQuota } = settings;
	const table = tables[operationId];
	if (creationFailure === 'none' || table === undefined) return false;
	const held = store.database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)!.n;
	return held >= creationQuota && JSON.stringify(body).includes(creationFailureText);
}
