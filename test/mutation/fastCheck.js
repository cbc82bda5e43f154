/** fast-check for mutation tests: the same values for each mutant, and no search for the smallest value that fails. */
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

fc.configureGlobal({ seed: 20_261_122, endOnFailure: true });
module.exports = fc;
