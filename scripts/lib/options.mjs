/** The options of `npm start`: its flags, and the two environment variables that name a real service. */
import { parseArgs } from 'node:util';

export const help = `Usage: npm start [-- options]

Starts a local link service and the pinned n8n with this node, runs the example
"Create links from a spreadsheet" in it, and stays until you press Ctrl-C.

  --limit N   requests per minute that the local service allows (default 600; real plans begin at 30)
  --port N    port of n8n (default 5678, at most 65534)
  --service-port N
              port of the local service (default 5690)
  --keep      keep the local service's data; otherwise each start begins with new data
  --once      exit after the example has run; the exit code is 0 if every row has a link or an error
  --help      show this text

If LINK_MANAGEMENT_URL and LINK_MANAGEMENT_KEY are set, the example runs against that service. It says before
what it creates there, and offers to remove it afterwards:

  --yes       start without asking
  --remove    remove what the run has created without asking
`;

/** An error in the command that the user can fix. */
export class UsageError extends Error {
	/** @param {string} message @param {string} command that has the option `--help` */
	constructor(message, command = 'npm start') {
		super(`${message}\n\nNext: run "${command} -- --help" to see the options.`);
	}
}

/**
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 * @returns {{ once: boolean, keep: boolean, yes: boolean, remove: boolean, port: number, servicePort: number, limit: number, service?: { url: string, key: string } }}
 */
export function readOptions(args, env) {
	const { values } = parse(args);
	const service = realService(env);
	if (service && (values.limit || values.keep || values['service-port'])) {
		throw new UsageError(
			'--limit, --keep and --service-port are for the local service, but LINK_MANAGEMENT_URL names another one',
		);
	}
	if (!service && (values.yes || values.remove))
		throw new UsageError('--yes and --remove are for the service that LINK_MANAGEMENT_URL names');
	return {
		yes: values.yes ?? false,
		remove: values.remove ?? false,
		once: values.once ?? false,
		keep: values.keep ?? false,
		// n8n also uses the next port
		port: wholeNumber('--port', values.port ?? '5678', 65_534),
		servicePort: wholeNumber('--service-port', values['service-port'] ?? '5690', 65_535),
		limit: wholeNumber('--limit', values.limit ?? '600', 1_000_000),
		service,
	};
}

/** @param {string[]} args */
function parse(args) {
	const string = /** @type {const} */ ({ type: 'string' });
	const boolean = /** @type {const} */ ({ type: 'boolean' });
	const flags = { once: boolean, keep: boolean, yes: boolean, remove: boolean };
	try {
		return parseArgs({
			args,
			options: { ...flags, port: string, 'service-port': string, limit: string },
		});
	} catch (error) {
		throw new UsageError(/** @type {Error} */ (error).message);
	}
}

/** @param {string} flag @param {string} text @param {number} most @param {string} [command] */
export function wholeNumber(flag, text, most, command) {
	const value = Number(text);
	if (Number.isInteger(value) && value >= 1 && value <= most) return value;
	throw new UsageError(`${flag} needs a whole number from 1 to ${most}, not "${text}"`, command);
}

/** @param {Record<string, string | undefined>} env @param {string} [command] */
export function realService({ LINK_MANAGEMENT_URL: url, LINK_MANAGEMENT_KEY: key }, command) {
	if (!url && !key) return undefined;
	if (!url || !key)
		throw new UsageError(
			'Set both LINK_MANAGEMENT_URL and LINK_MANAGEMENT_KEY; one of them is empty',
			command,
		);
	if (!URL.canParse(url))
		throw new UsageError(`LINK_MANAGEMENT_URL is not a URL: "${url}"`, command);
	if (!/^\s*https?:/i.test(url))
		throw new UsageError(`LINK_MANAGEMENT_URL needs http:// or https://: "${url}"`, command);
	return { url: url.trim().replace(/\/+(api\/*)?$/, ''), key: key.trim() };
}
