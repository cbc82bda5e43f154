/** The options of `npm run test:live`. */
import { parseArgs } from 'node:util';

import { realService, UsageError, wholeNumber } from './options.mjs';

export const liveCommand = 'npm run test:live';

export const liveHelp = `Usage: LINK_MANAGEMENT_URL=https://… LINK_MANAGEMENT_KEY=… npm run test:live [-- options]

Runs the operations of both nodes in n8n's engine against a real service, reads back what they did, measures
how the service behaves, and removes everything that it created. It asks before it starts.

  --read-only      only read; finds out less
  --sweep          only remove what earlier runs left (of other checkouts, when they began an hour ago)
  --yes            do not ask
  --preset NAME    file of sandbox/service/presets for what was measured (default "measured")
  --account        also check the update of the account: its email address is sent again, unchanged
  --per-minute N   requests per minute if the service does not tell its limit (default 30)
  --help           show this text
`;

/**
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 * @returns {{ readOnly: boolean, sweep: boolean, yes: boolean, preset?: string, updateAccount: boolean, perMinute: number, service: { url: string, key: string } }}
 */
export function readLiveOptions(args, env) {
	const values = parse(args);
	const service = realService(env, liveCommand);
	if (!service)
		throw new UsageError(
			'Set LINK_MANAGEMENT_URL and LINK_MANAGEMENT_KEY to the address of the service and the API key of an account',
			liveCommand,
		);
	if (values['read-only'] && values.sweep)
		throw new UsageError('--sweep removes records, so --read-only contradicts it', liveCommand);
	return {
		readOnly: values['read-only'] ?? false,
		sweep: values.sweep ?? false,
		yes: values.yes ?? false,
		preset: presetName(values.preset ?? 'measured'),
		updateAccount: values.account ?? false,
		perMinute: wholeNumber('--per-minute', values['per-minute'] ?? '30', 1_000_000, liveCommand),
		service,
	};
}

/** @param {string[]} args */
function parse(args) {
	const string = /** @type {const} */ ({ type: 'string' });
	const boolean = /** @type {const} */ ({ type: 'boolean' });
	const flags = { 'read-only': boolean, sweep: boolean, yes: boolean, account: boolean };
	try {
		return parseArgs({
			args,
			options: { ...flags, preset: string, 'per-minute': string },
		}).values;
	} catch (error) {
		throw new UsageError(/** @type {Error} */ (error).message, liveCommand);
	}
}

/** The tests rely on the presets of these names. */
const taken = ['strict', 'tolerant'];

/** @param {string} name */
function presetName(name) {
	if (!/^[a-z0-9][a-z0-9-]*$/i.test(name) || taken.includes(name))
		throw new UsageError(
			`--preset needs a name of letters, digits and hyphens other than ${taken.join(' and ')}, not "${name}"`,
			liveCommand,
		);
	return name;
}
