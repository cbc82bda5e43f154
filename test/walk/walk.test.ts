/**
 * Random walks over all that both nodes change. After each step, the sandbox holds exactly what the outputs reported: no
 * record twice, none lost, none that was not reported, and nothing unchanged that the output calls changed, or the other way
 * round. Virtual time; the sandbox is in this process.
 */
import { expect, test } from '@jest/globals';

import { resources } from '../../nodes/LinkManagement/actions';
import { useVirtualClock } from '../support/virtual/clock';
import { MAKERS } from '../support/walk/operations';
import { startProcesses, testWalks } from '../support/walk/seeds';
import { Walk } from '../support/walk/walk';

const processes = startProcesses(2);

useVirtualClock();

test('the walks know every operation that changes something', () => {
	const declared = Object.entries(resources).flatMap(([resource, { operations: all }]) =>
		Object.entries(all)
			.filter(([, { option }]) => option.routing.request.method !== 'GET')
			.map(([operation]) => `${resource}:${operation}`),
	);
	expect(Object.keys(MAKERS).sort()).toEqual(declared.sort());
});

testWalks('the service holds what the outputs report', async (seed, lines) => {
	await new Walk(seed, lines, processes).walk();
});
