/** Runs any program, and ends it when the process that started us asks for that, or ends. */
import { spawn } from 'node:child_process';

const { program, args, ...options } = JSON.parse(process.argv[2]);
const child = spawn(program, args, { ...options, stdio: 'inherit' });

// On SIGTERM, PostgreSQL would wait until all clients have disconnected
const end = () => child.kill('SIGINT');
process.on('disconnect', end);
process.on('SIGTERM', end);

child.on('error', (error) => {
	console.error(error.message);
	process.exit(1);
});
child.on('close', (code) => process.exit(code ?? 1));
