/**
 * The code that decides without n8n, by area, with the unit tests of each. A mutant counts as killed only when a test of its
 * own area fails: so a run is short, and each area is tested where one looks for it.
 */

const node = 'nodes/LinkManagement';

/** @param {string} folder @param {string[]} names */
const sources = (folder, names) => names.map((name) => `${node}/${folder}/${name}.ts`);

/** @typedef {{ sources: string[], tests: string[] }} Area */

/** @type {Record<string, Area>} */
export const areas = {
	addresses: {
		sources: [...sources('values', ['aliases', 'comparable']), `${node}/transport/baseUrl.ts`],
		tests: ['comparable', 'baseUrl', 'addresses/*'],
	},
	texts: {
		sources: sources('values', ['json', 'markup', 'numbers', 'plainText', 'secret']),
		tests: ['plainText', 'textOf', 'texts/*'],
	},
	fields: {
		sources: sources('fields', [
			...['clear', 'collection', 'convert', 'dateTime', 'list', 'locator', 'records', 'send'],
		]),
		tests: ['convert', 'fields/*'],
	},
	classification: {
		sources: sources('transport', ['classification', 'failureRules', 'replyText']),
		tests: ['classification', 'classification/*'],
	},
	rateLimit: {
		sources: sources('transport/rateLimit', ['*']),
		tests: [
			...['budgets', 'contention', 'countdownUnit'],
			...['rateLimitHeaders', 'rateLimitRecovery', 'rateLimiter', 'rateLimit/*'],
		],
	},
	lists: {
		sources: sources('transport/lists', ['*']),
		tests: ['lists/*'],
	},
	recovery: {
		sources: [...sources('transport/recovery', ['*']), ...sources('execution/behaviors', ['*'])],
		tests: ['recovery/*'],
	},
	trigger: {
		sources: sources('trigger', ['account', 'counts', 'newRecords', 'recordIds', 'watch']),
		tests: ['trigger/*'],
	},
	images: {
		sources: sources('transport/images', [
			...['hosts', 'imageAddress', 'imageFile', 'ipAddress', 'specialHosts'],
		]),
		tests: ['imageHosts', 'images/*'],
	},
};
