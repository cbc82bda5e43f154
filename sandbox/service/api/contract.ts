import { type RequestHandler, Router } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';

import type { Settings } from '../settings.ts';
import { descriptionFile, endpointOf } from './description.ts';
import { tolerate } from './tolerance.ts';

/** Checks requests against the description, and replies too while the setting says so. */
export function contract(settings: Settings): RequestHandler {
	const routers = new Map<boolean, Router>();

	function routerFor(validateResponses: boolean): Router {
		let router = routers.get(validateResponses);
		if (!router) {
			router = Router();
			router.use(
				OpenApiValidator.middleware({
					apiSpec: descriptionFile,
					validateRequests: { allowUnknownQueryParameters: true },
					validateResponses,
					// Keys are checked before, in the style the settings choose.
					validateSecurity: false,
					fileUploader: false,
				}) as RequestHandler[],
			);
			routers.set(validateResponses, router);
		}
		return router;
	}

	return (req, res, next) => {
		const endpoint = endpointOf(req.method, req.baseUrl + req.path);
		const tolerated = endpoint ? tolerate(req, endpoint) : [];
		if (tolerated.length > 0) res.locals.entry.tolerated = tolerated;
		routerFor(settings.validateResponses)(req, res, next);
	};
}

/** What the validator throws for a request, or a reply of ours, that breaks the description. */
interface Violation {
	status: number;
	message: string;
	errors?: Array<{ path: string; message: string }>;
}

/** The complaints in an error of the validator or the body parser, one line each. */
export function complaints(violation: Violation): string[] {
	const { errors, message } = violation;
	return errors?.length ? errors.map((error) => `${error.path} ${error.message}`) : [message];
}

export function isViolation(error: unknown): error is Violation {
	return error instanceof Error && typeof (error as unknown as Violation).status === 'number';
}
