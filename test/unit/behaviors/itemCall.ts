/** One item's call of an operation, for tests of the behaviors without n8n. */
import type { IDataObject } from 'n8n-workflow';

import type { ItemCall } from '../../../nodes/LinkManagement/operations/operation';
import type { StubService } from '../../support/stubService';

export interface Given extends Partial<
	Pick<ItemCall, 'caller' | 'item' | 'linkReply' | 'maxRecords' | 'request' | 'run'>
> {
	parameters?: IDataObject;
}

/** A call of an operation for item 3 unless another is given. */
export const itemCall = (
	service: StubService,
	{ parameters = {}, request = { method: 'GET', url: '/api/urls' }, ...more }: Given = {},
): ItemCall =>
	({
		operation: { fields: [] },
		service,
		request,
		node: { name: 'Node', type: '', typeVersion: 1, position: [0, 0], parameters: {} },
		caller: { getTimezone: () => 'UTC' },
		item: 3,
		maxRecords: Infinity,
		run: { items: 1 },
		warnings: [],
		abandoned: () => false,
		parameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		...more,
	}) as unknown as ItemCall;
