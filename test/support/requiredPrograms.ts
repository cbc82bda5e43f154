/** Tests that need programs which may not be installed. */

/**
 * `describe` for tests that need such a program. Where it is missing they are left out, with a word of what to install;
 * never in CI.
 *
 * @param missing what to install; undefined when all is there
 * @throws in CI, when something is missing
 */
export function describeIfInstalled(
	missing: string | undefined,
): typeof describe | typeof describe.skip {
	if (missing === undefined) return describe;
	if (process.env.CI) throw new Error(missing);
	process.stderr.write(`Left out: ${missing}\n`);
	return describe.skip;
}
