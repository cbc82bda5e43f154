/** docs/scaling.md tells how long work takes: these times follow from the measured counts of requests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Counts, SCALING_COMMAND, timeOf, timesTable } from '../../bench/scalingTable.mts';
import { withTable } from '../../bench/writtenTable.mts';

const root = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const counts = JSON.parse(read('bench/requests.json')) as Counts;

test('the table of docs/scaling.md follows from bench/requests.json', () => {
	const text = read('docs/scaling.md');
	expect(text).toBe(withTable(text, SCALING_COMMAND, timesTable(counts)));
});

test.each([
	[1, 30, 'at once'],
	[30, 30, 'under 1 min'],
	[31, 30, '1 min'],
	[400, 30, '13 min'],
	[10_000, 30, '5 h 33 min'],
	[1_000_000, 600, '27 h 46 min'],
	[1_000_000, 30, '23 days'],
])('%i requests at %i a minute take: %s', (requests, perMinute, time) => {
	expect(timeOf(requests, perMinute)).toBe(time);
});

test('a count that is missing is an error, not an empty cell', () => {
	expect(() => timesTable({ ...counts, list10000: undefined as never })).toThrow('list10000');
});
