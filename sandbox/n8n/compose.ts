/** The queue mode that users are shown, read from its compose file: what is tested is what is documented. */
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

/** The services as compose sees them, their variables not yet filled in. */
export function composeServices(): Services {
	const { services } = parse(readFileSync(composeFile, 'utf8'), { merge: true }) as {
		services: Services;
	};
	return services;
}

/**
 * A service's environment in another place.
 *
 * @param replaced the values that differ there: hosts, ports, secrets
 * @throws when one of these is not in the file, or a variable of the file is not among them
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
