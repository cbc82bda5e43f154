/** The size of the house (CONTRIBUTING, Project structure): what is remembered, and how far it is from a row to a request. */
import { Session } from 'node:inspector/promises';
import { join, resolve } from 'node:path';

import { upsert } from '../../nodes/LinkManagement/actions/link/upsert';
import { Account } from '../../nodes/LinkManagement/client/account';
import type { Item } from '../../nodes/LinkManagement/run/item';
import { Run } from '../../nodes/LinkManagement/run/run';
import { listReply, stubService } from '../support/stubService';
import { advanceUntil, useVirtualClock } from '../support/virtual/clock';
import { runInVirtualTime, type VirtualScript } from '../support/virtual/scriptedRun';
import { itemCall, newRun } from './actions/itemCall';

useVirtualClock();

const node = join(resolve(__dirname, '../..'), 'nodes/LinkManagement');

/** Fields that do not outlive a request, or that only say whose memory it is, and how far the run is. */
const NO_MEMORY = ['hash', 'openRequests', 'usedAt', 'items', 'done', 'tries', 'startedAt'];

test('at most 16 fields of an account and a run are remembered', () => {
	const fields = [...Object.keys(new Account('hash')), ...Object.keys(new Run())];
	const memories = fields.filter((name) => !NO_MEMORY.includes(name));
	expect(memories.length).toBeLessThanOrEqual(16);
});

test('the deletion of a campaign takes at most 10 functions to its request', async () => {
	const { stackTraceLimit } = Error;
	let frames: string[] = [];
	const script: VirtualScript = () => {
		frames = new Error().stack!.split('\n').filter((line) => line.includes(`${node}/`));
		return { body: { error: 0, message: 'Campaign has been deleted successfully.' } };
	};
	try {
		Error.stackTraceLimit = 100;
		const items = [{ campaignId: 7 }];
		const run = { resource: 'campaign', operation: 'delete', items };
		expect((await runInVirtualTime(run, script)).error).toBeUndefined();
	} finally {
		Error.stackTraceLimit = stackTraceLimit;
	}
	expect(frames.length).toBeLessThanOrEqual(10);
	expect(frames).toContainEqual(expect.stringContaining('deleteRecord'));
});

/** The files of the node in which functions run meanwhile. */
async function filesThatRun<T>(work: () => Promise<T>): Promise<{ files: string[]; result: T }> {
	const session = new Session();
	session.connect();
	try {
		await session.post('Profiler.enable');
		await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
		await session.post('Profiler.takePreciseCoverage');
		const result = await work();
		const { result: scripts } = await session.post('Profiler.takePreciseCoverage');
		const ran = scripts.filter(({ functions }) =>
			functions.some(({ ranges }) => ranges[0]!.count > 0),
		);
		return { files: ran.map(({ url }) => url).filter((url) => url.includes(`${node}/`)), result };
	} finally {
		session.disconnect();
	}
}

test('a row of Create or Update that is already so runs functions of at most 30 files', async () => {
	const rows = ['a', 'b', 'c', 'd'].map((custom) => ({
		custom,
		url: `https://example.com/${custom}`,
	}));
	const links = rows.map(({ custom, url }, at) => ({
		...{ id: at + 1, alias: custom, shorturl: `https://sho.rt/${custom}`, longurl: url },
	}));
	const service = stubService(() => listReply('urls', links, { maxpage: 1 }));
	const run = newRun(rows.length);
	const items = rows.map((body, index) => {
		const request = { method: 'POST' as const, url: '/api/url/add', body };
		return itemCall(service, { operation: upsert, run, index, request });
	});
	const adjust = async (item: Item) => {
		upsert.note?.(item);
		await item.check();
		return await item.perform();
	};
	// The first row reads the list
	await advanceUntil(adjust(items[0]!));
	const { files, result } = await filesThatRun(async () => await adjust(items[1]!));
	expect(result).toEqual([{ json: expect.objectContaining({ action: 'unchanged' }) }]);
	expect(files.length).toBeLessThanOrEqual(30);
});
