/** Create or Update: whether two rows for the same link have the same values. */
import type { IDataObject, INode } from 'n8n-workflow';

import { NamedReference } from '../../../nodes/LinkManagement/fields/reference';
import { differingFields } from '../../../nodes/LinkManagement/operations/links/upsertRow';

const bodyWith = (campaign: string, pixel: string) => {
	const field = { label: 'Campaign', node: {} as INode };
	const named = new NamedReference('campaigns', campaign, field);
	const pixels = [new NamedReference('pixels', pixel, field), 2];
	return { url: 'https://example.com/', campaign: named, pixels } as unknown as IDataObject;
};

test('names that differ only in case are the same, in a value and in a list', () => {
	expect(differingFields(bodyWith('Café', 'Shop'), bodyWith('CAFE\u0301', 'shop'))).toEqual([]);
});

test('other names differ', () => {
	const fields = differingFields(bodyWith('Spring', 'Shop'), bodyWith('Summer', 'Blog'));
	expect(fields).toEqual(['campaign', 'pixels']);
});
