/** Lost creations whose names a service may turn into the same: none takes the record of the other. */
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../support/virtual/clock';
import {
	runInVirtualTime,
	type VirtualReply,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

useVirtualClock();

const BUSY: VirtualReply = { status: 503, body: { error: 1, message: 'Busy.' } };
const now = () => new Date().toISOString().slice(0, 19).replace('T', ' ');

interface Kind {
	resource: string;
	arrayName: string;
	parameters: (name: string) => IDataObject;
	/** The name in the body of a request. */
	wanted: (body: IDataObject) => string;
	record: (name: string, id: number) => IDataObject;
}

const LINK: Kind = {
	resource: 'link',
	arrayName: 'urls',
	parameters: (custom) => ({ url: 'https://example.com/same', additionalFields: { custom } }),
	wanted: ({ custom }) => String(custom),
	record: (alias, id) => ({
		...{ id, alias, shorturl: `https://sho.rt/${alias}`, longurl: 'https://example.com/same' },
		date: now(),
	}),
};
const CHANNEL: Kind = {
	resource: 'channel',
	arrayName: 'channels',
	parameters: (name) => ({ name }),
	wanted: ({ name }) => String(name),
	record: (name, id) => ({ id, name }),
};

/**
 * Two rows are lost side by side, after two that were answered; of the lost ones, `made` are made at once, the others
 * when they are sent again.
 */
async function loseBoth(
	{ resource, arrayName, parameters, wanted, record }: Kind,
	names: string[],
	made: string[],
) {
	const records: IDataObject[] = [];
	const tried = new Set<string>();
	const script: VirtualScript = async ({ method, body }) => {
		if (method === 'GET')
			return { body: { error: 0, data: { maxpage: 1, [arrayName]: [...records].reverse() } } };
		const name = wanted(body);
		const isLost = names.includes(name) && !tried.has(name);
		tried.add(name);
		if (isLost && !made.includes(name)) return BUSY;
		const created = record(name, records.length + 1);
		records.push(created);
		return isLost ? BUSY : { body: { error: 0, ...created } };
	};
	const items = ['first', 'second', 'third', ...names].map(parameters);
	const outcome = await runInVirtualTime({ resource, operation: 'create', items }, script);
	const nameOf = ({ alias, name }: IDataObject) => String(alias ?? name);
	expect(outcome.error).toBeUndefined();
	return {
		given: outcome.items.slice(3).map(({ json }) => nameOf(json)),
		records: records.map(nameOf),
	};
}

describe('Two lost creations', () => {
	test.each<[string, Kind, string, string]>([
		['aliases that differ in case', LINK, 'Sale', 'SALE'],
		['aliases of emoji', LINK, '🎉', '🎂'],
		['channels that differ in case', CHANNEL, 'Sale', 'SALE'],
	])('%s keep their own records', async (_, kind, one, other) => {
		for (const names of [
			[one, other],
			[other, one],
		])
			for (const made of [[], [one], [other], [one, other], [other, one]]) {
				const { given, records } = await loseBoth(kind, names, made);
				expect({ made, given }).toEqual({ made, given: names });
				expect(records.slice(3).sort()).toEqual([...names].sort());
			}
	});
});
