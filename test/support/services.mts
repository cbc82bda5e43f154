/** Starts as many link services in this process as each message asks for, and replies with their addresses and keys. */
import { startService } from '../../sandbox/service/index.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as { keys: string[]; preset?: string };
process.once('disconnect', () => process.exit());
process.on('message', async (count: number) => {
	const services = await Promise.all(
		Array.from({ length: count }, async () => await startService(options)),
	);
	process.send?.(services.map(({ url, key }) => ({ url, key })));
});
