/** Reads the compose file of the documentation, so that the tests use the documented settings. */
import { readFileSync } from 'node:fs';

import { parse } from 'yaml';

const composeFile = new URL('../../examples/queue-mode/compose.yaml', import.meta.url);

interface ComposeService {
	image: string;
	command: string[];
	environment: Record<string, string>;
	/** "service:<name>" shares the network of that service. */
	network_mode?: string;
}

type Services = Record<'postgres' | 'redis' | 'main', ComposeService> & {
	workers: ComposeService[];
	/** The task runners, by the service whose network they share. */
	runners: Record<string, ComposeService>;
};

/** The services of the compose file, with their variables not filled in. */
export function composeServices(): Services {
	const { services } = parse(readFileSync(composeFile, 'utf8'), { merge: true }) as {
		services: Record<string, ComposeService>;
	};
	const { postgres, redis, main } = services as Services;
	const workers = Object.entries(services).filter(([name]) => /^worker-\d+$/.test(name));
	const runners = Object.values(services).flatMap((service) => {
		const shared = /^service:(.+)$/.exec(service.network_mode ?? '')?.[1];
		return shared ? [[shared, service] as const] : [];
	});
	return {
		postgres,
		redis,
		main,
		workers: workers.map(([, service]) => service),
		runners: Object.fromEntries(runners),
	};
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
