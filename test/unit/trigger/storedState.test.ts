/** Which stored state a poll goes on with, and what it says about one that it does not know. */
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../../support/virtual/clock';
import { LinkService } from '../../support/virtual/linkService';
import { virtualTrigger } from '../../support/virtual/polls';
import { newHost } from '../../support/virtual/scriptedRun';

useVirtualClock();

const NEW_LINK = { event: 'newLink' };
const CLICKS = { event: 'linkClicksIncreased', increase: 10 };

/** The state that a first poll stores, with the service that it polled. */
async function stored(parameters: IDataObject) {
	const service = new LinkService();
	service.fill(3);
	const host = newHost();
	const state: IDataObject = {};
	await virtualTrigger(parameters, service.script, host, state)();
	return { service, host, state };
}

const unknown = (logs: string[]) => logs.filter((line) => line.includes('another version'));

test.each([NEW_LINK, CLICKS])('a state of this version is used: %j', async (parameters) => {
	const { service, host, state } = await stored(parameters);
	expect(state).toMatchObject({ version: 1, watch: { event: parameters.event } });
	service.add({ url: 'https://www.example.com' });
	service.links.at(-1)!.clicks = 12;
	const { ids, logs } = await virtualTrigger(parameters, service.script, host, state)();
	expect(ids).toEqual([4]);
	expect(logs).toEqual([]);
});

describe('A state that this version does not know is named in the log, and the trigger starts anew', () => {
	const watch = { event: 'newLink', amount: 0, keyword: '', links: [] };

	test.each<[string, IDataObject, IDataObject?]>([
		['of another version', { version: 2 }],
		['with a renamed key', { watch: { ...watch, keyword: undefined, words: '' } }],
		['of an unknown event', { watch: { ...watch, event: 'toString' } }],
		['whose event is a list', { watch: { ...watch, event: ['newLink'] } }],
		['without an amount', { watch: { ...watch, amount: undefined } }],
		['without links', { watch: { ...watch, links: undefined } }],
		['without an account', { account: undefined }],
		['whose account has no key', { account: { address: '', id: '' } }],
		['without a state', { state: undefined }],
		['with a record that is none', { state: { floor: 3, page: 1, seen: [], pending: [null] } }],
		['with a state without counts', { state: { page: 1 } }, CLICKS],
	])('%s', async (_, change, parameters = NEW_LINK) => {
		const { service, host, state } = await stored(parameters);
		const changed = { ...state, ...change };
		service.add({ url: 'https://www.example.com' });
		const poll = virtualTrigger(parameters, service.script, host, changed);
		const first = await poll();
		expect(first.ids).toEqual([]);
		expect(first.logs).toEqual([
			'warn Trigger: starts anew, because its stored state is of another version of this node',
		]);
		expect(changed).toMatchObject({ version: 1, watch: { event: parameters.event } });
		expect((await poll()).logs).toEqual([]);
	});

	test('but not the first state of all, nor that of another event', async () => {
		const { service, host, state } = await stored(NEW_LINK);
		const { ids, logs } = await virtualTrigger(CLICKS, service.script, host, state)();
		expect([ids, unknown(logs)]).toEqual([[], []]);
		expect(unknown((await virtualTrigger(CLICKS, service.script, host, {})()).logs)).toEqual([]);
	});
});

test.each<[IDataObject, string[], IDataObject?]>([
	[{ links: { link: [{ linkId: '1' }, { linkId: '999999' }] } }, ['finds 1 of the 2 chosen links']],
	[{ links: { link: [{ linkId: '1' }] } }, []],
	// It is on a page with counts below the threshold, which is not read
	[{ links: { link: [{ linkId: '1' }] } }, [], { event: 'linkClicksReached', threshold: 9 }],
	[{ q: 'nowhere' }, ['finds no record that matches the filter']],
])(
	'a filter that matches less than it names is said once in the log: %j',
	async (filters, said, event = CLICKS) => {
		const { service, host } = await stored(CLICKS);
		service.fill(150);
		service.links.at(-1)!.clicks = 5;
		const poll = virtualTrigger({ ...event, filters }, service.script, host, {});
		const { logs } = await poll();
		expect(logs).toEqual(said.map((text) => `warn Trigger: ${text}`));
		expect((await poll()).logs).toEqual([]);
	},
);
