import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { type RequestHandler, Router } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { parse } from 'yaml';

import type { Settings } from '../settings.ts';

export const descriptionFile = fileURLToPath(new URL('../openapi.yaml', import.meta.url));

interface Description {
	paths: Record<string, Record<string, { operationId: string }>>;
}

/** The `operationId` of every endpoint in the description. */
export function operationIds(): string[] {
	const { paths } = parse(readFileSync(descriptionFile, 'utf8')) as Description;
	return Object.values(paths).flatMap((methods) =>
		Object.values(methods).map((operation) => operation.operationId),
	);
}

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
					validateRequests: { allowUnknownQueryParameters: false },
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

	return (req, res, next) => routerFor(settings.validateResponses)(req, res, next);
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
