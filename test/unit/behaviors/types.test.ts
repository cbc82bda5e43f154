/** Mistakes in the declaration of an operation that the compiler reports. `npm run typecheck` fails if it no longer does. */
import { expect, test } from '@jest/globals';

import { reads } from '../../../nodes/LinkManagement/operations/behaviors/reads';
import type { Operation } from '../../../nodes/LinkManagement/operations/operation';
import { record } from '../../../nodes/LinkManagement/operations/output/reply';
import { resources } from '../../../nodes/LinkManagement/resources';

const withoutBehavior = {
	option: {
		name: 'Archive',
		value: 'archive',
		action: 'Archive short link',
		description: 'Put a short link away',
		routing: { request: { method: 'POST' as const, url: '/api/link/:linkId/archive' as const } },
	},
	endpoint: 'archive short links',
	fields: [],
	reply: record({ id: 'integer' }),
};

test('an operation that leaves out its behavior does not compile', () => {
	// @ts-expect-error a creation without a behavior would be sent twice after a lost reply
	const incomplete: Operation = withoutBehavior;
	const complete: Operation = { ...withoutBehavior, behavior: reads };
	expect('behavior' in incomplete).toBe(false);
	expect(complete.behavior.kind).toBe('reads');
});

test('a behavior of a kind that does not exist does not compile', () => {
	// @ts-expect-error the kinds are a union
	const misspelled: Operation = { ...withoutBehavior, behavior: { ...reads, kind: 'read' } };
	expect(misspelled.behavior.kind).toBe('read');
});

test('every operation that changes something states more than that it reads', () => {
	const changing = Object.values(resources)
		.flatMap(({ operations }) => Object.values(operations))
		.filter(({ option }) => option.routing.request.method !== 'GET');
	expect(changing.length).toBeGreaterThan(0);
	for (const { behavior } of changing)
		expect(behavior.kind).toMatch(/^(assigns|creates|createsOrGets|deletes|updates|upserts)$/);
});
