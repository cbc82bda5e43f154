/** Preloaded into n8n (node --import): ends it when the process that started it is gone. */
const graceMs = 15_000;

process.on('disconnect', () => {
	setTimeout(() => process.exit(1), graceMs).unref();
	process.kill(process.pid, 'SIGTERM');
});
