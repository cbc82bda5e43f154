import { parseArgs } from 'node:util';

import { startService } from './index.ts';
import { presetNames } from './presets.ts';
import { defaultSettings, type Settings, settingsTable } from './settings.ts';

const usage = `Usage: node main.ts [options]
  --port N                   port; 0 takes a free one (default 0)
  --host HOST                address to listen on (default 127.0.0.1)
  --data FILE                keep the data in this file (default: in memory)
  --limit N                  requests per window and key (default 30; 0: no limit)
  --window SECONDS           length of a window (default 60)
  --key KEY                  accepted API key for tests; may be repeated (default: LINK_SERVICE_KEY of the environment,
                             which other users of the machine cannot read, else a demo key)
  --base-url URL             address that short links begin with (default: where the service listens)
  --preset NAME              settings from the start: ${presetNames().join(', ')}; the other options come on top
  --set NAME=VALUE           a setting from the start; may be repeated; arrays and objects as JSON
  --list-settings            print all settings as a table and end
  --demo-records             begin with some links, a channel, a campaign and a QR code
  --no-response-validation   do not check replies against the description
  --stop-with-stdin          stop when the standard input ends
  --quiet                    no complaints on the standard error output
`;

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '0' },
		host: { type: 'string', default: '127.0.0.1' },
		data: { type: 'string' },
		limit: { type: 'string' },
		window: { type: 'string' },
		key: { type: 'string', multiple: true },
		'base-url': { type: 'string' },
		preset: { type: 'string' },
		set: { type: 'string', multiple: true, default: [] },
		'list-settings': { type: 'boolean', default: false },
		'demo-records': { type: 'boolean', default: false },
		'no-response-validation': { type: 'boolean', default: false },
		'stop-with-stdin': { type: 'boolean', default: false },
		quiet: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

if (values.help) {
	process.stdout.write(usage);
	process.exit();
}
if (values['list-settings']) {
	process.stdout.write(settingsTable());
	process.exit();
}
if (values.quiet) console.error = () => {};

const { limit, window } = values;
const { LINK_SERVICE_KEY: secret } = process.env;
const service = await startService({
	port: Number(values.port),
	host: values.host,
	data: values.data,
	keys: values.key ?? (secret ? [secret] : undefined),
	baseUrl: values['base-url'],
	preset: values.preset,
	settings: {
		...(limit !== undefined && { limit: Number(limit) }),
		...(window !== undefined && { window: Number(window) }),
		...(values['no-response-validation'] && { validateResponses: false }),
		...Object.fromEntries(values.set.map(setting)),
	} as Partial<Settings>,
	demoRecords: values['demo-records'],
}).catch((error: Error) => {
	process.stderr.write(`The link service cannot start: ${error.message}\n`);
	process.exit(1);
});

/** The name and the value of a setting from the command line. All but texts are JSON. */
function setting(argument: string): [name: string, value: unknown] {
	const [, name = argument, value = ''] = /^([^=]+)=(.*)$/s.exec(argument) ?? [];
	if (!Object.hasOwn(defaultSettings, name)) return [name, value];
	const isText = typeof defaultSettings[name as keyof Settings] === 'string';
	return [name, isText ? value : JSON.parse(value)];
}

async function stop(): Promise<void> {
	await service.close();
	process.exit();
}
process.once('SIGTERM', stop).once('SIGINT', stop);
// Ends with the process that started it
if (process.connected) process.once('disconnect', stop);
if (values['stop-with-stdin']) process.stdin.once('end', stop).resume();

process.stdout.write(`${JSON.stringify({ url: service.url, key: service.key })}\n`);
