/** Preloaded into n8n (node --import): ends n8n when the process that started it ends. */
const graceMs = 15_000;

process.on('disconnect', () => {
	setTimeout(() => process.exit(1), graceMs).unref();
	process.kill(process.pid, 'SIGTERM');
});
