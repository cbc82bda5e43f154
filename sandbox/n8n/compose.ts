/** Reads the compose file of the documentation, so that the tests use the documented settings. */
import { readFileSync } from 'node:fs';

import { parse } from 'yaml';

const composeFile = new URL('../../examples/queue-mode/compose.yaml', import.meta.url);

export interface ComposeService {
	image: string;
	command: string[];
	environment: Record<string, string>;
	deploy?: { replicas: number };
}

type Services = Record<'postgres' | 'redis' | 'main' | 'worker', ComposeService>;

/** The services of the compose file, with their variables not filled in. */
export function composeServices(): Services {
	const { services } = parse(readFileSync(composeFile, 'utf8'), { merge: true }) as {
		services: Services;
	};
	return services;
}

/**
 * The environment of a service outside Docker.
 *
 * @param replaced the values that differ: hosts, ports, secrets
 * @throws when one of them is not in the file, or a variable of the file has no value
 */
export function environmentOf(
	{ environment }: ComposeService,
	replaced: Record<string, string>,
): Record<string, string> {
	const unknown = Object.keys(replaced).filter((name) => !(name in environment));
	if (unknown.length > 0) throw new Error(`Not in the compose file: ${unknown.join(', ')}`);
	const filled = Object.entries({ ...environment, ...replaced }).map(([name, value]) => [
		name,
		String(value),
	]);
	const open = filled.filter(([, value]) => value!.includes('${')).map(([name]) => name);
	if (open.length > 0)
		throw new Error(`Variables of the compose file without a value: ${open.join(', ')}`);
	return Object.fromEntries(filled) as Record<string, string>;
}
