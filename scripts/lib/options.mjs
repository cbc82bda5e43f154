/** What `npm start` is told: by flags, and by the two variables that name a real service. */
import { parseArgs } from 'node:util';

export const help = `Usage: npm start [-- options]

Starts the pinned n8n with this node installed beside a local link service, runs the example
"Bulk create from spreadsheet" in it and stays until Ctrl-C.

  --limit N   requests a minute the local service allows (default 600; real plans begin at 30)
  --port N    the port to open n8n at (default 5678, at most 65534)
  --keep      keep the local service's data; otherwise each start begins with an empty one
  --once      end after the example has run; the exit code says whether every row was answered for
  --help      this text

With LINK_MANAGEMENT_URL and LINK_MANAGEMENT_KEY set, the same runs against that service.
`;

/** Something the person at the keyboard can put right. */
class UsageError extends Error {
	/** @param {string} message */
	constructor(message) {
		super(`${message}\n\nNext: see npm start -- --help`);
	}
}

/**
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 * @returns {{ help: boolean, once: boolean, keep: boolean, port: number, limit: number, service?: { url: string, key: string } }}
 */
export function readOptions(args, env) {
	const { values } = parse(args);
	const service = realService(env);
	if (service && (values.limit || values.keep)) {
		throw new UsageError(
			'--limit and --keep are for the local service; LINK_MANAGEMENT_URL names another one',
		);
	}
	return {
		help: values.help ?? false,
		once: values.once ?? false,
		keep: values.keep ?? false,
		// n8n takes the next one, too
		port: wholeNumber('--port', values.port ?? '5678', 65_534),
		limit: wholeNumber('--limit', values.limit ?? '600', 1_000_000),
		service,
	};
}

/** @param {string[]} args */
function parse(args) {
	const string = /** @type {const} */ ({ type: 'string' });
	const boolean = /** @type {const} */ ({ type: 'boolean' });
	try {
		return parseArgs({
			args,
			options: { help: boolean, once: boolean, keep: boolean, port: string, limit: string },
		});
	} catch (error) {
		throw new UsageError(/** @type {Error} */ (error).message);
	}
}

/** @param {string} flag @param {string} text @param {number} most */
function wholeNumber(flag, text, most) {
	const value = Number(text);
	if (Number.isInteger(value) && value >= 1 && value <= most) return value;
	throw new UsageError(`${flag} wants a whole number from 1 to ${most}, not "${text}"`);
}

/** @param {Record<string, string | undefined>} env */
function realService({ LINK_MANAGEMENT_URL: url, LINK_MANAGEMENT_KEY: key }) {
	if (!url && !key) return undefined;
	if (!url || !key)
		throw new UsageError(
			'LINK_MANAGEMENT_URL and LINK_MANAGEMENT_KEY go together; one of them is empty',
		);
	if (!URL.canParse(url)) throw new UsageError(`LINK_MANAGEMENT_URL is not a URL: "${url}"`);
	return { url, key };
}
