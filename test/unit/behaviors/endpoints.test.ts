/**
 * What an operation states: its behavior, without which it does not compile (`npm run typecheck` fails if it does), and its endpoint,
 * which its own request names, because not every service has it.
 */
import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../../nodes/LinkManagement/actions';
import { assigns, deletes } from '../../../nodes/LinkManagement/actions/changes';
import { creates } from '../../../nodes/LinkManagement/actions/creates';
import { findsByShortUrl } from '../../../nodes/LinkManagement/actions/link/readLinks';
import { recovery, withDifferences } from '../../../nodes/LinkManagement/actions/link/record';
import { reads, readsLink, readsList } from '../../../nodes/LinkManagement/actions/reads';
import { message, record } from '../../../nodes/LinkManagement/actions/reply';
import { updates } from '../../../nodes/LinkManagement/actions/updates';
import { LISTS } from '../../../nodes/LinkManagement/client/endpoints';
import type { Behavior, ItemCall, Operation } from '../../../nodes/LinkManagement/run/operation';
import { performOperation } from '../../../nodes/LinkManagement/run/perform';
import { good, stubService } from '../../support/stubService';
import { itemCall } from './itemCall';

const recordPath = (id: string) => `/api/link/${id}`;
const BEHAVIORS: Behavior[] = [
	assigns,
	creates(recovery),
	resources.link!.operations.createOrGet!.behavior,
	deletes({ recordPath, idParameter: 'linkId' }),
	findsByShortUrl,
	reads,
	readsLink,
	readsList(LISTS.links.arrayName),
	resources.link!.operations.getClicks!.behavior,
	updates({ recordPath, idParameter: 'linkId' }),
	withDifferences(creates(recovery)),
];

/** What the operation's own request and the others that it sends say about themselves. */
async function endpointsOf(behavior: Behavior, endpoint: string | undefined) {
	const link = { id: 5, shorturl: 'https://sho.rt/a' };
	const reply: IDataObject = { ...link, details: link, data: { urls: [] } };
	const service = stubService(() => good(reply));
	const url = '/api/link/:linkId' as const;
	const option = { routing: { request: { method: 'POST', url } } };
	const operation = { option, endpoint, behavior, fields: [], reply: message };
	const request = {
		method: 'POST' as const,
		url: '/api/link/5',
		qs: { short: 'https://sho.rt/a' },
		body: { url: 'https://example.com', custom: 'a' },
	};
	const call = itemCall(service, { request, given: { groupBy: ['total'] }, path: { linkId: 5 } });
	await performOperation({ ...call, operation } as unknown as ItemCall);
	return service.requests.map((sent) => sent.endpoint);
}

test.each(
	BEHAVIORS.map((behavior, at): [string, number, Behavior] => [behavior.kind, at, behavior]),
)('%s (%#): the request of the operation names its endpoint', async (_kind, _at, behavior) => {
	expect((await endpointsOf(behavior, 'archive short links'))[0]).toBe('archive short links');
	expect(await endpointsOf(behavior, undefined)).not.toContain('archive short links');
});

test('there is no behavior beside these', () => {
	const kinds = Object.values(resources).flatMap(({ operations }) =>
		Object.values(operations).map(({ behavior }) => behavior.kind),
	);
	// upserts looks for the link first, and then sends the requests of createsOrGets and updates
	const known = [...BEHAVIORS.map(({ kind }) => kind), 'upserts'];
	expect(new Set(known)).toEqual(new Set(kinds));
});

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
