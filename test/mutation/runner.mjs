/**
 * A test runner of StrykerJS that loads the code and the tests of an area once and then tests one mutant after the other.
 * All mutants are in the same program, and `__stryker__.activeMutant` switches one of them on, so that nothing needs to be loaded
 * again, except for a mutant of what is computed when a file is loaded (a static mutant). Each mutant takes milliseconds; starting
 * jest for it would take a third of a second.
 *
 * The tests run as in jest: its own packages declare them (`jest-circus`), compare values and fake the timers. What differs:
 * - All test files share one process and one copy of each module. So a test must not depend on what others leave behind; the
 *   first run checks this by running all tests twice.
 * - The fastest tests run first, and the first that fails ends the run.
 * - Of the functions of `jest`, only those below exist. `beforeAll` and `afterAll` cannot be used.
 */
import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

import { jestExpect } from '@jest/expect';
import { ModernFakeTimers } from '@jest/fake-timers';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import {
	determineHitLimitReached,
	DryRunStatus,
	MutantRunStatus,
	TestStatus,
	toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import * as circus from 'jest-circus';
import { ModuleMocker } from 'jest-mock';
import { SnapshotState } from 'jest-snapshot';

import { areas, testFilesOf } from './areas.mjs';

/** @typedef {import('@stryker-mutator/api/test-runner').TestRunner} TestRunner */
/** @typedef {import('@stryker-mutator/api/test-runner').TestResult} TestResult */
/** @typedef {ReturnType<typeof circus.getState>['rootDescribeBlock']} Block */
/** @typedef {Block['tests'][number]} Test */
/** @typedef {{ id: string, fileName: string, test: Test }} AreaTest `id` is the path of the file with the full name of the test */

const requireModule = createRequire(import.meta.url);
const { projects, testTimeout } = requireModule('../../jest.config.js');

/** @returns what the tests use of jest, as globals and as `@jest/globals` */
function jestGlobals() {
	const mocker = new ModuleMocker(globalThis);
	const timers = new ModernFakeTimers({ config: projects[0], global: globalThis });
	const jest = {
		spyOn: mocker.spyOn.bind(mocker),
		restoreAllMocks: () => mocker.restoreAllMocks(),
		useFakeTimers: timers.useFakeTimers.bind(timers),
		useRealTimers: timers.useRealTimers.bind(timers),
		setSystemTime: timers.setSystemTime.bind(timers),
		getTimerCount: timers.getTimerCount.bind(timers),
		advanceTimersByTime: timers.advanceTimersByTime.bind(timers),
		advanceTimersByTimeAsync: timers.advanceTimersByTimeAsync.bind(timers),
		advanceTimersToNextTimer: timers.advanceTimersToNextTimer.bind(timers),
	};
	const { test, describe, beforeEach, afterEach, beforeAll, afterAll } = circus;
	return { test, describe, beforeEach, afterEach, beforeAll, afterAll, expect: jestExpect, jest };
}

/** Lets `require` compile TypeScript as jest does. Each file is compiled once, also if it is loaded more often. */
function compileTypeScript() {
	const [name, options] = projects[0].transform['\\.[cm]?ts$'];
	const compiler = requireModule(name).createTransformer(options);
	/** @type {Map<string, string>} */
	const compiled = new Map();
	requireModule.extensions['.ts'] = (module, path) => {
		const code = compiled.get(path) ?? compiler.process(readFileSync(path, 'utf8'), path, {}).code;
		compiled.set(path, code);
		/** @type {any} */ (module)._compile(code, path);
	};
	// As in jest, LinkManagement.node is the code and not the JSON file beside it: the first of these that exists is loaded
	const { '.json': readJson } = requireModule.extensions;
	Reflect.deleteProperty(requireModule.extensions, '.json');
	requireModule.extensions['.json'] = readJson;
}

/** Lets a test compare with the snapshots of its file, which are never written. @param {AreaTest} test */
function useSnapshots({ fileName }) {
	const path = join(dirname(fileName), '__snapshots__', `${basename(fileName)}.snap`);
	const snapshotState = new SnapshotState(path, {
		rootDir: process.cwd(),
		updateSnapshot: 'none',
		snapshotFormat: { escapeString: false, printBasicPrototype: false },
	});
	// Here, the name of a test begins with its file
	const match = snapshotState.match.bind(snapshotState);
	snapshotState.match = (given) =>
		match({ ...given, testName: given.testName.replace(/^\S+ /, '') });
	const state = { snapshotState, testPath: fileName, suppressedErrors: [] };
	jestExpect.setState(state);
}

/** @param {Block} block @param {string} fileName @param {string} [path] @returns {Generator<AreaTest>} */
function* testsIn(block, fileName, path = block.name) {
	if (block.hooks.some(({ type }) => type.endsWith('All')))
		throw new Error(`${path}: the mutation tests do not support beforeAll and afterAll`);
	for (const child of block.children) {
		const id = `${path} ${child.name}`;
		if (child.type === 'test') yield { id, fileName, test: child };
		else yield* testsIn(child, fileName, id);
	}
}

/** @implements {TestRunner} */
class OneProcess {
	static inject = tokens();

	constructor() {
		/** What the mutants read. @type {Record<string, any>} */
		this.stryker = {};
		Object.assign(globalThis, { [INSTRUMENTER_CONSTANTS.NAMESPACE]: this.stryker });
		/** @type {AreaTest[]} */
		this.tests = [];
		/** The static mutant with which the files were loaded, or ''. Undefined before they are loaded. @type {string | undefined} */
		this.loadedWith = undefined;
		/** How long a test takes, in ms, by its id. @type {Map<string, number>} */
		this.durations = new Map();
		/** Errors that nothing caught, such as a rejected promise that nobody waits for. @type {unknown[]} */
		this.uncaught = [];
	}

	async init() {
		const globals = jestGlobals();
		Object.assign(globalThis, globals);
		const path = requireModule.resolve('@jest/globals');
		requireModule.cache[path] = Object.assign(new Module(path), { exports: globals, loaded: true });
		// The same values for each mutant, and no search for the smallest value that fails
		requireModule('fast-check').configureGlobal({ seed: 20_261_122, endOnFailure: true });
		compileTypeScript();
		for (const event of ['uncaughtException', 'unhandledRejection'])
			process.on(event, (error) => this.uncaught.push(error));
		// Not part of the time that a mutant may take
		this.load('');
	}

	capabilities() {
		return { reloadEnvironment: true };
	}

	/** Loads the code and the tests. @param {string} mutant a static mutant that is active meanwhile, or '' */
	load(mutant) {
		if (this.loadedWith === mutant) return;
		this.loadedWith = undefined;
		for (const path of Object.keys(requireModule.cache))
			if (!path.includes('/node_modules/')) delete requireModule.cache[path];
		circus.resetState();
		const state = circus.getState();
		// A test that waits longer is still at work; Stryker ends this process before
		state.testTimeout = testTimeout;
		this.tests = testFilesOf(areas[process.env.MUTATION_AREA ?? '']).flatMap((name) => {
			const fileName = resolve('test', name);
			circus.describe(name, () => void requireModule(fileName));
			const block = /** @type {Block} */ (state.rootDescribeBlock.children.at(-1));
			return [...testsIn(block, fileName)];
		});
		this.loadedWith = mutant;
	}

	/** Runs a test with its hooks. @param {AreaTest} areaTest @returns {Promise<TestResult>} */
	async runTest(areaTest) {
		const { id, fileName, test } = areaTest;
		useSnapshots(areaTest);
		const began = performance.now();
		test.errors = [];
		this.uncaught.length = 0;
		circus.getState().rootDescribeBlock.children = [test];
		this.stryker.currentTestId = id;
		const { testResults } = await circus.run();
		// Node.js reports a rejected promise after this turn of the event loop
		await new Promise((turn) => setImmediate(turn));
		this.stryker.currentTestId = undefined;
		const timeSpentMs = performance.now() - began;
		// A snapshot that differs does not end its test
		const { suppressedErrors } = jestExpect.getState();
		const thrown = testResults.flatMap((result) => result.errors);
		const errors = [...thrown, ...suppressedErrors, ...this.uncaught];
		const result = { id, name: id, fileName, timeSpentMs };
		if (errors.length > 0)
			return { ...result, status: TestStatus.Failed, failureMessage: errors.join('\n') };
		this.durations.set(id, timeSpentMs);
		return { ...result, status: TestStatus.Success };
	}

	/** @type {TestRunner['dryRun']} */
	async dryRun() {
		const first = await this.runAll();
		const { mutantCoverage } = this.stryker;
		const covered = mutantCoverage.perTest;
		mutantCoverage.perTest = {};
		const second = await this.runAll();
		// What is computed once and kept is not computed again for a mutant, so it needs to be loaded again
		for (const [id, hits] of Object.entries(covered))
			for (const mutant of Object.keys(hits))
				if (!mutantCoverage.perTest[id]?.[mutant]) mutantCoverage.static[mutant] ??= 1;
		mutantCoverage.perTest = covered;
		const failed = second.some(({ status }) => status === TestStatus.Failed);
		return { status: DryRunStatus.Complete, tests: failed ? second : first, mutantCoverage };
	}

	async runAll() {
		const results = [];
		for (const test of this.tests) results.push(await this.runTest(test));
		return results;
	}

	/** @type {TestRunner['mutantRun']} */
	async mutantRun(options) {
		const { activeMutant, mutantActivation, testFilter, hitLimit, disableBail } = options;
		const hitCount = hitLimit === undefined ? undefined : 0;
		if (mutantActivation === 'runtime') this.load('');
		Object.assign(this.stryker, { activeMutant: activeMutant.id, hitLimit, hitCount });
		try {
			const problem = mutantActivation === 'static' ? this.problemOfLoading(activeMutant.id) : '';
			if (problem)
				return {
					status: MutantRunStatus.Killed,
					killedBy: [],
					failureMessage: problem,
					nrOfTests: 0,
				};
			const tests = await this.runInOrder(testFilter, disableBail);
			const endless = determineHitLimitReached(this.stryker.hitCount, hitLimit);
			return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests }, disableBail);
		} finally {
			this.stryker.activeMutant = undefined;
		}
	}

	/** Loads everything with a static mutant. @param {string} mutant @returns why it cannot be loaded, or '' */
	problemOfLoading(mutant) {
		try {
			this.load(mutant);
			return '';
		} catch (error) {
			return `${error}`;
		}
	}

	/** Up to the first failure, or all tests. @param {string[] | undefined} ids of the tests, or all @param {boolean} isWhole */
	async runInOrder(ids, isWhole) {
		const wanted = new Set(ids);
		const durationOf = (/** @type {AreaTest} */ { id }) => this.durations.get(id) ?? 0;
		const tests = this.tests
			.filter(({ id }) => ids === undefined || wanted.has(id))
			.sort((a, b) => durationOf(a) - durationOf(b));
		/** @type {TestResult[]} */
		const results = [];
		for (const test of tests) {
			results.push(await this.runTest(test));
			if (!isWhole && results.at(-1)?.status === TestStatus.Failed) break;
		}
		return results;
	}
}

export const strykerPlugins = [
	declareClassPlugin(PluginKind.TestRunner, 'one-process', OneProcess),
];
