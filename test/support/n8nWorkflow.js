/**
 * `n8n-workflow` for unit tests, loaded part by part: jest loads packages anew for each test file, and all of this one takes
 * a second. The parts are the package's own files.
 */
const PARTS = {
	NodeApiError: 'errors/node-api.error.js',
	NodeOperationError: 'errors/node-operation.error.js',
	NodeConnectionTypes: 'interfaces.js',
	NodeHelpers: 'node-helpers.js',
	deepCopy: 'utils.js',
	sleep: 'utils.js',
};

module.exports = new Proxy(
	{},
	{
		get(_, name) {
			const part = require(`n8n-workflow/dist/cjs/${PARTS[name] ?? 'index.js'}`);
			return name === 'NodeHelpers' ? part : part[name];
		},
	},
);
