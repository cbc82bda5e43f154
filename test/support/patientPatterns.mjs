/**
 * n8n stops its own check of a locator's pattern after 250 ms of wall time, and the run fails. On a busy machine, this is the
 * time that the process waits for a core. So the processes of the tests get 40 times as long.
 */
import { Script } from 'node:vm';

const FACTOR = 40;
const { runInContext } = Script.prototype;

Script.prototype.runInContext = function (context, options) {
	const longer = options?.timeout && { ...options, timeout: FACTOR * options.timeout };
	return runInContext.call(this, context, longer || options);
};
