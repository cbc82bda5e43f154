/** One item's call of an operation, for tests of the behaviors without n8n. */
import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../../nodes/LinkManagement/fields/field';
import { itemName } from '../../../nodes/LinkManagement/run/itemName';
import type { ItemCall } from '../../../nodes/LinkManagement/run/operation';
import { accepted } from '../../support/fields';
import type { StubService } from '../../support/stubService';

export interface Given extends Partial<
	Pick<
		ItemCall,
		'caller' | 'given' | 'path' | 'item' | 'linkReply' | 'maxRecords' | 'node' | 'request' | 'run'
	>
> {
	/** What the fields of these give is taken from `parameters`. */
	fields?: Field[];
	parameters?: IDataObject;
}

/** A call of an operation for item 3 unless another is given. */
export const itemCall = (
	service: StubService,
	{ fields = [], parameters = {}, ...more }: Given = {},
): ItemCall => {
	const { given, warnings } = accepted(fields, parameters);
	return {
		operation: { fields: [], option: { name: 'Create or Get' } },
		service,
		request: { method: 'GET', url: '/api/urls' },
		...{ path: {}, given, warnings },
		node: { name: 'Node', type: '', typeVersion: 1, position: [0, 0], parameters: {} },
		caller: { getTimezone: () => 'UTC' },
		...{ item: 3, name: itemName(more.item ?? 3) },
		maxRecords: Infinity,
		run: { items: 1 },
		warnings: [],
		abandoned: () => false,
		...more,
	} as unknown as ItemCall;
};
