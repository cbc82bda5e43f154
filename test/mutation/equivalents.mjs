/**
 * Equivalent mutants: changes that no test can notice, because nothing that can be seen changes. They do not count in the score.
 * Each explanation names its file, the line, what replaces a part of that line, and the reason. The command fails when such a
 * mutant no longer exists or a test notices it.
 */

/** @typedef {{ line: string, mutants: string[], reason: string }} Explanation `mutants` as the report of StrykerJS shows them */

/** @type {Record<string, Explanation[]>} By file, relative to the node's folder. */
export const equivalents = {
	'values/markup.ts': [
		{
			line: "text.replace(ENTITY, (entity, decimal?: string, hexadecimal?: string, name = '') => {",
			mutants: ['"Stryker was here!"'],
			reason:
				'Only the compiler needs the default: without a number, the pattern has found a name.',
		},
	],
	'values/plainText.ts': [
		{
			line: "const beginning = text.slice(0, Math.max(0, maxLength - 1)).replace(/\\p{Surrogate}$/u, '');",
			mutants: ['/\\p{Surrogate}/u'],
			reason: 'Unpaired surrogates were removed before, so only the cut at the end can leave one.',
		},
		{
			line: "export const plainText = plainTextWithout('');",
			mutants: ['"Stryker was here!"'],
			reason: 'A secret that no text contains has the same effect as no secret.',
		},
	],
	'values/secret.ts': [
		{
			line: 'if (!/[%\\\\]/.test(encoded)) return { text: encoded, startOf: (index) => index };',
			mutants: ['false', '/[^%\\\\]/'],
			reason: 'A shortcut: decoding a text without encoded characters changes nothing.',
		},
	],
};
