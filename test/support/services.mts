/** Starts several link services in this process and prints their addresses and keys. Started by `startServices()`. */
import { startService } from '../../sandbox/service/index.ts';

const { count, keys, preset } = JSON.parse(process.argv[2] ?? '{}') as {
	count: number;
	keys: string[];
	preset?: string;
};
const services = await Promise.all(
	Array.from({ length: count }, async () => await startService({ keys, preset })),
);
const end = () => process.exit();
process.once('SIGTERM', end).once('disconnect', end);
process.stdout.write(`${JSON.stringify(services.map(({ url, key }) => ({ url, key })))}\n`);
