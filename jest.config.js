const transform = {
	'\\.[cm]?ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
};
const project = (displayName, more = {}) => ({
	displayName,
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	testEnvironment: 'node',
	transform,
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/\\.sandbox/', '<rootDir>/sandbox/'],
	...more,
});

module.exports = {
	projects: [project('unit'), project('service'), project('engine'), project('e2e')],
	// Real servers start in the slower suites
	testTimeout: 120_000,
};
