import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { parse } from 'yaml';

export const descriptionFile = fileURLToPath(new URL('../openapi.yaml', import.meta.url));

/** The parts of a schema that are used here. */
export interface Schema {
	$ref?: string;
	type?: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	anyOf?: Schema[];
}

interface Parameter {
	$ref?: string;
	name: string;
	in: 'path' | 'query';
}

interface Operation {
	operationId: string;
	parameters?: Parameter[];
	requestBody?: { $ref: string };
}

/** One of the endpoints in the description. */
export interface Endpoint {
	operationId: string;
	method: string;
	path: RegExp;
	queryNames: ReadonlySet<string>;
	/** Undefined when the endpoint takes no body. */
	body: Schema | undefined;
}

const description = parse(readFileSync(descriptionFile, 'utf8')) as {
	paths: Record<string, Record<string, Operation>>;
};

/** The part that a reference points to, or the part itself when it is no reference. */
export function resolved<T extends { $ref?: string }>(part: T): T {
	if (part.$ref === undefined) return part;
	const keys = part.$ref.replace('#/', '').split('/');
	return keys.reduce<unknown>(
		(node, key) => (node as Record<string, unknown>)[key],
		description,
	) as T;
}

export const endpoints: readonly Endpoint[] = Object.entries(description.paths).flatMap(
	([path, methods]) =>
		Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
			operationId,
			method: method.toUpperCase(),
			path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
			queryNames: new Set(
				parameters
					.map(resolved)
					.filter((parameter) => parameter.in === 'query')
					.map(({ name }) => name),
			),
			body: requestBody && bodySchema(requestBody),
		})),
);

function bodySchema(requestBody: { $ref: string }): Schema {
	const { content } = resolved(requestBody) as unknown as {
		content: Record<string, { schema: Schema }>;
	};
	return content['application/json']!.schema;
}

/** The endpoint of a request. When two paths match, such as /api/url/add and /api/url/{id}, the methods differ. */
export function endpointOf(method: string, path: string): Endpoint | undefined {
	return endpoints.find((endpoint) => endpoint.method === method && endpoint.path.test(path));
}

/** Throws when a patch of the settings names an operation that is not in the description. */
export function checkOperationIds(patch: Record<string, unknown>): void {
	const check = (name: string, ids: readonly string[]) => {
		const unknown = ids.find((id) => !endpoints.some(({ operationId }) => operationId === id));
		if (unknown !== undefined)
			throw new Error(`Setting "${name}" names an unknown operation "${unknown}"`);
	};
	for (const name of ['forbiddenEndpoints', 'missingEndpoints', 'messageOnlyReplies'])
		check(name, (patch[name] ?? []) as string[]);
	check('maxPageSizes', Object.keys(patch.maxPageSizes ?? {}));
}
