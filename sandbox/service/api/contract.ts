import { type RequestHandler, Router } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';

import type { Settings } from '../settings.ts';
import { descriptionFile, endpointOf } from './description.ts';
import { tolerate } from './tolerance.ts';

/** Shared by all services of the process, because compiling the description takes longer than most requests. */
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
				// The pipeline has checked the key before.
				validateSecurity: false,
				fileUploader: false,
			}) as RequestHandler[],
		);
		routers.set(validateResponses, router);
	}
	return router;
}

/** Checks requests against the description, and also replies unless the setting `validateResponses` is off. */
export function contract(settings: Settings): RequestHandler {
	return (req, res, next) => {
		const endpoint = endpointOf(req.method, req.baseUrl + req.path);
		const tolerated = endpoint ? tolerate(req, endpoint) : [];
		if (tolerated.length > 0) res.locals.entry.tolerated = tolerated;
		routerFor(settings.validateResponses)(req, res, next);
	};
}

/** The error that the validator throws for a request or a reply that breaks the description. */
interface Violation {
	status: number;
	message: string;
	errors?: Array<{ path: string; message: string }>;
}

/** The messages in an error of the validator or of the body parser. */
export function complaints(violation: Violation): string[] {
	const { errors, message } = violation;
	return errors?.length ? errors.map((error) => `${error.path} ${error.message}`) : [message];
}

export function isViolation(error: unknown): error is Violation {
	return error instanceof Error && typeof (error as unknown as Violation).status === 'number';
}
