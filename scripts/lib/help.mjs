/**
 * Prints the usage of a script and ends it, if its arguments ask for that. Called before anything is installed, started or written.
 *
 * @param {string} usage
 */
export function offerHelp(usage) {
	if (!process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) return;
	console.log(usage.trim());
	process.exit(0);
}
