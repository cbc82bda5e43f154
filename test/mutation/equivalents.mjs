/**
 * Equivalent mutants: changes that no test can notice, because nothing that can be seen changes. They do not count in the score.
 * Each explanation names its file, the line, what replaces a part of that line, and the reason.
 */

/** @typedef {{ line: string, mutants: string[], reason: string }} Explanation `mutants` as the report of StrykerJS shows them */

/** @type {Record<string, Explanation[]>} By file, relative to the node's folder. */
export const equivalents = {};
