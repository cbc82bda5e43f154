/** Create or Update: what the node remembers of the fields that no reading shows. */
import { type IDataObject, ObservableObject } from 'n8n-workflow';

import {
	forgetSent,
	noteSent,
	wereSent,
} from '../../../nodes/LinkManagement/operations/links/sentValues';
import { good, newKey, stubService } from '../../support/stubService';
import { itemCall } from './itemCall';

const LINK = { id: 7, shorturl: 'https://sho.rt/spring' };
const VALUES = { campaign: 3, password: 'secret' };

/** A call in a run of a workflow with this static data, as n8n gives it. */
function callWith(stored: IDataObject | undefined, { mode = 'trigger', key = 'key' } = {}) {
	const data = ObservableObject.create(stored ?? {}) as unknown as IDataObject;
	const call = itemCall(stubService(() => good(), { key: newKey(key) }));
	const caller = { getMode: () => mode, getWorkflowStaticData: () => data };
	return { call: { ...call, caller: caller as never, run: { items: 1 } }, data };
}
const isChanged = (data: IDataObject) => data.__dataChanged === true;

test('knows in the next run what was sent for a link', () => {
	const { call, data } = callWith({});
	expect(wereSent(call, LINK, VALUES)).toBe(false);
	noteSent(call, LINK, VALUES);
	expect(isChanged(data)).toBe(true);
	const next = callWith(JSON.parse(JSON.stringify(data)) as IDataObject);
	expect(wereSent(next.call, LINK, { password: 'secret', campaign: 3 })).toBe(true);
	expect(isChanged(next.data)).toBe(false);
	expect(wereSent(next.call, LINK, { ...VALUES, campaign: 4 })).toBe(false);
	expect(wereSent(next.call, { ...LINK, id: 8 }, VALUES)).toBe(false);
});

test('knows a link by its short URL in another spelling, and not another link by its ID', () => {
	const { call } = callWith({});
	noteSent(call, LINK, VALUES);
	expect(wereSent(call, { id: '7', shorturl: 'http://SHO.rt/spring/' }, VALUES)).toBe(true);
	expect(wereSent(call, { ...LINK, shorturl: 'https://sho.rt/other' }, VALUES)).toBe(false);
});

test('forgets what was sent for one link only', () => {
	const { call, data } = callWith({});
	noteSent(call, LINK, VALUES);
	noteSent(call, { ...LINK, id: 8 }, VALUES);
	const next = callWith(JSON.parse(JSON.stringify(data)) as IDataObject);
	forgetSent(next.call, LINK);
	expect(isChanged(next.data)).toBe(true);
	expect(wereSent(next.call, LINK, VALUES)).toBe(false);
	expect(wereSent(next.call, { ...LINK, id: 8 }, VALUES)).toBe(true);
});

test('stores no value, and nothing that can be compared without the key', () => {
	const [one, other] = ['one', 'other'].map((key) => {
		const { call, data } = callWith({}, { key });
		noteSent(call, LINK, VALUES);
		return JSON.stringify(data);
	});
	expect(one).not.toContain('secret');
	expect(one).not.toContain('spring');
	expect(one).not.toBe(other);
	expect(one?.length).toBeLessThan(60);
});

test('a manual run remembers and knows nothing', () => {
	const stored = callWith({});
	noteSent(stored.call, LINK, VALUES);
	const manual = callWith(JSON.parse(JSON.stringify(stored.data)) as IDataObject, {
		mode: 'manual',
	});
	expect(wereSent(manual.call, LINK, VALUES)).toBe(false);
	noteSent(manual.call, LINK, { campaign: 4 });
	expect(isChanged(manual.data)).toBe(false);
});

test('remembers 20,000 links, and forgets those that were sent longest ago', () => {
	const { call, data } = callWith({});
	for (let id = 1; id <= 20_500; id++) noteSent(call, { ...LINK, id }, VALUES);
	const count = Object.keys(data.sentValues as IDataObject).length;
	expect(count).toBeLessThanOrEqual(20_000);
	expect(count).toBeGreaterThan(18_000);
	expect(wereSent(call, { ...LINK, id: 1 }, VALUES)).toBe(false);
	expect(wereSent(call, { ...LINK, id: 20_500 }, VALUES)).toBe(true);
	expect(JSON.stringify(data).length).toBeLessThan(600_000);
});
